"""Legal moves from Python: chuhe beside PyPI's cchess, on the same positions in one run.

    pip install cchess && python python/benches/moves.py
"""

import random
import time

import cchess
import chuhe

GAMES = 20
PLIES = 60


def positions():
    rng = random.Random(1)
    for _ in range(GAMES):
        position = chuhe.Position()
        for _ in range(PLIES):
            if not position.legal_moves:
                break
            position.play(rng.choice(position.legal_moves))
            yield position.fen


def fastest(work, items, rounds=3):
    """Seconds an item, the best of several rounds; what the last round counted."""
    best, count = float("inf"), 0
    for _ in range(rounds):
        begun = time.perf_counter()
        count = sum(work(item) for item in items)
        best = min(best, time.perf_counter() - begun)
    return best / len(items), count


def main():
    fens = [fen for fen in positions() if not chuhe.Position(fen).in_check]
    ours = [chuhe.Position(fen) for fen in fens]
    theirs = [cchess.ChessBoard(" ".join(fen.split()[:2])) for fen in fens]
    one, count = fastest(lambda it: len(it.legal_moves), ours)
    # Favors cchess: its moves may leave the general in check.
    other, unchecked = fastest(lambda it: sum(1 for _ in it.create_moves()), theirs)
    print(f"{len(fens)} positions, {count} legal moves; cchess makes {unchecked}, which it does not check")
    print(f"chuhe   {one * 1e6:8.1f} µs a position")
    print(f"cchess  {other * 1e6:8.1f} µs a position, {other / one:.0f} times as long")


if __name__ == "__main__":
    main()
