"""What runs on the machines of a fleet. It travels there by value, so it imports the standard library and Ray only."""

import hashlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Optional


class BadInput(Exception):
    """The program refused what it was given: it would do so on every machine."""


class Failed(Exception):
    """The program failed here; another machine may have more luck."""


def work(task: dict[str, Any], shard: int, contents: dict[str, Any]) -> dict[str, Any]:
    """Does one shard and returns its file. `contents` has a reference for each content hash of the task's files."""
    began = time.monotonic()
    if task["kind"] == "empty":
        result = bytes(task["bytes"])
    else:
        result = _run(task, shard, contents)
    return {"data": result, "host": socket.gethostname(), "seconds": time.monotonic() - began}


def _run(task: dict[str, Any], shard: int, contents: dict[str, Any]) -> bytes:
    _sweep()
    with tempfile.TemporaryDirectory(prefix="shard-", dir=_cache()) as folder:
        for name, content in task["files"].items():
            _place(_fetch(content, contents), Path(folder, name))
        program = _fetch(task["program"], contents)
        out = os.path.join(folder, "result")
        command = [str(program), *task["arguments"], "--shard", f"{shard}/{task['shards']}", "--out", out]
        told = _call(command, folder)
        if told is not None:
            kind = BadInput if told[0] == 2 else Failed
            raise kind(f"shard {shard} on {socket.gethostname()}: {told[1]}")
        return Path(out).read_bytes()


def _call(command: list[str], folder: str) -> Optional[tuple[int, str]]:
    """Runs the program to its end; None if it did its work, else its exit code and its last words."""
    environment = {**os.environ, "CHUHE_ENDS_WITH_PARENT": "1"}
    try:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except OSError as error:
        return 1, f"the program cannot be started: {error}"
    try:
        output, errors = process.communicate()
    except BaseException:  # The fleet was stopped.
        process.kill()
        process.wait()
        raise
    # Code 2 with a last line: some of the games could not be read, all others were done.
    if process.returncode == 0 or (process.returncode == 2 and output):
        return None
    lines = errors.decode(errors="replace").strip().splitlines()
    return process.returncode, lines[-1] if lines else f"it ended with code {process.returncode}"


def _cache() -> Path:
    """Files by their content hash, kept between shards; nobody else may put anything there."""
    owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    folder = Path(tempfile.gettempdir(), f"chuhe-fleet-{owner}")
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid"):
        found = folder.lstat()
        if found.st_uid != os.getuid() or found.st_mode & 0o077:
            raise Failed(f"{folder} on {socket.gethostname()} is not ours alone")
    return folder


def _sweep() -> None:
    """What killed shards have left; nobody works on one for a week."""
    week_ago = time.time() - 7 * 24 * 3600
    for folder in _cache().glob("shard-*"):
        try:
            if folder.stat().st_mtime < week_ago:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:  # Another shard was faster.
            pass


def _fetch(content: str, contents: dict[str, Any]) -> Path:
    """The file with this hash; it is sent for only if no shard before has."""
    path = _cache() / content
    if path.is_file():
        return path
    import ray  # type: ignore[import-not-found,import-untyped,unused-ignore]

    data = ray.get(contents[content])
    if hashlib.sha256(data).hexdigest() != content:
        raise Failed(f"{content[:16]} came damaged to {socket.gethostname()}")
    handle, fresh = tempfile.mkstemp(dir=_cache())
    with os.fdopen(handle, "wb") as sink:
        sink.write(data)
    # Executable all of them: which is a program, its command knows.
    os.chmod(fresh, 0o700)
    os.replace(fresh, path)
    return path


def _place(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
