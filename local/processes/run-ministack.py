"""Runs MiniStack on Uvicorn, starts, answers and ends Lambdas without delay, refuses what a website sends, keeps what it has
acknowledged (durable_state.py), passes mail on (mail_relay.py), reads trust policies (trusted_roles.py), and tells its callers apart
(recorded_requests.py).

MiniStack keeps the first process of every function for as long as it runs. Each is a Node process of 60 to 70 MB, and this
service has more than a dozen functions. It also answers every website, under every name, and a Lambda is code to run. The names
replaced here belong to the version that pins/python/cloud.txt pins: with another one that lacks them, the import fails and nothing starts.
"""

import array
import asyncio
import fcntl
import functools
import hashlib
import os
import queue
import re
import shutil
import tempfile
import termios
import time
import types
import zipfile

import hypercorn.asyncio
import uvicorn
import uvloop
from jsonata.parser import Parser
from ministack.core import lambda_runtime
from ministack.core.lambda_runtime import _LOCAL_WORKER_TTL, _lock, _workers, kill_workers
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

# From foreign-requests.ts, which says why.
LOCAL_HOST = re.compile(os.environ["CPS_LOCAL_HOST"], re.IGNORECASE)
LOCAL_ORIGIN = re.compile(os.environ["CPS_LOCAL_ORIGIN"], re.IGNORECASE)
FOREIGN_SITE = os.environ["CPS_FOREIGN_SITE"]
REFUSED = os.environ["CPS_REFUSED"].encode() + b"\n"


def reap_idle_workers(ttl=_LOCAL_WORKER_TTL):
    used_since = time.time() - ttl
    idle = []
    with _lock:
        for key, workers in list(_workers.items()):
            idle += [worker for worker in workers if not worker.in_use and worker.last_used < used_since]
            _workers[key] = [worker for worker in workers if worker not in idle]
    kill_workers(idle)
    return len(idle)


def has_unread(pipe):
    size = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, size)
    return size[0] > 0


def drain_stderr(worker, **_waits):
    """What an invocation has logged, in place of a wait of 50 ms for the log of one that logs nothing. Its lines were written
    before its answer: only the thread that reads them may be behind."""
    lines = []
    for _ in range(50):
        process = worker._proc
        behind = process is not None and has_unread(process.stderr)
        time.sleep(0.001)
        try:
            while True:
                lines.append(worker._stderr_queue.get_nowait())
        except queue.Empty:
            if not behind:
                break
    return "\n".join(lines)


class CodeZip(zipfile.ZipFile):
    def extractall(self, path):
        """All processes of a function share its files: unpacking takes as long as starting."""
        with open(self.filename, "rb") as file:
            shared = os.path.join(tempfile.gettempdir(), f"code-{hashlib.file_digest(file, 'sha256').hexdigest()}")
        if not os.path.exists(shared):
            own = tempfile.mkdtemp(prefix="unpacked-")
            super().extractall(own)
            try:
                os.rename(own, shared)
            except OSError:  # Another process of the function was first.
                shutil.rmtree(own)
        os.rmdir(path)
        os.symlink(shared, path)


class HeadAndBody:
    """Of a connection: what Uvicorn writes as two packets, for each of which its client wakes, leaves as one."""

    def __init__(self, transport):
        self.transport = transport
        self.head = b""
        self.has_head = False

    def __getattr__(self, name):
        return getattr(self.transport, name)

    def write(self, data):
        if self.has_head:
            self.transport.write(self.head + data)
            self.head = b""
        else:
            self.head = data
            self.has_head = True


send_message = RequestResponseCycle.send


async def send_whole(cycle, message):
    if message["type"] == "http.response.start" and cycle.scope["method"] != "HEAD":
        cycle.transport = HeadAndBody(cycle.transport)
    await send_message(cycle, message)


RequestResponseCycle.send = send_whole

parse_expression = Parser.parse


@functools.lru_cache(maxsize=1024)
def parsed_expression(*expression):
    return parse_expression(Parser(), *expression)


# The same expressions of a state machine come with each of its states: reading them takes longer than computing them.
Parser.parse = lambda _, *expression: parsed_expression(*expression)

# Longer than any client keeps an idle connection: one that is closed under a POST is a failure that nobody repeats.
KEEP_ALIVE_SECONDS = 600


async def serve(app, config):
    """In place of Hypercorn: its parser in Python takes as much time as the whole of what it serves."""
    [address] = config.bind
    host, _, port = address.rpartition(":")
    await uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=int(port),
            http="httptools",
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=int(config.graceful_timeout),
            date_header=False,  # MiniStack sends its own
            access_log=False,
            log_level="warning",
        )
    ).serve()


def is_foreign(scope):
    fields = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]
    hosts = [value for name, value in fields if name == "host"]
    origins = [value for name, value in fields if name == "origin"]
    return (
        not (hosts and all(LOCAL_HOST.fullmatch(host) for host in hosts))
        or not all(LOCAL_ORIGIN.fullmatch(origin) for origin in origins)
        or ("sec-fetch-site", FOREIGN_SITE) in fields
    )


def only_local(app):
    """ASGI middleware."""

    async def answer(scope, receive, send):
        if scope["type"] == "lifespan" or not is_foreign(scope):
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            # Before the handshake is accepted, this is answered as 403.
            await send({"type": "websocket.close"})
        else:
            headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(REFUSED)).encode())]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": REFUSED})

    return answer


assert callable(lambda_runtime.reap_idle_workers)
# Before the rest is imported, which takes the function from there.
lambda_runtime.reap_idle_workers = reap_idle_workers
assert callable(lambda_runtime.Worker._drain_stderr_bounded)
lambda_runtime.Worker._drain_stderr_bounded = drain_stderr
assert lambda_runtime.zipfile is zipfile
lambda_runtime.zipfile = types.SimpleNamespace(**{**vars(zipfile), "ZipFile": CodeZip})

import durable_state  # noqa: E402
import mail_relay  # noqa: E402
import recorded_requests  # noqa: E402
import trusted_roles  # noqa: E402
from ministack import app as ministack  # noqa: E402
from ministack.services import dynamodb  # noqa: E402

# The same few conditions come with every write: reading them anew takes a twentieth of its time.
dynamodb._condition_syntax_error = functools.lru_cache(maxsize=1024)(dynamodb._condition_syntax_error)

durable_state.install()
recorded_requests.install(ministack)
mail_relay.install()
trusted_roles.install(ministack)
ministack.app = only_local(ministack.app)
# MiniStack begins a loop of the policy, and takes the server from its module.
asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
hypercorn.asyncio.serve = serve
ministack.main()
