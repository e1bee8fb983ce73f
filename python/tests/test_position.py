"""Positions: moves, notations, verdicts, pictures, and what does not fit."""

import copy
import pickle

import chuhe
import pytest


def test_start_and_moves():
    position = chuhe.Position()
    assert position.turn == "red" and len(position.legal_moves) == 44 and len(position) == 0
    assert position.play("炮二平五") == chuhe.Move("h2e2")
    assert position.play("H8+7") == chuhe.Move("h9g7")
    assert position.push(chuhe.Move("h0g2")).uci() == "h0g2"
    assert position.line("wxf") == ["C2=5", "H8+7", "H2+3"]
    assert position.line() == ["炮二平五", "马８进７", "马二进三"]
    assert position.pop() == chuhe.Move("h0g2")
    assert position.undo() and position.undo() and position.undo() is None
    assert position == chuhe.Position()


def test_a_game_is_a_sequence():
    game = chuhe.Position(moves="h2e2 h9g7 h0g2 i9h9")
    assert len(game) == 4 and game[0] == chuhe.Move("h2e2") and game[-1].to_square == "h9"
    assert [str(move) for move in game] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    assert game[:2] == chuhe.Position(moves=["h2e2", "h9g7"])
    assert len(game[1:3]) == 2 and game[1:3].start_fen == game[:1].fen
    with pytest.raises(IndexError):
        game[4]
    with pytest.raises(chuhe.ChuheError):
        game[::2]


def test_after_copy_and_pickle():
    position = chuhe.Position(moves="h2e2")
    after = position.after("h9g7")
    assert len(position) == 1 and len(after) == 2
    for again in (position.copy(), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        again.play("h9g7")
        assert again == after and len(position) == 1
    assert pickle.loads(pickle.dumps(chuhe.Move("a0a1"))) == chuhe.Move("a0a1")
    assert len({chuhe.Move("a0a1"), chuhe.Move("a0a1"), chuhe.Move("a0a2")}) == 2
    assert chuhe.Move("b2e2").mirrored() == chuhe.Move("h2e2")


def test_pieces_and_facts():
    position = chuhe.Position()
    assert position.piece_at("e0") == "K" and position.piece_at("e5") is None
    assert len(position.pieces()) == 32 and set(position.pieces("black").values()) == set("rnbakcp")
    assert {str(move) for move in position.captures} == {"b2b9", "h2h9"}
    assert position.is_capture("h2h9") and not position.gives_check("h2h9")
    assert position.is_legal("h2e2") and not position.is_legal("h2h8") and not position.is_legal("rubbish")
    assert position.perft(3) == 79666


def test_verdicts_explain_themselves():
    mated = chuhe.Position("3k5/4P4/4R4/9/9/9/9/9/9/4K4 w")
    mated.play("e7d7")
    verdict = mated.verdict()
    assert verdict and verdict.is_over and (verdict.status, verdict.reason, verdict.winner, verdict.result) == (
        "red_wins",
        "checkmate",
        "red",
        "1-0",
    )
    assert verdict.explain() and verdict.explain("zh") and verdict.explain() != verdict.explain("zh")
    assert not chuhe.Position().verdict("course") and not chuhe.Position().is_over()
    # A chariot checks for ever: a loss under the Asian rules.
    checks = " ".join(["a8a9 e9e8 a9a8 e8e9"] * 3)
    forever = chuhe.Position("4k4/R8/9/9/9/9/9/9/9/3K5 w", checks)
    assert forever.verdict().reason == "perpetual_check" and forever.verdict().winner == "black"


def test_pictures():
    position = chuhe.Position(moves="h2e2")
    assert str(position).startswith("9 r n b a k a b n r")
    assert repr(position).startswith("Position('rnbakabnr/")
    picture = position._repr_svg_()
    assert picture.startswith("<svg") and picture.endswith("</svg>") and "<text" not in picture
    assert position.svg(flipped=True, arrows=[chuhe.Move("h9g7")], width=200) != picture


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: chuhe.Position("nonsense"),
        lambda: chuhe.Position("9/9/9/9/9/9/9/9/9/9 w"),
        lambda: chuhe.Position(moves="h2e2 h2e2"),
        lambda: chuhe.Position().play("车九平八"),
        lambda: chuhe.Position().play(chuhe.Move("a0a9")),
        lambda: chuhe.Position().play(7),
        lambda: chuhe.Move("z9z9"),
        lambda: chuhe.Position().piece_at("k3"),
        lambda: chuhe.Position().pieces("green"),
        lambda: chuhe.Position().write("h2e2", "klingon"),
        lambda: chuhe.Position().verdict("house"),
        lambda: chuhe.Position().verdict().explain("fr"),
        lambda: chuhe.Engine(hash=0),
        lambda: chuhe.Engine(threads=0),
        lambda: chuhe.Engine(net="no such file"),
        lambda: chuhe.Engine(hash=1).search(chuhe.Position(), level=11),
        lambda: chuhe.Engine(hash=1).search(chuhe.Position(), time=-1.0),
        lambda: chuhe.loads(b"\x00\x01\x02"),
        lambda: chuhe.read("no such file.pgn"),
        lambda: chuhe.Record(chuhe.Position(), "2-0"),
        lambda: chuhe.Record(chuhe.Position()).write("docx"),
    ],
)
def test_what_does_not_fit_raises_one_exception(wrong):
    with pytest.raises(chuhe.ChuheError) as raised:
        wrong()
    assert len(str(raised.value)) > 8
