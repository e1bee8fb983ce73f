"""A fleet on a cluster of three nodes, one of which is killed: nothing is lost, and nothing is different.

`cargo xtask test fleet` runs it; CHUHE names the program.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

from chuhe.fleet.desk import Desk
from chuhe.fleet.job import Luggage, pack_player

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("CHUHE", ROOT / "target/debug/chuhe")).absolute()
SELFPLAY = ["--games", "300", "--nodes", "20", "--net", "classical", "--seed", "7"]
MATCH = ["--engine", "net:default.nnue;name=net", "--engine", "zoo:alphabeta-1;name=zoo", "--games", "60"]
LIMITS = ["--nodes", "100", "--max-plies", "50"]


def _free_port():
    with socket.create_server(("", 0)) as door:
        return door.getsockname()[1]


CLIENT_PORT = _free_port()


@pytest.fixture(scope="module")
def cluster():
    """A head that works, too, and two others."""
    # Ray is polite and lets everything else on a machine go first; a busy one would never get done.
    os.environ["RAY_worker_niceness"] = "0"
    head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": CLIENT_PORT}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


def start(cluster, folder, *words, place=None, impatience=20.0):
    place = place or (["--address", cluster.address] if cluster else ["--local", "2"])
    # Named as people name it who stand in its folder.
    program = folder / "chuhe"
    if not program.exists():
        program.symlink_to(PROGRAM)
    fleet = f"from chuhe.fleet import command, crew; crew.SLOW_SECONDS = {impatience}; raise SystemExit(command.main())"
    command = [sys.executable, "-c", fleet, *map(str, words), "--program", program.name, *place]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True, preexec_fn=_hear_interrupts)


def _hear_interrupts():
    """Whoever is started in the background of a shell does not, and neither do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def finish(run, code=0):
    output, errors = run.communicate(timeout=300)
    assert run.returncode == code, f"{output}\n{errors}"
    return output, errors


def chuhe(folder, *words):
    subprocess.run([PROGRAM, *map(str, words)], cwd=folder, check=True, capture_output=True)


def wait_for_shards(out, count, run):
    """The folder of a run that has so many results."""
    desk = Desk(out)
    while sum(1 for _ in desk.folder.glob("*.shard")) < count:
        assert run.poll() is None, run.communicate()
        time.sleep(0.02)
    return desk.folder


def kill(cluster, victim):
    """As if its plug was pulled: everything of the node, with -9."""
    for kind in victim.all_processes.values():
        for process in kind:
            os.kill(process.process.pid, signal.SIGKILL)
            process.process.wait()
    cluster.remove_node(victim, allow_graceful=False)


def timeless(line):
    game = json.loads(line)
    thoughts = [it and it[:2] for it in game["thoughts"]]
    return {**game, "began": None, "thoughts": thoughts}


def games_of(path):
    header, *games = path.read_text().splitlines()
    return json.loads(header), sorted((timeless(it) for it in games), key=lambda it: it["game"])


def test_self_play_loses_a_node_and_nothing_else(cluster, tmp_path):
    out = tmp_path / "fleet.games"
    run = start(cluster, tmp_path, "selfplay", *SELFPLAY, "--shards", 30, "--out", out)
    folder = wait_for_shards(out, 6, run)
    kill(cluster, cluster.list_all_nodes()[-1])
    assert sum(1 for _ in folder.glob("*.shard")) < 30, "the node was killed in the middle"
    output, _ = finish(run)
    assert output.startswith("300 games, ")
    assert not folder.exists()
    chuhe(tmp_path, "selfplay", *SELFPLAY, "--out", "single.games")
    chuhe(tmp_path, "merge", "single.games", "--out", "sorted.games")
    assert out.read_bytes() == (tmp_path / "sorted.games").read_bytes()
    cluster.add_node(num_cpus=1)


def test_a_match_loses_a_node_and_nothing_else(cluster, tmp_path):
    (tmp_path / "default.nnue").write_bytes((ROOT / "nets/default.nnue").read_bytes())
    out = tmp_path / "fleet.jsonl"
    run = start(cluster, tmp_path, "match", *MATCH, *LIMITS, "--shards", 15, "--out", out)
    folder = wait_for_shards(out, 3, run)
    kill(cluster, cluster.list_all_nodes()[-1])
    assert sum(1 for _ in folder.glob("*.shard")) < 15, "the node was killed in the middle"
    output, _ = finish(run)
    assert output.startswith("60 games of 15 shards") and "Score of net vs zoo: " in output
    chuhe(tmp_path, "match", *MATCH, *LIMITS, "--out", "single.jsonl")
    header, games = games_of(out)
    assert len(games) == 60
    assert (header, games) == games_of(tmp_path / "single.jsonl")


def test_a_machine_that_hangs_is_not_waited_for(cluster, tmp_path):
    """The first to begin hangs; another does its shard, and the run ends without it."""
    hanging = tmp_path / "hanging"
    script = f'#!/bin/sh\nmkdir "{hanging}" 2>/dev/null && sleep 1000\nexec "{PROGRAM}" "$@"\n'
    (tmp_path / "chuhe").write_text(script)
    (tmp_path / "chuhe").chmod(0o755)
    out = tmp_path / "fleet.games"
    command = ["selfplay", *SELFPLAY[2:], "--games", 12, "--shards", 6, "--out", out]
    output, _ = finish(start(cluster, tmp_path, *command, impatience=1.0))
    assert output.startswith("12 games, ") and hanging.exists()


def test_whoever_is_stopped_goes_on(cluster, tmp_path):
    (tmp_path / "games.txt").write_text("\n".join(["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"] * 2))
    command = ["selfplay", *SELFPLAY[2:], "--games", 30, "--openings", "games.txt", "--shards", 10, "--out", "out.games"]
    run = start(cluster, tmp_path, *command)
    folder = wait_for_shards(tmp_path / "out.games", 2, run)
    run.send_signal(signal.SIGINT)
    _, errors = finish(run, 130)
    assert "the same command goes on" in errors
    before = {it.name: it.stat().st_mtime_ns for it in folder.glob("*.shard")}
    assert 2 <= len(before) < 10

    # Killed the hard way, and with half a file that a killed writer left.
    run = start(cluster, tmp_path, *command)
    wait_for_shards(tmp_path / "out.games", len(before) + 1, run)
    run.kill()
    run.communicate()
    (folder / "00000010.part").write_bytes(b"half")
    _, errors = finish(start(cluster, tmp_path, *command, "--nodes", 21), 2)
    assert "its arguments differs" in errors
    output, _ = finish(start(cluster, tmp_path, *command, "--keep"))
    assert output.startswith("30 games, ")
    after = {it.name: it.stat().st_mtime_ns for it in folder.glob("*.shard")}
    assert len(after) == 10 and {name: after[name] for name in before} == before, "what was there was not done again"
    _, errors = finish(start(cluster, tmp_path, *command), 2)
    assert "exists already" in errors


def test_a_test_that_is_decided_stops_the_fleet(cluster, tmp_path):
    players = ["--engine", "zoo:alphabeta-2;name=a", "--engine", "zoo:random;name=b"]
    out = tmp_path / "sprt.jsonl"
    command = ["match", *players, "--games", 2000, "--depth", 2, "--max-plies", 120, "--shards", 500]
    output, _ = finish(start(cluster, tmp_path, *command, "--sprt", "0,100", "--out", out))
    assert "H1 was accepted" in output
    assert 10 <= len(games_of(out)[1]) < 1000


def test_reviews_and_puzzles(cluster, tmp_path):
    folder = tmp_path / "records"
    (folder / "inner").mkdir(parents=True)
    line = '[FEN "4ka3/4a4/3cR4/8p/p1P3c2/4C4/P8/4B1r2/4A4/4KA3 b - - 0 1"]\n\n1. ... g2h2 2. e7e6 h2i2 *\n'
    (folder / "a.pgn").write_text(f'[Event "one"]\n{line}')
    (folder / "inner/b.pgn").write_text('[Event "two"]\n\n1. h2e2 h9g7 2. e2e6 *\n')
    finish(start(cluster, tmp_path, "review", "records", "--nodes", 1000, "--lang", "en", "--out", "fleet.jsonl"))
    chuhe(tmp_path, "review", "records", "--nodes", 1000, "--lang", "en", "--threads", 1, "--out", "single.jsonl")
    assert (tmp_path / "fleet.jsonl").read_text() == (tmp_path / "single.jsonl").read_text()
    finish(start(cluster, tmp_path, "mine", "--games", "records", "--nodes", 10_000, "--out", "fleet-puzzles.jsonl"))
    chuhe(tmp_path, "puzzles", "mine", "--games", "records", "--nodes", 10_000, "--threads", 1, "--out", "puzzles.jsonl")
    assert (tmp_path / "fleet-puzzles.jsonl").read_text() == (tmp_path / "puzzles.jsonl").read_text() != ""


def test_what_is_wrong_is_said_at_once(cluster, tmp_path):
    _, errors = finish(start(cluster, tmp_path, "selfplay", "--out", "x", "--no-such-option"), 2)
    assert "--no-such-option" in errors
    _, errors = finish(start(cluster, tmp_path, "review", "nothing.pgn", "--out", "x.jsonl"), 2)
    assert "nothing.pgn" in errors
    (tmp_path / "no.nnue").write_text("no network")
    _, errors = finish(start(cluster, tmp_path, "selfplay", "--out", "y", "--net", "no.nnue"), 2)
    assert "cannot use no.nnue" in errors


def test_a_cluster_elsewhere_is_asked_through_its_client_port(cluster, tmp_path):
    away = ["--address", f"ray://127.0.0.1:{CLIENT_PORT}"]
    command = ["selfplay", *SELFPLAY[2:], "--games", 4, "--shards", 2, "--out", tmp_path / "out.games"]
    output, _ = finish(start(cluster, tmp_path, *command, place=away))
    assert output.startswith("4 games, ")


def test_files_of_players_travel(tmp_path):
    (tmp_path / "a").mkdir()
    for name in ("bot.py", "my net.nnue", "a/bot.py"):
        (tmp_path / name).write_text(name)
    luggage = Luggage()
    assert pack_player(f"net:{tmp_path}/my net.nnue;name=x", luggage) == "net:my net.nnue;name=x"
    assert pack_player(f"cmd:python {tmp_path}/bot.py 3;Hash=1", luggage) == "cmd:python ./bot.py 3;Hash=1"
    assert pack_player(f"cmd:python {tmp_path}/a/bot.py", luggage) == "cmd:python ./2-bot.py"
    assert pack_player("level:3", luggage) == "level:3"
    assert sorted(luggage.names) == ["2-bot.py", "bot.py", "my net.nnue"]


def test_a_thousand_empty_shards(cluster):
    """How fast, a test must not ask; that all come, it may."""
    command = [sys.executable, "-m", "chuhe.fleet", "empty", "--shards", "1000", "--address", cluster.address]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    assert told.startswith("1000 shards in ")
    print(told)


def test_ray_itself_is_left_alone():
    assert not ray.is_initialized()
