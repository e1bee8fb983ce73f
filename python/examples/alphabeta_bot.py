"""Alpha-beta with ordering: the same answer as minimax, with a fraction of the positions, so it looks deeper.

Alpha-beta 剪枝加着法排序：结果与极小化极大相同，看的局面却少得多，因此能看得更深。
"""

import math
import random
import time

import chuhe
from greedy_bot import VALUES, value_for
from minimax_bot import DEPTH, MATE, playable

DEEPEST = 6


class OutOfTime(Exception):
    pass


class AlphaBeta(chuhe.Bot):
    def choose(self, position, clock):
        """One ply deeper each time, until a fair share of the clock is used up. 逐层加深，用完应得的时间为止。"""
        deadline = time.monotonic() + clock.share()
        moves = playable(position)
        random.shuffle(moves)
        best = moves[0]
        for depth in range(1, min(DEEPEST, clock.depth or DEEPEST) + 1):
            # What minimax sees takes a moment; only what lies deeper has to fit into the time.
            self.until = deadline if depth > DEPTH else math.inf
            try:
                best = self.root(position, moves, depth)
            except OutOfTime:
                break
            # What was best so far is looked at first: the rest is then cut sooner.
            moves.remove(best)
            moves.insert(0, best)
        return best

    def root(self, position, moves, depth):
        best, alpha = moves[0], -2 * MATE
        for move in moves:
            value = -self.search(position.after(move), depth - 1, -2 * MATE, -alpha)
            if value > alpha:
                best, alpha = move, value
        return best

    def search(self, position, depth, alpha, beta):
        if time.monotonic() > self.until:
            raise OutOfTime
        if depth == 0:
            return value_for(position.turn, position) if position.legal_moves else -MATE
        moves = ordered(position)
        if not moves:
            return -MATE - depth
        for move in moves:
            position.play(move)
            value = -self.search(position, depth - 1, -beta, -alpha)
            position.undo()
            if value >= beta:
                return beta  # The opponent will not let it come to this.
            alpha = max(alpha, value)
        return alpha


def ordered(position):
    """Captures first, the largest victim before all others. 先看吃子，先吃大子。"""

    def gain(move):
        victim = position.piece_at(move.to_square)
        return VALUES[victim.upper()] if victim else -1

    return sorted(position.legal_moves, key=gain, reverse=True)


if __name__ == "__main__":
    chuhe.run(AlphaBeta())
