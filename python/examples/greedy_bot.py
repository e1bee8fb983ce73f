"""Looks one ply ahead and takes what it can get. 只看一步，能吃就吃。"""

import random

import chuhe

VALUES = {"K": 0, "A": 20, "B": 20, "N": 40, "R": 90, "C": 45, "P": 10}


def material(position):
    """What Red has more than Black. 红方多出的子力。"""
    board = position.fen.split()[0]
    return sum(VALUES[it] if it in VALUES else -VALUES[it.upper()] for it in board if it.isalpha())


def value_for(side, position):
    return material(position) if side == "red" else -material(position)


class Greedy(chuhe.Bot):
    def choose(self, position, clock):
        def worth(move):
            after = position.after(move)
            if not after.legal_moves:
                return 10_000
            return value_for(position.turn, after) + random.random()

        return max(position.legal_moves, key=worth)


if __name__ == "__main__":
    chuhe.run(Greedy())
