"""Leagues: a bot joins a server's league over a WebSocket and plays until it is over. 联赛。

The connection lives in a thread of its own, so that the bot may think as it likes, and comes back by
itself when it is lost. 连接断开后会自动恢复，机器人只管想棋。
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import queue
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any, Optional, Sequence
from urllib.parse import urlsplit

from ._chuhe import ChuheError, Position
from .bot import Bot, Clock

#: Seconds between two tries to come back: growing, at most the last.
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)
#: A server that is gone for so many seconds does not come back.
PATIENCE = 3600.0
#: Refusals that pass by themselves.
PASSING = {"too_many_requests", "too_many_sockets", "busy", "fault"}

Message = dict[str, Any]


def is_asked_for(arguments: Sequence[str]) -> bool:
    """Does a command line name a league?"""
    return any(it.split("=")[0] in ("--server", "--league") for it in arguments)


def main(bot: Bot, arguments: Optional[Sequence[str]] = None) -> None:
    """`python my_bot.py --server URL --league CODE [--name NAME]`"""
    parser = argparse.ArgumentParser(allow_abbrev=False, description="Joins a league. 加入联赛。")
    parser.add_argument("--server", required=True, metavar="URL", help="such as http://192.168.1.5:8090")
    parser.add_argument("--league", required=True, metavar="CODE", help="the join code 参赛码")
    parser.add_argument("--name", help="what the table shows 名字; the bot's own if not given")
    # Other words are the student's own.
    asked, _ = parser.parse_known_args(arguments)
    try:
        join(bot, asked.server, asked.league, asked.name)
    except ChuheError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def join(bot: Bot, server: str, code: str, name: Optional[str] = None) -> None:
    """Joins a league and returns when it is over; what cannot be helped raises ChuheError. 加入联赛，结束后返回。"""
    name = name or bot.name or type(bot).__name__
    seat = _Seat(socket_address(server), code.strip(), name, max(1, bot.games))
    desk = _Desk(bot, seat)
    threading.Thread(target=seat.hold, args=(desk.inbox,), daemon=True).start()
    # A bot that plays several games at a time is asked from so many threads.
    for _ in range(1, seat.games):
        threading.Thread(target=desk.work, daemon=True).start()
    desk.work()
    if desk.error:
        raise desk.error


def socket_address(server: str) -> str:
    """Where a server's bots connect: http becomes ws, https becomes wss."""
    parts = urlsplit(server if "://" in server else f"http://{server}")
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    if scheme is None or not parts.hostname:
        raise ChuheError(f"{server!r} is no address of a server; http://192.168.1.5:8090 would be one")
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/api/bot"


class _Seat:
    """A bot's place in a league, whatever happens to the connection."""

    def __init__(self, address: str, code: str, name: str, games: int) -> None:
        self.address, self.code, self.name, self.games = address, code, name, games
        self.key = _Keys.find(address, code, name)
        self.is_welcome = False
        self._socket: Any = None
        self._lock = threading.Lock()
        self._number = 0

    def say(self, message: Message) -> bool:
        """Sends a message; False if nobody is there. The server will ask again then."""
        with self._lock:
            if self._socket is None:
                return False
            self._number += 1
            try:
                self._socket.send(json.dumps({"re": self._number, **message}, ensure_ascii=False))
            except Exception:
                return False
            return True

    def hold(self, inbox: queue.Queue[Message]) -> None:
        """Connects, listens, comes back; the last message of the inbox says why it ended."""
        try:
            self._hold(inbox)
        except ChuheError as error:
            inbox.put({"type": "ended", "error": error})
        except Exception as error:  # Nobody would hear of it otherwise.
            inbox.put({"type": "ended", "error": ChuheError(f"the connection failed: {error!r}")})

    def _hold(self, inbox: queue.Queue[Message]) -> None:
        lost, tries = time.monotonic(), 0
        while True:
            try:
                with _connect(self.address) as socket:
                    if self._greet(socket, inbox):
                        lost, tries = time.monotonic(), 0
                        if self._listen(socket, inbox):
                            return
            except OSError as error:
                if not self.is_welcome:
                    raise ChuheError(f"cannot reach {self.address}: {error}") from error
            except _closed():
                pass
            finally:
                with self._lock:
                    self._socket = None
            if time.monotonic() - lost > PATIENCE:
                raise ChuheError(f"{self.address} did not come back")
            if tries == 0 and self.is_welcome:
                _note("connection lost, trying again 连接中断，正在重连")
            time.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    def _greet(self, socket: Any, inbox: queue.Queue[Message]) -> bool:
        """Says hello; False if the server has no time for it now."""
        hello: Message = {"re": 0, "type": "hello", "league": self.code, "name": self.name, "games": self.games}
        if self.key:
            hello["key"] = self.key
        socket.send(json.dumps(hello, ensure_ascii=False))
        answer: Message = json.loads(socket.recv())
        while answer.get("type") not in ("welcome", "refused", "bye"):
            answer = json.loads(socket.recv())
        if answer["type"] != "welcome":
            return self._refused(answer)
        self.name, self.key = answer["name"], answer["key"]
        _Keys.keep(self.address, self.code, self.name, answer["key"])
        with self._lock:
            self._socket = socket
        league = answer["league"]
        _note(f"back in {league['name']!r} 已重连" if self.is_welcome else f"{self.name} joined {league['name']!r} 已加入联赛")
        self.is_welcome = True
        inbox.put({"type": "back"})
        return True

    def _refused(self, answer: Message) -> bool:
        if answer.get("code") in PASSING:
            _note(_sentence(answer))
            return False
        if self.key and not self.is_welcome:
            # A key of an earlier league with the same name: as if there were none.
            self.key = ""
            return False
        raise ChuheError(_sentence(answer))

    def _listen(self, socket: Any, inbox: queue.Queue[Message]) -> bool:
        """Hands messages on; True after the last one."""
        for text in socket:
            message: Message = json.loads(text)
            inbox.put(message)
            if message.get("type") == "bye":
                return True
        return False


class _Desk:
    """Where the bot thinks: takes what the server asks, answers each question once."""

    def __init__(self, bot: Bot, seat: _Seat) -> None:
        self.bot, self.seat = bot, seat
        self.inbox: queue.Queue[Message] = queue.Queue()
        self.error: Optional[ChuheError] = None
        self._is_over = threading.Event()
        self._lock = threading.Lock()
        #: By game: what was asked last, and the answer once there is one.
        self._asked: dict[str, tuple[Any, Optional[Message]]] = {}
        #: By game: the bot's color and its opponent.
        self._met: dict[str, tuple[str, str]] = {}

    def work(self) -> None:
        while not self._is_over.is_set():
            try:
                # Without a limit, Windows would not hear Ctrl-C.
                message = self.inbox.get(timeout=0.5)
            except queue.Empty:
                continue
            kind = message.get("type")
            if kind == "go":
                self._go(message)
            elif kind == "over":
                self._forget(message)
            elif kind == "refused":
                _note(f"refused: {_sentence(message)}")
            elif kind == "bye":
                _note(_sentence(message.get("why") or {}) or "the league is over 联赛结束")
                self._is_over.set()
            elif kind == "ended":
                self.error = message["error"]
                self._is_over.set()

    def _go(self, message: Message) -> None:
        game, question = message["game"], (message["fen"], tuple(message["moves"]))
        with self._lock:
            is_new = game not in self._asked
            before, answer = self._asked.get(game, (None, None))
            if before == question:
                # Asked again because the connection was lost. Whoever still thinks will answer.
                if answer:
                    self.seat.say(answer)
                return
            self._asked[game] = (question, None)
            self._met[game] = (message["color"], message.get("opponent", "?"))
        answer = self._think(message, is_new)
        with self._lock:
            if self._asked.get(game, (None, None))[0] == question:
                self._asked[game] = (question, answer)
        self.seat.say(answer)

    def _think(self, message: Message, is_new: bool) -> Message:
        game = message["game"]
        try:
            if is_new:
                self.bot.new_game()
            position = Position(message["fen"], message["moves"])
            move = self.bot.choose(position.copy(), clock_of(message["clock"], message["color"]))
            if not position.is_legal(move):
                _note(f"{move} is not legal in {position.fen} 不合规则")
        except Exception as error:
            # The league must learn that the bot failed, and the author why.
            traceback.print_exc(file=sys.stderr)
            return {"type": "crashed", "game": game, "why": f"{type(error).__name__}: {error}"[:200]}
        return {"type": "move", "game": game, "plies": message["plies"], "move": str(move)[:100]}

    def _forget(self, message: Message) -> None:
        with self._lock:
            self._asked.pop(message["game"], None)
            color, opponent = self._met.pop(message["game"], ("", ""))
        if opponent:
            own = {"1-0": "red", "0-1": "black"}.get(message["result"], "")
            word = "drawn 和" if not own else "won 胜" if own == color else "lost 负"
            _note(f"{word} · {color} · {opponent} · {message['reason']}")


def clock_of(clock: Message, color: str) -> Clock:
    """What the server says about the time, in a bot's words."""
    if "move_ms" in clock:
        return Clock(move=clock["move_ms"] / 1000)
    return Clock(left=clock[f"{color}_ms"] / 1000, increment=clock.get("increment_ms", 0) / 1000)


class _Keys:
    """Keys of seats, kept between two starts of a program: whoever mends his bot comes back with it."""

    @staticmethod
    def file() -> Path:
        folder = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return Path(folder) / "chuhe" / "bots.json"

    @staticmethod
    def find(address: str, code: str, name: str) -> str:
        key = _Keys._read().get(_Keys._label(address, code, name), "")
        return key if isinstance(key, str) else ""

    @staticmethod
    def keep(address: str, code: str, name: str, key: str) -> None:
        """Best effort: a bot without a home plays as well."""
        label = _Keys._label(address, code, name)
        others = [it for it in _Keys._read().items() if it[0] != label]
        kept = dict([*others[-199:], (label, key)])
        try:
            file = _Keys.file()
            file.parent.mkdir(parents=True, exist_ok=True)
            fresh = file.with_suffix(f".{os.getpid()}")
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as sink:
                json.dump(kept, sink)
            os.replace(fresh, file)
        except OSError:
            pass

    @staticmethod
    def _read() -> dict[str, Any]:
        try:
            kept = json.loads(_Keys.file().read_text())
            return kept if isinstance(kept, dict) else {}
        except (OSError, ValueError, RuntimeError):
            return {}

    @staticmethod
    def _label(address: str, code: str, name: str) -> str:
        return f"{address} {code.upper()} {name}"


def _connect(address: str) -> Any:
    from websockets.sync.client import connect

    options: dict[str, Any] = {"open_timeout": 10, "close_timeout": 1}
    # A proxy that the environment names cannot know a server on this machine.
    if urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1") and "proxy" in inspect.signature(connect).parameters:
        options["proxy"] = None
    return connect(address, **options)


def _closed() -> type[Exception]:
    from websockets.exceptions import WebSocketException

    return WebSocketException


def _sentence(told: Message) -> str:
    """A sentence of the server in the user's language."""
    language = next((os.environ[it] for it in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(it)), "")
    chinese, english = told.get("zh") or "", told.get("en") or told.get("message") or ""
    return str(chinese if language.startswith("zh") and chinese else english)


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
