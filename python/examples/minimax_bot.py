"""Minimax: my best move against your best answer. 极小化极大：我走最好的，你也走最好的。"""

import random

import chuhe
from greedy_bot import value_for

DEPTH = 2
MATE = 10_000


def minimax(position, depth):
    """What the position is worth to the side to move. 局面对走棋方的价值。"""
    moves = position.legal_moves
    if not moves:
        return -MATE - depth  # No move is a loss, and sooner is worse.
    if depth == 0:
        return value_for(position.turn, position)
    best = -2 * MATE
    for move in moves:
        position.play(move)
        best = max(best, -minimax(position, depth - 1))
        position.undo()
    return best


def playable(position):
    """Moves that do not lose at once: who makes a position for the third time does. 去掉会因循环反复判负的着法。"""
    fine = [it for it in position.legal_moves if position.after(it).verdict("course").winner in (None, position.turn)]
    return fine or position.legal_moves


class Minimax(chuhe.Bot):
    def choose(self, position, clock):
        def worth(move):
            return -minimax(position.after(move), DEPTH - 1) + random.random()

        return max(playable(position), key=worth)


if __name__ == "__main__":
    chuhe.run(Minimax())
