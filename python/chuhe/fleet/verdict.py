"""Counts the pairs of a match as its shards come in, and says when the test is decided."""

import json
from typing import Any, Optional

from .. import Sprt


class Judge:
    def __init__(self, sprt: Optional[Sprt]) -> None:
        self.sprt = sprt
        #: By the half points of the first player.
        self.pairs = [0, 0, 0, 0, 0]
        self._halves: dict[int, int] = {}

    def take(self, data: bytes) -> None:
        header, *games = [json.loads(it) for it in data.splitlines()]
        first = header["players"][0]["name"]
        for game in games:
            self._count(game, first)

    def _count(self, game: dict[str, Any], first: str) -> None:
        side = {"1-0": "red", "0-1": "black"}.get(game["result"])
        points = 1 if side is None else 2 * (game[side] == first)
        pair = game["game"] // 2
        if pair in self._halves:
            self.pairs[points + self._halves.pop(pair)] += 1
        else:
            self._halves[pair] = points

    @property
    def decision(self) -> Optional[str]:
        return self.sprt.decision(self.pairs) if self.sprt else None

    def line(self) -> str:
        """As cutechess says it."""
        if self.sprt is None:
            return ""
        llr, (low, high) = self.sprt.llr(self.pairs), self.sprt.bounds
        word = f" - {self.decision} was accepted" if self.decision else ""
        share = 100 * llr / (-low if llr < 0 else high)
        return f"SPRT: llr {llr:.3f} ({share:.1f}%), lbound {low:.3f}, ubound {high:.3f}{word}"
