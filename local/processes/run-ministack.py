"""Runs MiniStack, and ends idle Lambdas as AWS does.

MiniStack keeps the first process of every function for as long as it runs. Each is a Node process of 60 to 70 MB, and this
service has more than a dozen functions. The names replaced here belong to the version that versions.json pins: with another
one that lacks them, the import fails and nothing starts.
"""

import time

from ministack.core import lambda_runtime
from ministack.core.lambda_runtime import _LOCAL_WORKER_TTL, _lock, _workers, kill_workers


def reap_idle_workers(ttl=_LOCAL_WORKER_TTL):
    used_since = time.time() - ttl
    idle = []
    with _lock:
        for key, workers in list(_workers.items()):
            idle += [worker for worker in workers if not worker.in_use and worker.last_used < used_since]
            _workers[key] = [worker for worker in workers if worker not in idle]
    kill_workers(idle)
    return len(idle)


assert callable(lambda_runtime.reap_idle_workers)
# Before the rest is imported, which takes the function from there.
lambda_runtime.reap_idle_workers = reap_idle_workers

from ministack.app import main  # noqa: E402

main()
