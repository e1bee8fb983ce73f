"""The bots of the tutorial: each beats the one before it."""

import random
import sys
from pathlib import Path

import chuhe

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

from alphabeta_bot import AlphaBeta  # noqa: E402
from greedy_bot import Greedy, material  # noqa: E402
from minimax_bot import Minimax  # noqa: E402
from random_bot import Random  # noqa: E402

LONGEST = 60
#: Enough time that the plies decide, so that the games are the same everywhere.
CLOCK = chuhe.Clock(move=600.0, depth=3)


def points(red, black):
    """2, 1 or 0 for Red. A game that does not end is his who has clearly more on the board."""
    position = chuhe.Position()
    for player in [red, black] * (LONGEST // 2):
        if position.is_over("course"):
            break
        position.play(player.choose(position.copy(), CLOCK))
    winner = position.verdict("course").winner
    ahead = material(position)
    if winner == "red" or (winner is None and ahead > 20):
        return 2
    return 0 if winner == "black" or (winner is None and ahead < -20) else 1


def test_each_beats_the_one_before():
    ladder = [Random(), Greedy(), Minimax(), AlphaBeta()]
    for weaker, stronger in zip(ladder, ladder[1:]):
        random.seed(7)
        scored = sum(points(stronger, weaker) + 2 - points(weaker, stronger) for _ in range(2))
        assert scored >= 6, f"{type(stronger).__name__} made {scored} of 8 points"
