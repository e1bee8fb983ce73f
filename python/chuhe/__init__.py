"""Xiangqi (Chinese chess): rules that explain themselves, records, an engine, bots. 楚河象棋。

>>> import chuhe
>>> position = chuhe.Position()
>>> position.play("炮二平五")
Move('h2e2')
>>> len(position.legal_moves)
44
"""

from ._chuhe import (
    ChuheError,
    Engine,
    Evaluation,
    Line,
    Move,
    Node,
    Position,
    Record,
    Score,
    SearchResult,
    Sprt,
    Verdict,
    __version__,
    evaluate,
    loads,
    read,
)
from .bot import Bot, Clock, run

__all__ = [
    "Bot",
    "ChuheError",
    "Clock",
    "Engine",
    "Evaluation",
    "Line",
    "Move",
    "Node",
    "Position",
    "Record",
    "Score",
    "SearchResult",
    "Sprt",
    "Verdict",
    "__version__",
    "evaluate",
    "loads",
    "read",
    "run",
]
