"""Workers on a Ray cluster of one or many machines with Hustings installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from hustings.arena.workers import tasks
from hustings.arena.workers.tasks import Kept, R, W
from hustings.engine.errors import HustingsError

LOCAL = "local"
LOOPBACK = "127.0.0.1"
MEMORY = 100 << 20  # bytes of Ray's object store on this machine, which holds work and results in transit


class RayCluster:
    """Workers that run as tasks on a Ray cluster; Ray repeats a lost task on another worker.

    Args:
        address: The address of a running cluster, or "local" for workers that Ray starts on this machine for this
            process alone.
        count: The number of workers to use; by default all processors of the cluster.
    """

    def __init__(self, address: str = LOCAL, count: int | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # send no usage statistics
        try:
            import ray
        except ImportError:
            raise HustingsError("a cluster needs Ray: in a checkout, pip install '.[cluster]'") from None
        self._ray: Any = ray
        self._ours = not ray.is_initialized()
        if self._ours:
            self._join(address, count)
        self.count = count or int(self._ray.cluster_resources().get("CPU", 1))
        remote = self._ray.remote(num_cpus=1, max_retries=tasks.ATTEMPTS - 1)
        self._task = remote(tasks.answered)

    def _join(self, address: str, count: int | None) -> None:
        settings: dict[str, Any] = {"address": address}
        if address == LOCAL:
            settings |= {"num_cpus": count or tasks.processors(), "include_dashboard": False}
            settings |= {"_node_ip_address": LOOPBACK, "object_store_memory": MEMORY}
            settings["runtime_env"] = {"env_vars": {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}}
        try:
            self._ray.init(configure_logging=False, log_to_driver=False, **settings)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise HustingsError(f"the cluster {address!r} cannot be joined: {error}") from None

    def begin(self, do: Callable[[W, Kept], R], work: W) -> Callable[[], R]:
        task = self._task.remote(do, work)

        def wait() -> R:
            try:
                answer: R | str = self._ray.get(task)
            except self._ray.exceptions.WorkerCrashedError:
                raise tasks.lost(work) from None
            return tasks.result_of(answer)

        return wait

    def close(self) -> None:
        """Disconnect from the cluster, and stop it if it was started here."""
        if self._ours:
            self._ray.shutdown()
