"""Where results wait: a folder beside the output with a plan and a file for each finished shard."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import ChuheError
from .job import Job


class Desk:
    def __init__(self, out: Path) -> None:
        self.out = out
        self.folder = out.with_name(out.name + ".fleet")
        self._plan = self.folder / "plan.json"

    def begin(self, job: Job) -> None:
        """Begins a run, or goes on with one whose plan is the same. How many shards it has, the plan says."""
        if self.out.exists():
            raise ChuheError(f"{self.out} exists already; give another --out")
        kept = self.kept()
        if kept is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(self._plan, json.dumps(job.plan(), indent=1, ensure_ascii=False).encode())
            return
        for name, value in job.plan().items():
            if kept.get(name) != value:
                raise ChuheError(
                    f"{self.folder} was begun with other settings (its {name} differs): give the same command, another "
                    "--out, or remove the folder"
                )

    def kept(self) -> Any:
        """The plan of an earlier run; None if there is none."""
        try:
            return json.loads(self._plan.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise ChuheError(f"{self._plan} cannot be read: {error}") from error

    def results(self) -> Iterator[tuple[int, bytes]]:
        """Finished shards, with their files."""
        for path in sorted(self.folder.glob("*.shard")):
            yield int(path.stem), path.read_bytes()

    def keep(self, shard: int, data: bytes) -> None:
        """On the disk, whole, when this returns."""
        _write(self.folder / f"{shard:08}.shard", data)

    def clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def _write(path: Path, data: bytes) -> None:
    part = path.with_suffix(".part")
    try:
        with open(part, "wb") as sink:
            sink.write(data)
            sink.flush()
            os.fsync(sink.fileno())
        os.replace(part, path)
    except OSError as error:
        raise ChuheError(f"{path}: {error.strerror or error}") from error
