"""Reads what we write with cchess, an independent reader of records: the moves must be the same.

    python reread.py CHUHE FOLDER

CHUHE is our program, FOLDER holds records of any format. Every game is written as XQF with all its
variations, and its main line as PGN, in ICCS and in Chinese. Only the main line, since cchess stops at
a variation in a PGN and cannot read a comment before the first move. Its Chinese has gaps: pieces in
front of each other on one file. There it may stop, but it must have read the same moves before.
"""

import concurrent.futures
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import cchess

#: Moves of pieces that may stand in front of each other: cchess misreads some of them.
TANDEM = "前后中一二三四五相象仕士"


def convert(chuhe, source, form, *more):
    command = [chuhe, "convert", str(source), "--to", form, *more]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def games_of(chuhe, source):
    """One JSON object a game."""
    return [json.loads(line) for line in convert(chuhe, source, "json").splitlines()]


def reread(path):
    try:
        lines = cchess.Game.read_from(str(path)).dump_iccs_moves()
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return [f"cchess: {error!r}"]
    return [move.replace("-", "").lower() for move in lines[0]] if lines else []


def is_gap(chuhe, game, found):
    """Whether cchess stopped at, or misread, a move that it is known not to understand."""
    same = 0
    while same < len(found) and found[same] == game["main"][same]:
        same += 1
    line = " ".join(game["main"])
    command = [chuhe, "notation", "--fen", game["fen"], "--moves", line, "--to", "chinese"]
    words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return words[same][0] in TANDEM


def check_pgn(chuhe, game, place, notation):
    text, target = place / "game.txt", place / "game.pgn"
    text.write_text(game["fen"] + "\n" + " ".join(game["main"]) + "\n", encoding="utf-8")
    convert(chuhe, text, "pgn", "--notation", notation, "--out", str(target), "--force")
    found = reread(target)
    return found == game["main"] or notation == "chinese" and is_gap(chuhe, game, found)


def check_xqf(chuhe, folder, place):
    """Every file that we write must have moves that we read from it, too."""
    target = place / "xqf"
    target.mkdir()
    convert(chuhe, folder, "xqf", "--out", str(target))
    ours = {pathlib.Path(game["file"]).name: game["main"] for game in games_of(chuhe, target)}
    return {path.name: reread(path) == ours[path.name] for path in sorted(target.iterdir())}


def check_game(chuhe, game):
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        name = f"{game['file']} game {game['game']} as PGN"
        return {f"{name}, {it}": check_pgn(chuhe, game, place, it) for it in ["iccs", "chinese"]}


def main(chuhe, folder):
    known = [game for game in games_of(chuhe, folder) if game["main"]]
    with tempfile.TemporaryDirectory() as place:
        verdicts = check_xqf(chuhe, folder, pathlib.Path(place))
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for of_game in pool.map(check_game, itertools.repeat(chuhe), known, chunksize=16):
            verdicts.update(of_game)
    wrong = [name for name, is_right in verdicts.items() if not is_right]
    for name in wrong:
        print(f"cchess reads {name} differently")
    print(f"cchess read {len(verdicts)} files, {len(wrong)} differently")
    return 1 if wrong or len(verdicts) < 3 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
