"""Self-play, matches, reviews and mining on many machines, by Ray. 多机运行。

    python -m chuhe.fleet selfplay --games 1000000 --out games.bin --address auto

The work is cut into small shards (`chuhe ... --shard I/N`); each is a task of Ray, which finds a machine for it. The
program, networks and openings travel to the machines, which need nothing but Ray. Finished shards come back and are
kept in a folder beside the output; at the end `chuhe merge` checks and joins them.
"""

from .command import main

__all__ = ["main"]
