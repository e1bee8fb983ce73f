"""Compares games from `export_games` (standard input) with pyffish, an independent judge.

Legal moves, checks, mates and notation must agree on every ply. Repetitions must agree unless
one of the two sees a perpetual chase: there the two follow different texts, as docs/rules.md
explains, and differences are only counted.
"""

import collections
import json
import multiprocessing
import sys

import pyffish

VARIANT = "xiangqi"


def theirs(move):
    """h2e2 -> h3e3: pyffish counts ranks from 1."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def check_position(asked, complain):
    fen = asked["fen"]
    expected = sorted(pyffish.legal_moves(VARIANT, fen, []))
    found = sorted(theirs(move) for move in asked["legal"])
    if expected != found:
        complain(f"legal moves in {fen}: {sorted(set(expected) ^ set(found))}")
    if pyffish.gives_check(VARIANT, fen, []) != asked["check"]:
        complain(f"check in {fen}: ours {asked['check']}")


def check_notation(game, moves, complain):
    wxf = pyffish.NOTATION_XIANGQI_WXF
    expected = pyffish.get_san_moves(VARIANT, game["start"], moves, False, wxf)
    for move, theirs_, ours in zip(moves, expected, game["wxf"], strict=True):
        # pyffish names the file of a tandem piece whose twin could not go there; we never do.
        named_by_file = theirs_[1:2].isdigit() and theirs_[2:] == ours[2:]
        if theirs_ != ours and not named_by_file:
            complain(f"WXF of {move} from {game['start']}: ours {ours}, theirs {theirs_}")


def check_end(game, moves, complain, counts):
    last = game["asked"][-1]
    if not last["legal"]:
        result = pyffish.game_result(VARIANT, last["fen"], [])
        ours = game["reason"] in ("checkmate", "stalemate")
        if result >= 0 or not ours:
            complain(f"end in {last['fen']}: ours {game['status']}, theirs {result}")
        counts[game["reason"]] += 1
        return
    if game["reason"] not in ("repetition", "perpetual_check", "perpetual_chase"):
        return
    is_over, value = pyffish.is_optional_game_end(VARIANT, game["start"], moves)
    wins = {"Red": "red_wins", "Black": "black_wins"}
    loses = {"Red": "black_wins", "Black": "red_wins"}
    side = game["side"]
    status = "draw" if value == 0 else wins[side] if value > 0 else loses[side]
    counts[game["reason"]] += 1
    if is_over and status == game["status"]:
        return
    chase_seen = game["reason"] == "perpetual_chase" or (is_over and status != "draw")
    if is_over and chase_seen and game["reason"] != "perpetual_check":
        counts["chases judged differently"] += 1
        return
    complain(
        f"repetition from {game['start']} {' '.join(moves)}: "
        f"ours {game['status']}, theirs {status if is_over else 'ongoing'}"
    )


def check(line):
    game = json.loads(line)
    counts = collections.Counter(games=1, plies=len(game["moves"]), positions=len(game["asked"]))
    complaints = []
    moves = [theirs(move) for move in game["moves"]]
    for asked in game["asked"]:
        check_position(asked, complaints.append)
    check_notation(game, moves, complaints.append)
    check_end(game, moves, complaints.append, counts)
    return counts, complaints


def main():
    total, complaints = collections.Counter(), []
    with multiprocessing.Pool() as pool:
        for counts, found in pool.imap_unordered(check, sys.stdin, chunksize=16):
            total += counts
            complaints += found
    print("oracle:", ", ".join(f"{count} {name}" for name, count in total.items()))
    for complaint in complaints[:20]:
        print("oracle differs:", complaint)
    if complaints or total["games"] == 0:
        sys.exit(f"{len(complaints)} differences in {total['games']} games")


if __name__ == "__main__":
    main()
