"""pyffish as an outside judge: 200 random games, the legal moves of every position, what they lead to."""

import random

import chuhe
import pytest

pyffish = pytest.importorskip("pyffish")

GAMES = 200
LONGEST = 50


def theirs(move):
    """Fairy-Stockfish counts ranks from 1."""
    return f"{move.from_square[0]}{int(move.from_square[1]) + 1}{move.to_square[0]}{int(move.to_square[1]) + 1}"


def test_random_games():
    for seed in range(GAMES):
        rng = random.Random(seed)
        position, played = chuhe.Position(), []
        while len(position) < LONGEST:
            fen, moves = position.fen, position.legal_moves
            assert sorted(map(theirs, moves)) == sorted(pyffish.legal_moves("xiangqi", fen, [])), fen
            if not moves:
                assert position.verdict().winner == ("black" if position.turn == "red" else "red")
                break
            move = rng.choice(moves)
            played.append(theirs(move))
            position.play(move)
        start = pyffish.start_fen("xiangqi")
        assert position.fen.split()[:2] == pyffish.get_fen("xiangqi", start, played).split()[:2]
        assert position.in_check == pyffish.gives_check("xiangqi", start, played)
