"""What Schemathesis cannot read in the OpenAPI document, and why each refusal of data that fits the document is right."""

import hashlib
import os

import schemathesis

# Hostnames are claimed for all organizations: two runs against one cloud must not meet.
RUN = os.environ["CPS_FUZZ_RUN"]

HOSTNAME = "a hostname has rules that no JSON Schema states, and another domain may have it already"
CURSOR = "a cursor is signed by the service: nobody can make one up"
ADDRESS = "an address has rules that no JSON Schema states"
URL = "a URL has rules that no JSON Schema states"
SECRET = "what follows whsec_ has to be base64"
PROTO = "__proto__ is refused as a key, because objects lose it"

# Operation -> start of a field's path in `details.errors` -> why data that fits the document may still be refused.
REFUSED_FIELDS = {
    "createDomain": {"url": HOSTNAME, "metadata": PROTO},
    "createDomains": {"domains[": HOSTNAME},
    "updateDomain": {"metadata": "it is merged: 20 keys may be left at most; and " + PROTO},
    "listDomains": {"cursor": CURSOR},
    "listDomainEvents": {"cursor": CURSOR},
    "listServers": {"cursor": CURSOR},
    "listMachines": {"cursor": CURSOR},
    "listWebhooks": {"cursor": CURSOR},
    "createServer": {"id": "another server may have it already", "address": ADDRESS},
    "updateServer": {"address": ADDRESS},
    "createWebhook": {"url": URL, "secret": SECRET},
    "updateWebhook": {"url": URL},
    "rotateWebhookSecret": {"secret": SECRET},
}

# Operations whose state may forbid them.
CONFLICTS = {
    "retryDomain": "only a domain in error can be retried",
    "renewDomain": "only an active domain can be renewed",
    "deleteServer": "a server with domains cannot be deleted",
}

# Operations with a limit of their own for each domain.
LIMITED = {"checkDomain", "retryDomain", "renewDomain"}

IDEMPOTENCY_KEY = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    """Most made-up hostnames become ones that can be registered: else nothing behind their rules is ever reached."""
    operation = case.operation.definition.raw.get("operationId")
    if not is_positive(case) or not isinstance(case.body, dict):
        return
    if operation == "createDomain":
        case.body = registrable(case.body)
    if operation == "createDomains":
        case.body = {**case.body, "domains": [registrable(item) for item in case.body["domains"]]}


def registrable(item):
    digest = hashlib.sha256(repr(item).encode("utf-8", "surrogatepass")).hexdigest()
    # One in eight stays as it was made.
    if int(digest[0], 16) < 2:
        return item
    return {**item, "url": f"f{digest[:12]}-{RUN}.customer.test"}


@schemathesis.check
def refusals_have_a_reason(ctx, response, case):
    """Data that fits the document is refused for a reason of the tables above, and for no other."""
    if not is_positive(case) or response.status_code not in (409, 422, 429):
        return
    operation = case.operation.definition.raw.get("operationId")
    error = response.json()["error"]
    problem = f"{operation} answers {response.status_code} {error}, and schemathesis_hooks.py has no reason for it"
    assert is_expected(operation, case, response.status_code, error), problem


def is_expected(operation, case, status, error):
    has_idempotency_key = any(name.lower() == IDEMPOTENCY_KEY.lower() for name in case.headers or {})
    if status == 429:
        return operation in LIMITED
    if status == 409:
        return operation in CONFLICTS or has_idempotency_key
    if error["code"] == "idempotency_key_reused":
        return has_idempotency_key
    if error["code"] != "validation_error":
        return False
    allowed = REFUSED_FIELDS.get(operation, {})
    return all(any(field.startswith(start) for start in allowed) for field in error["details"]["errors"])


def is_positive(case):
    meta = case.meta
    return meta is not None and meta.generation.mode.is_positive
