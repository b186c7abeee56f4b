"""Keeps what MiniStack has acknowledged through a `kill -9`.

MiniStack writes its state when it ends in order, and only then. Here every request that changes a table or a hosted zone is also
appended to a journal before it is answered, by one write(2): what the kernel has taken outlives the process. Now and then a forked
copy of the process writes the whole state, beside the running one, and the journal begins anew. The next start reads the state and
then the journal. Tables and zones lose nothing so; queues and what else MiniStack has go back to the last state, and `npm start`
has the relay queue what was in the outbox since then.
"""

import asyncio
import fcntl
import glob
import json
import logging
import os
import signal
import time

from ministack import app
from ministack.core import persistence
from ministack.core.persistence import STATE_DIR
from ministack.services import dynamodb, route53

# A state is written at most so often, and takes at most a twentieth of a core.
LEAST_PAUSE_SECONDS = 15
PAUSES_FOR_ITS_DURATION = 20
# A copy that hangs, on a lock that some thread held when it was made, is given up.
LONGEST_SAVE_SECONDS = 120

_set_item, _remove_item = dynamodb._set_item, dynamodb._remove_item
_handle_request = dynamodb.handle_request
_handle_zone_request = route53.handle_request
_save_all, _load_persisted_state = app.save_all, app._load_persisted_state


class Journal:
    """Changes of items, and all zones after each change of one, in files that are numbered as they are begun."""

    def __init__(self):
        self.pending = []
        self.file = None
        self.number = 0
        self.is_empty = True

    @staticmethod
    def files():
        return sorted(glob.glob(os.path.join(STATE_DIR, "journal.*.jsonl")))

    def begin(self):
        os.makedirs(STATE_DIR, exist_ok=True)
        before = self.file
        numbers = [int(name.split(".")[-2]) for name in self.files()]
        self.number = max([self.number, *numbers]) + 1
        path = os.path.join(STATE_DIR, f"journal.{self.number:08d}.jsonl")
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.is_empty = True
        if before is not None:
            os.close(before)

    def note(self, table, pk, sk, item):
        self.pending.append(json.dumps([table["TableArn"], pk, sk, item]))

    def note_zones(self):
        self.pending.append(json.dumps({"zones": route53.get_state()}, default=persistence._json_default))

    def write(self):
        """All changes of one request at once: a transaction is in the journal as a whole."""
        if not self.pending or self.file is None:
            return
        lines, self.pending = self.pending, []
        os.write(self.file, ("\n".join(lines) + "\n").encode())
        self.is_empty = False


journal = Journal()
saving = None
saved_at = 0.0


def set_item(table, pk, sk, item):
    journal.note(table, pk, sk, item)
    return _set_item(table, pk, sk, item)


def remove_item(table, pk, sk):
    journal.note(table, pk, sk, None)
    return _remove_item(table, pk, sk)


async def handle_request(*request):
    try:
        return await _handle_request(*request)
    finally:
        journal.write()


async def handle_zone_request(method, *request):
    try:
        return await _handle_zone_request(method, *request)
    finally:
        if method != "GET":
            journal.note_zones()
            journal.write()


def replay():
    tables = {table["TableArn"]: table for _, table in dynamodb._tables.all_items()}
    for path in Journal.files():
        with open(path) as lines:
            for line in lines:
                if not line.endswith("\n"):
                    break  # its request was never answered
                change = json.loads(line)
                if isinstance(change, dict):
                    route53.load_persisted_state(json.loads(line, object_hook=persistence._json_object_hook)["zones"])
                    continue
                arn, pk, sk, item = change
                if arn not in tables:
                    continue
                if item is None:
                    _remove_item(tables[arn], pk, sk)
                else:
                    _set_item(tables[arn], pk, sk, item)


def hold_lock():
    """Held by whoever writes the state or reads it whole; given back when the process ends."""
    os.makedirs(STATE_DIR, exist_ok=True)
    lock = os.open(os.path.join(STATE_DIR, "lock"), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def load_persisted_state():
    lock = hold_lock()
    _load_persisted_state()
    replay()
    os.close(lock)
    journal.begin()
    # What was replayed is still to be saved.
    journal.is_empty = len(Journal.files()) == 1
    asyncio.get_running_loop().call_later(LEAST_PAUSE_SECONDS, save_beside)


def save_beside():
    """On the event loop, so between two requests: the copy has no half of one."""
    global saving, saved_at
    pause = LEAST_PAUSE_SECONDS
    if saving is not None:
        pid, started_at, earlier = saving
        if os.waitpid(pid, os.WNOHANG) == (0, 0):
            pause = 1
        else:
            saving = None
            pause = max(LEAST_PAUSE_SECONDS, PAUSES_FOR_ITS_DURATION * (time.monotonic() - started_at))
    elif not journal.is_empty:
        earlier = Journal.files()
        journal.begin()
        pid = os.fork()
        if pid == 0:
            save_and_end(earlier)
        saving = (pid, time.monotonic(), earlier)
        pause = 1
    asyncio.get_running_loop().call_later(pause, save_beside)


def save_and_end(earlier):
    """In the copy, which never returns. It must not hold the ports and pipes of the process that it was made of."""
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.alarm(LONGEST_SAVE_SECONDS)
        logging.disable(logging.CRITICAL)
        os.closerange(3, min(os.sysconf("SC_OPEN_MAX"), 65536))
        os.nice(10)
        save(earlier)
    finally:
        os._exit(0)


def save(earlier):
    hold_lock()
    before = written_at()
    _save_all(app._build_persistence_save_dict())
    if written_at() == before:
        return  # it could not be written, and the journal is all that there is
    for path in earlier:
        os.remove(path)


def written_at():
    try:
        return os.stat(os.path.join(STATE_DIR, "dynamodb.json")).st_mtime_ns
    except FileNotFoundError:
        return None


def save_all(services):
    """At an orderly end: nothing is journalled after it."""
    if saving is not None:
        os.kill(saving[0], signal.SIGKILL)
        os.waitpid(saving[0], 0)
    journal.write()
    save(Journal.files())


def install():
    dynamodb._set_item, dynamodb._remove_item = set_item, remove_item
    dynamodb.handle_request = handle_request
    route53.handle_request = handle_zone_request
    app.save_all, app._load_persisted_state = save_all, load_persisted_state
