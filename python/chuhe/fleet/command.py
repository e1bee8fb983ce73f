"""The command line: what is asked for becomes a job, the job is done, the results are joined."""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Optional

from .. import ChuheError, Sprt
from .crew import Crew
from .desk import Desk
from .job import Job, Luggage, pack_player
from .verdict import Judge

#: A shard should take about this long on one core: long beside its start, short beside a machine's life.
NODES_PER_SHARD = 60_000_000
#: Moves of a game, about.
MOVES = 90
#: So that no core is idle for long at the end.
SHARDS_PER_CORE = 4
#: Reading all games once for each shard must stay cheap.
MOST_SHARDS_OF_FILES = 2000
#: Of records, about as many as take a minute.
BYTES_PER_SHARD = 5000


def main(arguments: Optional[Sequence[str]] = None) -> int:
    # Also the polite end that a batch system asks for.
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        asked, others = _parser().parse_known_args(arguments)
        if asked.kind == "empty":
            if others:
                raise ChuheError(f"empty shards know no {others[0]}")
            return _measure(asked)
        return _run(asked, others)
    except ChuheError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _interrupt(*_: Any) -> None:
    raise KeyboardInterrupt


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m chuhe.fleet",
        description="Self-play, matches, reviews and mining on many machines. 多机运行。",
        epilog="Other options are those of `chuhe selfplay`, `match`, `review` and `puzzles mine`, and go to them.",
    )
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WORK")

    selfplay = _kind(kinds, "selfplay", "games of the engine against itself 自对弈")
    selfplay.add_argument("--games", type=_count, default=10_000, metavar="N", help="games in all [10000]")
    selfplay.add_argument("--nodes", type=_count, default=1000, metavar="N", help="nodes per move [1000]")
    selfplay.add_argument("--net", metavar="FILE", help="the network, or classical")
    selfplay.add_argument("--openings", metavar="FILE", help="games to go on from")

    match = _kind(kinds, "match", "games between players 对局测试")
    match.add_argument("--engine", action="append", required=True, metavar="PLAYER", help="as for chuhe match")
    match.add_argument("--games", type=_count, default=2, metavar="N", help="games of each pairing [2]")
    match.add_argument("--form", choices=["round-robin", "gauntlet"], default="round-robin", help="who meets whom")
    match.add_argument("--openings", default="built-in", metavar="FILE", help="as for chuhe match")
    match.add_argument("--sprt", metavar="E0,E1", help="stop the whole fleet when this test is decided")
    match.add_argument("--sprt-model", choices=["logistic", "normalized"], default="logistic")
    match.add_argument("--alpha", type=float, default=0.05, metavar="P")
    match.add_argument("--beta", type=float, default=0.05, metavar="P")

    review = _kind(kinds, "review", "what games teach 复盘")
    review.add_argument("files", nargs="+", type=Path, metavar="FILE", help="games of any format, or folders")
    review.add_argument("--lang", choices=["zh", "en"], help="the language of sentences")

    mine = _kind(kinds, "mine", "puzzles from games 挖掘习题")
    mine.add_argument("--games", nargs="+", required=True, type=Path, metavar="FILE", help="games of any format")

    empty = kinds.add_parser("empty", help="shards without games: how fast the fleet itself is 测速")
    empty.add_argument("--shards", type=_count, default=1000, metavar="N", help="how many [1000]")
    empty.add_argument("--bytes", type=int, default=10_000, metavar="B", help="of each result [10000]")
    _place(empty)
    return parser


def _kind(kinds: Any, name: str, words: str) -> argparse.ArgumentParser:
    # An abbreviation would take away options that are the program's.
    kind: argparse.ArgumentParser = kinds.add_parser(name, help=words, allow_abbrev=False)
    kind.add_argument("--out", type=Path, required=True, metavar="FILE", help="what one run would have made")
    kind.add_argument("--program", type=Path, metavar="FILE", help="chuhe, as it is sent to all machines [found]")
    kind.add_argument("--shards", type=_count, metavar="N", help="into how many parts to cut [as fits]")
    kind.add_argument("--cores-per-shard", type=_count, default=1, metavar="C", help="that a shard takes [1]")
    kind.add_argument("--keep", action="store_true", help="keep the shards after they are joined")
    _place(kind)
    return kind


def _place(kind: argparse.ArgumentParser) -> None:
    where = kind.add_mutually_exclusive_group()
    where.add_argument("--address", metavar="A", help="auto, or ray://HOST:10001 [a cluster if one runs, else here]")
    where.add_argument("--local", type=_count, metavar="C", help="only this machine, with so many cores")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _run(asked: argparse.Namespace, others: list[str]) -> int:
    program = _program(asked.program)
    luggage = Luggage()
    job = _job(asked, others, luggage)
    job.files = dict(luggage.names)
    job.program = luggage.pack(program)
    judge = Judge(_sprt(asked)) if asked.kind == "match" else None
    desk = Desk(asked.out)
    kept = desk.kept()
    crew = Crew(asked.address, asked.local)
    # Our output is the result; what Ray has to say about dead machines is not.
    told, sys.stdout = sys.stdout, sys.stderr
    try:
        cores = crew.machines()[1]
        # A run that goes on was cut before, for whatever machines there were then.
        job.shards = asked.shards or (kept or {}).get("shards") or _shards(asked, cores)
        desk.begin(job)
        enough = _work(crew, job, desk, luggage, judge, asked.cores_per_shard)
    except KeyboardInterrupt:
        finished = sum(1 for _ in desk.folder.glob("*.shard"))
        print(f"\nstopped: {finished} of {job.shards} shards are in {desk.folder}; the same command goes on", file=sys.stderr)
        return 130
    finally:
        crew.close()
        sys.stdout = told
    return _join(asked, program, desk, judge, enough)


def _program(asked: Optional[Path]) -> Path:
    if asked is None:
        found = shutil.which("chuhe")
        if found is None:
            raise ChuheError("the program chuhe is not on the path: give --program")
        asked = Path(found)
    if not asked.is_file():
        raise ChuheError(f"{asked} is no program")
    # A bare name would be looked for on the path, not here.
    return asked.resolve()


def _job(asked: argparse.Namespace, others: list[str], luggage: Luggage) -> Job:
    cores = str(asked.cores_per_shard)
    if asked.kind == "selfplay":
        arguments = ["selfplay", "--games", str(asked.games), "--nodes", str(asked.nodes), "--threads", cores]
        if asked.net is not None:
            arguments += ["--net", luggage.add(Path(asked.net)) if os.path.isfile(asked.net) else asked.net]
        if asked.openings is not None:
            arguments += ["--openings", luggage.add(Path(asked.openings))]
        return Job("selfplay", arguments + others, games=asked.games)
    if asked.kind == "match":
        players = [pack_player(it, luggage) for it in asked.engine]
        openings = luggage.add(Path(asked.openings)) if os.path.isfile(asked.openings) else asked.openings
        arguments = ["match", "--games", str(asked.games), "--openings", openings, "--form", asked.form, "--concurrency", cores]
        arguments += [word for it in players for word in ("--engine", it)]
        pairings = len(players) * (len(players) - 1) // 2 if asked.form == "round-robin" else len(players) - 1
        return Job("match", arguments + others, games=asked.games * pairings)
    if asked.kind == "review":
        return Job("review", ["review", *(luggage.add(it) for it in asked.files), "--threads", cores, *others])
    return Job("mine", ["puzzles", "mine", "--games", *(luggage.add(it) for it in asked.games), "--threads", cores, *others])


def _shards(asked: argparse.Namespace, cores: int) -> int:
    some = SHARDS_PER_CORE * max(cores, 1)
    if asked.kind == "selfplay":
        wanted = asked.games * asked.nodes * MOVES // NODES_PER_SHARD
        return max(1, min(asked.games, max(wanted, some)))
    if asked.kind == "match":
        pairs = (asked.games + 1) // 2 * max(1, len(asked.engine) - 1)
        return max(1, min(pairs, max(pairs // 8, some)))
    files = asked.files if asked.kind == "review" else asked.games
    size = sum(it.stat().st_size for path in files for it in ([path] if path.is_file() else path.rglob("*")))
    return min(MOST_SHARDS_OF_FILES, max(some, size // BYTES_PER_SHARD))


def _sprt(asked: argparse.Namespace) -> Optional[Sprt]:
    if asked.sprt is None:
        return None
    if len(asked.engine) != 2:
        raise ChuheError(f"--sprt tests two players, not {len(asked.engine)}")
    try:
        low, high = (float(it) for it in asked.sprt.split(","))
    except ValueError:
        raise ChuheError("--sprt has two numbers such as 0,10, the lower one first") from None
    return Sprt(low, high, alpha=asked.alpha, beta=asked.beta, model=asked.sprt_model)


def _work(crew: Crew, job: Job, desk: Desk, luggage: Luggage, judge: Optional[Judge], cores: int) -> bool:
    """Does what is missing; true if the test was decided before all was done."""
    view = _View(job)
    done = set()
    for shard, data in desk.results():
        done.add(shard)
        view.count(shard, data, is_new=False)
        if judge:
            judge.take(data)

    def take(shard: int, data: bytes, host: str) -> bool:
        desk.keep(shard, data)
        view.count(shard, data)
        if judge:
            judge.take(data)
            view.llr = judge.line()
        return judge is not None and judge.decision is not None

    missing = [it for it in range(1, job.shards + 1) if it not in done]
    try:
        if judge is None or judge.decision is None:
            view.machines(*crew.machines())
            crew.run(job, missing, luggage.contents, take, view.machines, cores)
    finally:
        view.close()
    return judge is not None and judge.decision is not None


def _join(asked: argparse.Namespace, program: Path, desk: Desk, judge: Optional[Judge], enough: bool) -> int:
    command = [str(program), "merge", str(desk.folder), "--out", str(desk.out)]
    command += ["--partial"] if enough else []
    command += ["--lang", asked.lang] if getattr(asked, "lang", None) else []
    joined = subprocess.run(command, check=False)
    if joined.returncode:
        return joined.returncode
    if not asked.keep:
        desk.clear()
    if judge and judge.sprt:
        print(judge.line())
        return 1 if judge.decision == "H0" else 0
    return 0


class _View:
    """How far it is: games, machines, games per second, time left."""

    def __init__(self, job: Job) -> None:
        from tqdm import tqdm  # type: ignore[import-not-found,import-untyped,unused-ignore]

        self.job = job
        self.llr = ""
        self._text = ""
        is_seen = sys.stderr.isatty()
        self.bar = tqdm(
            total=job.games or None,
            unit=" games",
            smoothing=0.05,
            dynamic_ncols=is_seen,
            # Where nobody watches, a line now and then.
            mininterval=0.5 if is_seen else 15,
            file=sys.stderr,
        )

    def count(self, shard: int, data: bytes, is_new: bool = True) -> None:
        games = self._games(shard, data)
        if not is_new:
            # What was there before says nothing about the speed of now.
            self.bar.initial += games
            self.bar.n += games
            return
        self.bar.update(games)

    def _games(self, shard: int, data: bytes) -> int:
        if self.job.kind == "selfplay":
            begin, end = (it * self.job.games // self.job.shards for it in (shard - 1, shard))
            return end - begin
        header, _, lines = data.partition(b"\n")
        if self.bar.total is None:
            # "3/10 of 300"
            self.bar.total = int(json.loads(header)["shard"].split()[-1])
        return lines.count(b"\n")

    def machines(self, machines: int, cores: int) -> None:
        text = f"{machines} machine{'s' * (machines != 1)}, {cores} cores"
        self.bar.set_postfix_str(f"{text}, {self.llr}" if self.llr else text, refresh=False)

    def close(self) -> None:
        self.bar.refresh()
        self.bar.close()


def _measure(asked: argparse.Namespace) -> int:
    """Shards that only travel: everything but the games."""
    job = Job("empty", [], shards=asked.shards, bytes=max(0, asked.bytes))
    crew = Crew(asked.address, asked.local)
    try:
        with tempfile.TemporaryDirectory() as folder:
            desk = Desk(Path(folder, "empty"))
            desk.begin(job)
            machines, cores = crew.machines()
            began = time.monotonic()

            def take(shard: int, data: bytes, host: str) -> bool:
                desk.keep(shard, data)
                return False

            crew.run(job, range(1, job.shards + 1), {}, take, lambda machines, cores: None)
            seconds = time.monotonic() - began
            came = sum(1 for _ in desk.results())
    except KeyboardInterrupt:
        return 130
    finally:
        crew.close()
    rate, size = came / seconds, came * job.bytes / seconds / 1e6
    print(f"{came} shards in {seconds:.1f} s: {rate:.0f} shards/s, {size:.1f} MB/s; {machines} machines, {cores} cores")
    return 0 if came == job.shards else 1
