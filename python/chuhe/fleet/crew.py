"""Hands shards to machines and takes results, until all are there or enough is known."""

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Optional

from .. import ChuheError
from . import node
from .job import Job

#: A shard that failed so often for its own reasons, and one whose machine died so often.
MOST_FAILURES = 3
MOST_DEATHS = 20
#: Shards that wait beside those that run, so that no machine waits for us and a cluster that can grow sees why it should.
WAITING_PER_CORE = 1
MOST_WAITING = 2000
#: A shard that takes so many times as long as the others, and so many seconds, is given to a second machine, too.
SLOW = 3.0
SLOW_SECONDS = 20.0
#: Seconds between two looks at the machines.
GLANCE = 5.0


class Crew:
    """The machines."""

    def __init__(self, address: Optional[str] = None, cores: Optional[int] = None) -> None:
        # Ray's own processes show a token wherever there is one; its client has to be told.
        if address and address.startswith("ray://") and _has_token():
            os.environ.setdefault("RAY_AUTH_MODE", "token")
        try:
            import ray  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError as error:
            raise ChuheError("the fleet needs Ray: pip install 'chuhe[fleet]'") from error
        self.ray: Any = ray
        # Functions by value: the machines need not have this package.
        ray.cloudpickle.register_pickle_by_value(node)
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if cores is None:
                ray.init(address=address or "auto", **quiet)
                return
        except (ConnectionError, ValueError, RuntimeError) as error:
            if address is not None:
                raise ChuheError(f"no cluster of Ray at {address}: {error}") from error
        # None runs, or only this machine is wanted.
        ray.init(address="local", num_cpus=cores, include_dashboard=False, **quiet)

    def machines(self) -> tuple[int, int]:
        """How many there are, and how many cores they have."""
        alive = [it for it in self.ray.nodes() if it["Alive"] and it["Resources"].get("CPU", 0) > 0]
        return len(alive), int(sum(it["Resources"]["CPU"] for it in alive))

    def run(
        self,
        job: Job,
        shards: Iterable[int],
        contents: dict[str, Path],
        take: Callable[[int, bytes, str], bool],
        glance: Callable[[int, int], None],
        cores: int = 1,
    ) -> None:
        """Does these shards. `take` gets each result once, and says whether it is enough."""
        # What still runs in the end is not cancelled one by one: tasks end with the connection that wants them, and Ray
        # (2.60) dies of a task that is over in the moment of its cancelling.
        run = _Run(self, job, shards, contents, cores)
        while run.is_open():
            run.submit()
            for shard, result in run.wait():
                if take(shard, result["data"], result["host"]):
                    return
            run.glance(glance)

    def close(self) -> None:
        self.ray.shutdown()


def _has_token() -> bool:
    is_named = any(os.environ.get(name) for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"))
    return is_named or (Path.home() / ".ray/auth_token").is_file()


class _Run:
    def __init__(self, crew: Crew, job: Job, shards: Iterable[int], contents: dict[str, Path], cores: int) -> None:
        self.crew, self.ray, self.job = crew, crew.ray, job
        self.waiting = deque(shards)
        #: What runs: its shard, and since when.
        self.running: dict[Any, tuple[int, float]] = {}
        self.done: set[int] = set()
        self.failures: dict[int, int] = {}
        self.deaths: dict[int, int] = {}
        self.seconds: list[float] = []
        self.task = self.ray.put(job.task())
        self.contents = {content: self.ray.put(path.read_bytes()) for content, path in contents.items()}
        # We do again ourselves what fails, and can say so.
        self.work = self.ray.remote(num_cpus=cores, max_retries=0)(node.work)
        self.places = 1
        self.cores = cores
        self.looked = 0.0
        self.glance(lambda machines, cores: None)

    def is_open(self) -> bool:
        """Is something not done? Whoever is late with what another has done is not waited for."""
        return bool(self.waiting) or any(shard not in self.done for shard, _ in self.running.values())

    def glance(self, tell: Callable[[int, int], None]) -> None:
        if time.monotonic() - self.looked < GLANCE:
            return
        self.looked = time.monotonic()
        machines, cores = self.crew.machines()
        self.places = max(1, cores // self.cores)
        tell(machines, cores)

    def submit(self) -> None:
        most = self.places + min(MOST_WAITING, WAITING_PER_CORE * self.places)
        while self.waiting and len(self.running) < most:
            self._send(self.waiting.popleft())
        if not self.waiting and len(self.running) < self.places:
            self._help_the_slow()

    def _send(self, shard: int) -> None:
        task = self.work.remote(self.task, shard, self.contents)
        self.running[task] = (shard, time.monotonic())

    def _help_the_slow(self) -> None:
        """Places are free and nothing waits: whoever is much slower than the others gets a second."""
        if not self.seconds:
            return
        usual = sorted(self.seconds)[len(self.seconds) // 2]
        limit = max(SLOW * usual, SLOW_SECONDS)
        counts: dict[int, int] = {}
        for shard, _ in self.running.values():
            counts[shard] = counts.get(shard, 0) + 1
        for shard, since in sorted(self.running.values(), key=lambda it: it[1]):
            if len(self.running) >= self.places:
                return
            if counts[shard] == 1 and time.monotonic() - since > limit:
                counts[shard] += 1
                self._send(shard)

    def wait(self) -> list[tuple[int, dict[str, Any]]]:
        """Results that came, each shard's first one."""
        ready, _ = self.ray.wait(list(self.running), num_returns=min(len(self.running), 64), timeout=0.2)
        results = []
        for task in ready:
            shard, _ = self.running.pop(task)
            try:
                result = self.ray.get(task)
            except self.ray.exceptions.RayError as error:
                self._failed(shard, error)
                continue
            if shard not in self.done:
                self.done.add(shard)
                self.seconds.append(result["seconds"])
                results.append((shard, result))
        return results

    def _failed(self, shard: int, error: Exception) -> None:
        if shard in self.done or any(it[0] == shard for it in self.running.values()):
            return
        cause = getattr(error, "cause", None)
        if isinstance(cause, node.BadInput):
            raise ChuheError(str(cause))
        is_ours = isinstance(cause, Exception)
        counts, most = (self.failures, MOST_FAILURES) if is_ours else (self.deaths, MOST_DEATHS)
        counts[shard] = counts.get(shard, 0) + 1
        if counts[shard] >= most:
            reason = cause if is_ours else f"shard {shard} was lost with {most} machines"
            raise ChuheError(str(reason))
        self.waiting.appendleft(shard)
