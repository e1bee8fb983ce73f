"""What to do, as data: arguments for the program, files by content, and how many shards."""

import hashlib
import os
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import ChuheError


@dataclass
class Job:
    kind: str
    #: Of the program, as they are on the machines.
    arguments: list[str]
    shards: int = 0
    #: Games in all; 0 if only the first result will tell.
    games: int = 0
    #: Names on the machines, with content hashes.
    files: dict[str, str] = field(default_factory=dict)
    #: Content hash of the program.
    program: str = ""
    #: Bytes of a result, for empty shards.
    bytes: int = 0

    def plan(self) -> dict[str, Any]:
        """What must be the same to go on with a run."""
        return {
            "kind": self.kind,
            "arguments": self.arguments,
            "files": self.files,
            "program": self.program,
            "shards": self.shards,
        }

    def task(self) -> dict[str, Any]:
        """What a machine has to know."""
        return {**self.plan(), "bytes": self.bytes}


class Luggage:
    """Files that travel to the machines: each content once, under names that keep clear of each other."""

    def __init__(self) -> None:
        #: Content hash to path here.
        self.contents: dict[str, Path] = {}
        #: Name there to content hash.
        self.names: dict[str, str] = {}
        self._known: dict[Path, str] = {}

    def add(self, path: Path) -> str:
        """Packs a file or a folder; answers its name on the machines."""
        path = path.resolve()
        if path in self._known:
            return self._known[path]
        name, number = path.name, 1
        while name in self._known.values():
            number += 1
            name = f"{number}-{path.name}"
        self._known[path] = name
        if path.is_dir():
            for inner in sorted(it for it in path.rglob("*") if it.is_file()):
                self.names[f"{name}/{inner.relative_to(path).as_posix()}"] = self.pack(inner)
        else:
            self.names[name] = self.pack(path)
        return name

    def pack(self, path: Path) -> str:
        try:
            content = hash_of(path)
        except OSError as error:
            raise ChuheError(f"{path}: {error.strerror or error}") from error
        self.contents[content] = path
        return content


def hash_of(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as source:
        while block := source.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def pack_player(text: str, luggage: Luggage) -> str:
    """A player as the machines know it: `net:FILE`, files of a command and of its options travel along."""
    description, *options = text.split(";")
    kind, colon, what = description.partition(":")
    if kind.strip() == "net" and colon:
        description = f"net:{luggage.add(Path(what.strip()))}"
    elif kind.strip() == "cmd" and colon:
        description = "cmd:" + " ".join(_pack_word(it, luggage) for it in shlex.split(what))
    return ";".join([description, *(_pack_option(it, luggage) for it in options)])


def _pack_word(word: str, luggage: Luggage) -> str:
    # A bare name is a program of the system, unless it is a file of ours: `python my_bot.py`.
    is_ours = os.path.isfile(word)
    word = f"./{luggage.add(Path(word))}" if is_ours else word
    return f'"{word}"' if " " in word else word


def _pack_option(option: str, luggage: Luggage) -> str:
    name, equals, value = option.partition("=")
    if equals and name.strip() == "EvalFile" and os.path.isfile(value.strip()):
        return f"{name}={luggage.add(Path(value.strip()))}"
    return option
