"""Searches, evaluations, records and bots."""

import io
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import chuhe

CASES = Path(__file__).parents[2] / "crates/records/tests/cases"


def test_search():
    engine = chuhe.Engine(hash=8)
    found = engine.search(chuhe.Position(), nodes=20_000, lines=3)
    assert found.best in chuhe.Position().legal_moves and found.nodes <= 25_000 and found.depth > 3
    assert len(found.lines) == 3 and found.lines[0].moves[0] == found.best
    assert [int(line.score) for line in found.lines] == sorted((int(line.score) for line in found.lines), reverse=True)
    assert abs(sum(found.score.chances) - 1) < 1e-6 and found.score.mate is None
    again = chuhe.Engine(hash=8).search(chuhe.Position(), nodes=20_000, lines=3)
    assert again.best == found.best and again.score == found.score


def test_mates_and_the_end():
    position = chuhe.Position("3k5/9/4R4/9/9/9/9/9/8R/4K4 w")
    found = chuhe.Engine(hash=1).search(position, depth=6)
    assert found.score.mate == 1 and str(found.score) == "#1"
    position.play(found.best)
    over = chuhe.Engine(hash=1).search(position, depth=3)
    assert over.best is None and over.score.mate == 0


def test_other_threads_run_during_a_search():
    engine, counted = chuhe.Engine(hash=8), 0
    worker = threading.Thread(target=lambda: engine.search(chuhe.Position(), nodes=300_000))
    worker.start()
    while worker.is_alive():
        counted += 1
        time.sleep(0.001)
    assert counted > 3


def test_levels_and_evaluations():
    move = chuhe.Engine(hash=1).search(chuhe.Position(), level=1, nodes=2_000).best
    assert move in chuhe.Position().legal_moves
    for judge in ("net", "classical"):
        seen = chuhe.evaluate(chuhe.Position(), judge)
        assert len(seen.pieces) == 32 and abs(seen.score.centipawns) < 150
        assert seen.pieces["a0"] > seen.pieces["b0"] > seen.pieces["a3"] and seen.pieces["e0"] == 0


def test_records():
    files = sorted(CASES.glob("*.xqf"))[:3] + sorted(CASES.glob("*.pgn"))[:3] + sorted(CASES.glob("*.cbr"))[:2]
    assert len(files) == 8
    for file in files:
        for game in chuhe.read(file):
            assert len(game) == len(game.moves) == len(game.position)
            assert [node.move for node in game.nodes if node.is_main] == game.moves
            for form in ("pgn", "xqf", "cbr", "dhtmlxq", "txt"):
                [same] = chuhe.loads(game.write(form))
                assert same.moves == game.moves, (file, form)
    own = chuhe.Record(chuhe.Position(moves="h2e2 h9g7"), "1-0", Red="甲", Event="测试")
    [back] = chuhe.loads(own.write("pgn", "wxf"))
    assert back.headers["Red"] == "甲" and back.header("Event") == "测试" and back.result == "1-0" and len(back) == 2


class First(chuhe.Bot):
    def choose(self, position, clock):
        self.seen = clock
        return min(position.legal_moves)


def test_a_bot_speaks_uci():
    said, bot = io.StringIO(), First()
    script = "uci\nisready\nucinewgame\nposition startpos moves h2e2\ngo wtime 1 btime 9000 winc 2 binc 80\nposition fen rubbish\nquit\n"
    chuhe.run(bot, io.StringIO(script), said)
    lines = said.getvalue().splitlines()
    assert lines[:3] == ["id name First", "uciok", "readyok"]
    assert lines[3] == f"bestmove {min(chuhe.Position(moves='h2e2').legal_moves)}"
    assert lines[4].startswith("info string")
    assert bot.seen == chuhe.Clock(left=9.0, increment=0.08) and 0 < bot.seen.share() < 1


def test_a_bot_is_a_program(tmp_path):
    program = tmp_path / "bot.py"
    program.write_text(
        "import chuhe\n\n\nclass Mine(chuhe.Bot):\n    def choose(self, position, clock):\n        return position.legal_moves[0]\n\n\nchuhe.run(Mine())\n"
    )
    asked = "uci\nposition startpos\ngo movetime 50\nquit\n"
    answer = subprocess.run([sys.executable, program], input=asked, capture_output=True, text=True, check=True)
    assert "bestmove " in answer.stdout


def test_ctrl_c_ends_a_search(tmp_path):
    import signal

    program = tmp_path / "long.py"
    # Whoever runs the tests in the background lets its children ignore Ctrl-C.
    listens = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program.write_text(listens + "import chuhe\nprint('ready', flush=True)\nchuhe.Engine(hash=1).search(chuhe.Position(), time=600.0)\n")
    process = subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors


def test_a_sequential_test_is_decided():
    test = chuhe.Sprt(0, 10)
    low, high = test.bounds
    assert low < 0 < high and test.llr([0, 0, 0, 0, 0]) == 0 and test.decision([1, 2, 3, 2, 1]) is None
    assert test.decision([0, 0, 50, 50, 300]) == "H1" and test.decision([300, 50, 50, 0, 0]) == "H0"
    for bad in ((10, 0, {}), (0, 10, {"alpha": 2}), (0, 10, {"model": "x"}), (0, float("nan"), {})):
        with pytest.raises(chuhe.ChuheError):
            chuhe.Sprt(bad[0], bad[1], **bad[2])
