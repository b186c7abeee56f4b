"""Gives each Lambda credentials of its own, as its role's are in AWS, and writes down which requests are made, and by whom.

Nothing is written unless CPS_RECORD_REQUESTS names a file. It gets a line of JSON for each shape of a request: `caller` (a function's
name, `operator` for who has the credentials of the machine, or a service of AWS), `service` as requests are signed, `action`, and of the
request its shape (request_shapes.py). Beside it lies how often each line was seen. What MiniStack does by a call where AWS makes a request
(it invokes a Lambda, takes from a queue, reads a stream) is written as that request.
"""

import atexit
import functools
import hashlib
import json
import os
import re
import threading
import time

from ministack.core import lambda_runtime
from request_shapes import action_of, shape_of

FILE = os.environ.get("CPS_RECORD_REQUESTS", "")
COUNT_EVERY_SECONDS = 1

CREDENTIAL = re.compile(r"Credential=([^/]+)/[^/]*/[^/]*/([^/]+)/")

_functions = {}


def execution_credentials(config):
    """In place of MiniStack's, which gives all Lambdas of an account the same."""
    from ministack.services import sts

    name, role = config["FunctionName"], config["Role"].rsplit("/", 1)[-1]
    digest = hashlib.sha256(config["FunctionArn"].encode()).hexdigest()
    access_key, secret, token = f"ASIA{digest[:16].upper()}", digest[16:56], digest
    account = config["FunctionArn"].split(":")[4]
    _functions[access_key] = name
    sts.register_session(
        access_key,
        {
            "Arn": f"arn:aws:sts::{account}:assumed-role/{role}/{name[:64]}",
            "UserId": f"{role}:{name[:64]}",
            "SecretAccessKey": secret,
            "SessionToken": token,
        },
    )
    return {"AWS_ACCESS_KEY_ID": access_key, "AWS_SECRET_ACCESS_KEY": secret, "AWS_SESSION_TOKEN": token}


class Record:
    """The lines of a file, each with its count. It goes on where an earlier process, which may have been killed, left it."""

    def __init__(self, path):
        self.lock = threading.Lock()
        self.path, self.counts_path = path, f"{path}.counts.json"
        self.file = open(path, "a+", buffering=1)
        self.file.seek(0)
        self.at = {line.rstrip("\n"): number for number, line in enumerate(self.file)}
        self.counts = [0] * len(self.at)
        try:
            with open(self.counts_path) as counts:
                for number, count in enumerate(json.load(counts)):
                    self.counts[number] = count
        except FileNotFoundError:
            pass
        self.counted_at = 0.0
        atexit.register(self.write_counts)

    def note(self, caller, service, action, request):
        line = json.dumps({"caller": caller, "service": service, "action": action, "request": request}, sort_keys=True)
        with self.lock:
            number = self.at.setdefault(line, len(self.at))
            if number == len(self.counts):
                self.counts.append(0)
                self.file.write(line + "\n")
            self.counts[number] += 1
            if time.monotonic() - self.counted_at > COUNT_EVERY_SECONDS:
                self.write_counts()

    def write_counts(self):
        self.counted_at = time.monotonic()
        with open(f"{self.counts_path}.new", "w") as file:
            json.dump(self.counts, file)
        os.replace(f"{self.counts_path}.new", self.counts_path)


def recorded(app, record):
    """ASGI middleware: notes what is signed."""

    async def answer(scope, receive, send):
        headers = dict(scope["headers"]) if scope["type"] == "http" else {}
        signed = CREDENTIAL.search(headers.get(b"authorization", b"").decode("latin-1"))
        if not signed:
            await app(scope, receive, send)
            return
        parts = []

        async def hear():
            message = await receive()
            parts.append(message.get("body", b""))
            return message

        try:
            await app(scope, hear, send)
        finally:
            access_key, service = signed.groups()
            body = b"".join(parts)
            action = action_of(service, headers, scope["method"], scope["path"], body)
            record.note(_functions.get(access_key, "operator"), service, action, shape_of(service, headers, body))

    return answer


def before(module, name, note):
    """Has `note` called with its arguments before a function of MiniStack is."""
    original = getattr(module, name)

    @functools.wraps(original)
    def noted(*args, **kwargs):
        note(*args, **kwargs)
        return original(*args, **kwargs)

    setattr(module, name, noted)


def record_calls(record):
    """What the services of AWS do by themselves."""
    from ministack.services import apigateway, dynamodb, eventbridge, lambda_svc, sqs, stepfunctions

    def invoked(caller, function):
        record.note(caller, "lambda", "InvokeFunction", {"FunctionArn": function})

    def by_target(target, _event, source, *_args, **_kwargs):
        # A schedule's target names the role that calls; a rule calls by the function's own policy.
        invoked(target.get("RoleArn") or f"events.amazonaws.com {source.get('Arn', '')}", target["Arn"])

    def by_api(integration, api_id, stage, _path, _method, _headers, _body, _query, route_key="$default", *_args, **_kwargs):
        function = apigateway._extract_lambda_ref_from_integration_uri(integration.get("integrationUri", ""))
        invoked(f"apigateway.amazonaws.com {api_id}/{stage}/{route_key}", function)

    def from_queue(mapping, *_args):
        for action in ("ReceiveMessage", "DeleteMessage"):
            record.note(mapping["FunctionName"], "sqs", action, {"QueueUrl": mapping["EventSourceArn"]})

    def from_stream(table, *_args):
        for _, _, mapping in lambda_svc._iter_all_esms():
            if f":table/{table}/stream/" in mapping.get("EventSourceArn", ""):
                record.note(mapping["FunctionName"], "dynamodb", "GetRecords", {"StreamArn": mapping["EventSourceArn"]})

    before(stepfunctions, "_call_lambda", lambda function, _event: invoked("states.amazonaws.com", function))
    before(eventbridge, "_invoke_target", by_target)
    before(apigateway, "_invoke_lambda_proxy", by_api)
    before(lambda_svc, "_run_sqs_batch", from_queue)
    before(dynamodb, "stream_records_since", from_stream)


def install(ministack):
    lambda_runtime.execution_credentials = execution_credentials
    if FILE:
        record = Record(FILE)
        record_calls(record)
        ministack.app = recorded(ministack.app, record)
