"""Bots in a league, against a small server that says what the real one says."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

import chuhe
from chuhe import league

START = chuhe.Position().fen
LEAGUE = {"id": "abc", "name": "Class 楚河", "rules": "course", "clock": {"move_s": 1}}
BYE = {"type": "bye", "why": {"zh": "联赛已经结束", "en": "the league is over"}}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setattr(league, "PAUSES", (0.01, 0.02))


class Peer:
    """One connection, seen from the server."""

    def __init__(self, socket):
        self.socket = socket

    def hear(self):
        return json.loads(self.socket.recv(timeout=10))

    def say(self, message):
        self.socket.send(json.dumps(message))

    def welcome(self, key="k1"):
        hello = self.hear()
        self.say({"type": "welcome", "re": hello["re"], "name": hello["name"], "key": key, "league": LEAGUE})
        return hello

    def go(self, game, moves=(), clock=None):
        color = "black" if len(moves) % 2 else "red"
        clock = clock or {"move_ms": 500}
        question = {"type": "go", "game": game, "fen": START, "moves": list(moves), "plies": len(moves)}
        self.say({**question, "color": color, "rules": "course", "clock": clock, "opponent": "Bo", "counted": True})

    def done(self, message):
        self.say({"type": "done", "re": message["re"]})


@contextmanager
def playing(*scripts):
    """A server that treats its first connection by the first script, and so on; what they return is kept."""
    heard, waiting, failed = [], list(scripts), []

    def serve_one(socket):
        assert socket.request.path == "/api/bot"
        try:
            heard.append(waiting.pop(0)(Peer(socket)))
        except ConnectionClosed:
            pass
        except Exception as error:
            failed.append(error)

    with serve(serve_one, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}", heard
        server.shutdown()
    assert not failed and not waiting, (failed, waiting)


class First(chuhe.Bot):
    def __init__(self):
        self.clocks, self.new = [], 0

    def new_game(self):
        self.new += 1

    def choose(self, position, clock):
        self.clocks.append(clock)
        return position.legal_moves[0]


def test_a_bot_plays_until_the_league_is_over(capsys):
    def script(peer):
        hello = peer.welcome()
        peer.go("g1")
        first = peer.hear()
        peer.done(first)
        peer.go("g1", [first["move"], "h9g7"], {"red_ms": 9000, "black_ms": 1, "increment_ms": 200})
        second = peer.hear()
        peer.say({"type": "over", "game": "g1", "result": "1-0", "reason": "checkmate"})
        peer.say(BYE)
        return hello, first, second

    bot = First()
    with playing(script) as (url, heard):
        league.join(bot, url, "abcdefghij")
    [(hello, first, second)] = heard
    assert (hello["type"], hello["league"], hello["name"], hello["games"]) == ("hello", "abcdefghij", "First", 1)
    assert "key" not in hello
    assert (first["type"], first["game"], first["plies"]) == ("move", "g1", 0)
    assert chuhe.Position().is_legal(first["move"]) and second["plies"] == 2
    assert bot.clocks == [chuhe.Clock(move=0.5), chuhe.Clock(left=9.0, increment=0.2)]
    assert bot.new == 1
    told = capsys.readouterr().err
    assert "joined 'Class 楚河'" in told and "won 胜 · red · Bo · checkmate" in told and "the league is over" in told


def test_a_lost_connection_costs_nothing():
    """The bot comes back with its key and repeats what it had said, without thinking again."""

    def lost(peer):
        peer.welcome()
        peer.go("g1")
        answer = peer.hear()
        peer.socket.socket.close()  # As if the cable were pulled.
        return answer

    def back(peer):
        hello = peer.welcome()
        peer.go("g1")
        answer = peer.hear()
        peer.say(BYE)
        return hello, answer

    bot = First()
    with playing(lost, back) as (url, heard):
        league.join(bot, url, "abcdefghij")
    first, (hello, second) = heard
    assert hello["key"] == "k1"
    assert first["move"] == second["move"] and len(bot.clocks) == 1


def test_a_program_started_again_comes_back_to_its_seat():
    def crowd(peer):
        hello = peer.welcome()
        peer.say(BYE)
        return hello

    def gone(peer):
        hello = peer.hear()
        peer.say({"type": "refused", "re": 0, "code": "wrong_code", "message": "no such key", "zh": "没有"})
        return hello

    with playing(crowd, crowd, gone, crowd) as (url, heard):
        for _ in range(3):
            league.join(First(), url, "ABCDEFGHIJ", "Ada")
    assert [it.get("key") for it in heard] == [None, "k1", "k1", None]
    file = league._Keys.file()
    assert file.is_file() and (os.name == "nt" or file.stat().st_mode & 0o077 == 0)
    file.write_text("no json")
    assert league._Keys.find("ws://x", "y", "z") == ""


class Clumsy(chuhe.Bot):
    games = 2

    def choose(self, position, clock):
        if len(position) == 0:
            return 1 // 0
        return "h0h9"


def test_exceptions_and_illegal_moves_are_told(capsys):
    def script(peer):
        hello = peer.welcome()
        peer.go("g1")
        crashed = peer.hear()
        peer.go("g2", ["h2e2"])
        illegal = peer.hear()
        peer.say({"type": "refused", "re": illegal["re"], "code": "illegal", "message": "not legal", "zh": "不合规则"})
        peer.say(BYE)
        return hello, crashed, illegal

    with playing(script) as (url, heard):
        league.join(Clumsy(), url, "abcdefghij", "坏<b>")
    [(hello, crashed, illegal)] = heard
    assert (hello["name"], hello["games"]) == ("坏<b>", 2)
    assert (crashed["type"], crashed["game"]) == ("crashed", "g1")
    assert crashed["why"].startswith("ZeroDivisionError")
    assert (illegal["type"], illegal["move"]) == ("move", "h0h9")
    told = capsys.readouterr().err
    assert "Traceback" in told and "1 // 0" in told and "h0h9 is not legal" in told and "not legal" in told


def test_whoever_is_not_let_in_hears_why():
    def script(peer):
        peer.hear()
        peer.say({"type": "refused", "re": 0, "code": "name_taken", "message": "taken", "zh": "已有"})

    with playing(script) as (url, _):
        with pytest.raises(chuhe.ChuheError, match="taken"):
            league.join(First(), url, "abcdefghij")
    with pytest.raises(chuhe.ChuheError, match="cannot reach"):
        league.join(First(), "http://127.0.0.1:9", "abcdefghij")
    with pytest.raises(chuhe.ChuheError, match="no address"):
        league.join(First(), "ftp://x", "abcdefghij")


def test_addresses_of_servers():
    known = {
        "http://10.0.0.5:8090": "ws://10.0.0.5:8090/api/bot",
        "https://chuhe.example/": "wss://chuhe.example/api/bot",
        "localhost:8090": "ws://localhost:8090/api/bot",
        "https://school.example/xiangqi/": "wss://school.example/xiangqi/api/bot",
    }
    assert {it: league.socket_address(it) for it in known} == known


SCRIPT = """
import chuhe
class Mine(chuhe.Bot):
    def choose(self, position, clock):
        return position.legal_moves[0]
chuhe.run(Mine())
"""


def test_the_command_line_joins(tmp_path):
    def script(peer):
        hello = peer.welcome()
        peer.say(BYE)
        return hello

    file = tmp_path / "mine.py"
    file.write_text(SCRIPT)
    with playing(script) as (url, heard):
        line = [sys.executable, str(file), "--server", url, "--league=abcdefghij", "--name", "Bo"]
        ended = subprocess.run(line, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
    assert heard[0]["name"] == "Bo" and ended.stdout == ""
    ended = subprocess.run([sys.executable, str(file), "--server", url], capture_output=True, text=True)
    assert ended.returncode == 2 and "--league" in ended.stderr
    ended = subprocess.run(line, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1 and ended.stderr.startswith("error: cannot reach")


def test_several_games_are_thought_about_at_the_same_time():
    class Slow(chuhe.Bot):
        games = 2
        both = threading.Barrier(2, timeout=10)

        def choose(self, position, clock):
            self.both.wait()
            return position.legal_moves[0]

    def script(peer):
        peer.welcome()
        peer.go("g1")
        peer.go("g2")
        answers = {peer.hear()["game"], peer.hear()["game"]}
        peer.say(BYE)
        return answers

    began = time.monotonic()
    with playing(script) as (url, heard):
        league.join(Slow(), url, "abcdefghij")
    assert heard == [{"g1", "g2"}] and time.monotonic() - began < 10
