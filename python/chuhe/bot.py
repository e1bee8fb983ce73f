"""Bots: a class with one method becomes a program that any arena can start. 机器人。"""

from __future__ import annotations

import sys
import traceback
from dataclasses import dataclass
from typing import Optional, TextIO

from ._chuhe import ChuheError, Move, Position


@dataclass(frozen=True)
class Clock:
    """What the time allows, in seconds. 用时，单位秒。"""

    #: For this move, if the arena says so.
    move: Optional[float] = None
    #: Left for the rest of the game, and added after every move.
    left: Optional[float] = None
    increment: float = 0.0
    #: Nodes and plies that the arena allows.
    nodes: Optional[int] = None
    depth: Optional[int] = None

    def share(self) -> float:
        """A fair share of the time for one move; one second if nobody says how much there is. 建议用时。"""
        if self.move is not None:
            return max(0.01, 0.9 * self.move)
        if self.left is not None:
            return max(0.01, min(0.5 * self.left, self.left / 40 + 0.8 * self.increment))
        return 1.0


class Bot:
    """Choose a move, and you have a player. 写出 choose，就有一个棋手。

    >>> class First(Bot):
    ...     def choose(self, position, clock):
    ...         return position.legal_moves[0]
    """

    #: What the arena shows; the name of the class if empty.
    name = ""

    #: Games of a league at the same time; with more than one, `choose` is called from so many threads.
    games = 1

    def choose(self, position: Position, clock: Clock) -> Move:
        """The move to play; there is at least one legal move. 选一着。"""
        raise NotImplementedError

    def new_game(self) -> None:
        """A new game begins. 新的一局。"""


def run(bot: Bot, source: Optional[TextIO] = None, sink: Optional[TextIO] = None) -> None:
    """Speaks UCI until told to quit; with `--server URL --league CODE` on the command line, joins a league.

    以 UCI 协议运行；命令行有 `--server 网址 --league 参赛码` 时加入联赛。
    """
    if source is None and sink is None:
        from . import league

        if league.is_asked_for(sys.argv[1:]):
            league.main(bot)
            return
    source, sink = source or sys.stdin, sink or sys.stdout
    session = _Session(bot, sink)
    for line in source:
        if not session.obey(line.split()):
            break


class _Session:
    def __init__(self, bot: Bot, sink: TextIO) -> None:
        self.bot = bot
        self.sink = sink
        self.position = Position()

    def say(self, text: str) -> None:
        print(text, file=self.sink, flush=True)

    def obey(self, words: list[str]) -> bool:
        """Carries out one line; False when it was the last."""
        command = words[0] if words else ""
        if command == "uci":
            self.say(f"id name {self.bot.name or type(self.bot).__name__}")
            self.say("uciok")
        elif command == "isready":
            self.say("readyok")
        elif command == "ucinewgame":
            self.bot.new_game()
        elif command == "position":
            self.set_up(words[1:])
        elif command == "go":
            self.go(words[1:])
        return command != "quit"

    def set_up(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        fen = " ".join(words[1:at]) if words[:1] == ["fen"] else None
        try:
            self.position = Position(fen, words[at + 1 :])
        except ChuheError as error:
            self.say(f"info string {error}")

    def go(self, words: list[str]) -> None:
        if not self.position.legal_moves:
            self.say("bestmove (none)")
            return
        clock = _clock(words, self.position.turn)
        try:
            move = self.bot.choose(self.position.copy(), clock)
            if not self.position.is_legal(move):
                self.say(f"info string {move} is not legal in {self.position.fen}")
        except Exception:
            # The arena must learn that the bot failed, and the author why.
            traceback.print_exc(file=sys.stderr)
            raise
        self.say(f"bestmove {move}")


def _clock(words: list[str], turn: str) -> Clock:
    own = {"red": ("wtime", "winc"), "black": ("btime", "binc")}[turn]
    said = {}
    for name, value in zip(words, words[1:]):
        if value.lstrip("-").isdigit():
            said[name] = int(value)

    def seconds(name: str) -> Optional[float]:
        return said[name] / 1000 if name in said else None

    return Clock(
        move=seconds("movetime"),
        left=seconds(own[0]),
        increment=seconds(own[1]) or 0.0,
        nodes=said.get("nodes"),
        depth=said.get("depth"),
    )
