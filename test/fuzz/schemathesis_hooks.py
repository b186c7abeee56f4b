"""Rules that Schemathesis cannot read in the OpenAPI document, and the reasons for rejecting data that matches it."""

import hashlib
import itertools
import os

import schemathesis

# Hostnames are unique over all organizations: two runs on one cloud must not collide.
RUN = os.environ["CPS_FUZZ_RUN"]

HOSTNAME = "a hostname has rules that no JSON Schema states, and another domain may have it already"
CURSOR = "a cursor is signed by the service: nobody can make one up"
ADDRESS = "an address has rules that no JSON Schema states"
URL = "a URL has rules that no JSON Schema states"
CONFIG = "which fields a server takes depends on its type, and ARNs have rules that no JSON Schema states"
ARN = "an ARN has rules that no JSON Schema states"
REUSABLE = "only a reusable token has a bound and an end of its own, and it has both"
SECRET = "what follows whsec_ has to be base64 of 24 bytes or more"
CONTRAST = "what is written has to be readable on what lies beneath"
IMAGE = "a logo is a PNG or a WebP"
EVENT = "an event has to be in the log"
PERIOD = "a period ends after it begins, and has begun"
PROTO = "__proto__ is refused as a key, because objects lose it"

RANGE = "a report has days that are kept, have begun, and are not too many"
REPORTS = ["getTimeToActive", "getFailures", "getRenewals", "getWebhooksReport", "getApiUse", "getChangesReport"]

# Operation -> start of a field's path in `details.errors` -> why data that matches the document may be rejected.
INSTANT = "an instant is in UTC, and one that there is"
REFUSED_FIELDS = {
    "createDomain": {"url": HOSTNAME, "metadata": PROTO},
    "createDomains": {"domains[": HOSTNAME},
    "updateDomain": {
        "metadata": "it is merged: 20 keys may be left at most; and " + PROTO,
        "refuse_transfer": "there is one to refuse only while another organization asks for the hostname",
    },
    "listAudit": {"object_id": "needs the type of the object", "created_": INSTANT, "cursor": CURSOR},
    "listRequests": {"cursor": CURSOR},
    **{report: {"from": RANGE, "to": RANGE} for report in REPORTS},
    "listKeys": {"cursor": CURSOR},
    "createKey": {
        "expires_at": "a key ends in the future",
        "allowed_addresses": ADDRESS,
        "mode": "a key makes keys of its own mode only",
    },
    "updateKey": {"expires_at": "a key ends in the future", "allowed_addresses": ADDRESS},
    "listDomains": {
        "cursor": CURSOR,
        "sort": "a list by expiry has an order of its own",
        "created_": INSTANT,
        "updated_": INSTANT,
        "expires_": INSTANT,
    },
    "listDomainEvents": {"cursor": CURSOR},
    "listServers": {"cursor": CURSOR},
    "listMachines": {"cursor": CURSOR},
    "listMachineKeys": {"cursor": CURSOR},
    "listWebhooks": {"cursor": CURSOR},
    "lookAtDns": {"url": HOSTNAME},
    "putTheme": {
        "colors": CONTRAST,
        "frame_ancestors[": URL,
        "logo": IMAGE,
        "support_url": URL,
        "texts": "no control characters",
    },
    "createServer": {"id": "another server may have it already", "address": ADDRESS, "config": CONFIG},
    "updateServer": {"address": ADDRESS, "config": CONFIG},
    "getAwsAccess": {
        "server_id": "only a server in an AWS account",
        "role_arn": ARN,
        "listener_arn": ARN,
        "http_listener_arn": ARN,
        "distribution_id": "an id of a distribution has a form of its own, and only a server of type cloudfront has one",
    },
    "createEnrollment": {"max_machines": REUSABLE, "expires_in_days": REUSABLE},
    "listEnrollmentTokens": {"cursor": CURSOR},
    "createWebhook": {"url": URL, "secret": SECRET},
    "updateWebhook": {"url": URL},
    "rotateWebhookSecret": {"secret": SECRET},
    "listDeliveries": {"cursor": CURSOR},
    "testWebhook": {"domain_id": "a webhook's own event is about no domain"},
    "redeliver": {"event_id": "a delivery is of one event"},
    "replayDeliveries": {"since": PERIOD, "until": PERIOD, "cursor": CURSOR},
    "listEvents": {"after": EVENT, "since": EVENT, "cursor": CURSOR},
}

# Operations that the resource's state may forbid.
CONFLICTS = {
    "createKey": "a secret that was replaced makes no keys",
    "updateKey": "a key that ends changes none that lasts longer",
    "rotateKey": "a key that has ended gets no secret",
    "revokeKey": "a key does not revoke itself",
    "retryDomain": "only a domain in error can be retried",
    "renewDomain": "only an active domain can be renewed",
    "revokeDomain": "only a certificate that is served can be revoked",
    "deleteServer": "a server with domains cannot be deleted",
    "checkServer": "only a server in an AWS account is checked",
    "testWebhook": "nothing is sent to a disabled webhook",
    "redeliver": "nothing is sent to a disabled webhook, and nothing twice at once",
    "replayDeliveries": "nothing is sent to a disabled webhook",
    "getTestClock": "only test mode has a clock of its own, and this key is of live mode",
    "moveTestClock": "only test mode has a clock of its own, and this key is of live mode",
}

# Operations with their own rate limit, per domain, webhook or organization.
LIMITED = {"checkDomain", "retryDomain", "renewDomain", "revokeDomain", "testWebhook", "lookAtDns", "lookAtDnsOfMany"}

IDEMPOTENCY_KEY = "Idempotency-Key"


# Resource -> ids from earlier answers: with random ids, nearly every request would end in a 404.
KNOWN_IDS = {"domains": [], "servers": [], "webhooks": []}
CALLS = itertools.count()
CREATIONS = {"createDomain", "createServer", "createWebhook"}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """The document allows values of later versions. This version must return only the listed ones."""
    close_open_enums(raw_schema)


def close_open_enums(value):
    if isinstance(value, list):
        for item in value:
            close_open_enums(item)
    if not isinstance(value, dict):
        return
    known, *others = value.get("anyOf", [None])
    if others == [{"type": "string"}] and "enum" in known:
        del value["anyOf"]
        value.update(known)
    for child in value.values():
        close_open_enums(child)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Replaces most generated values with ones that the service knows or accepts."""
    leave_line_feeds_out(case)
    ask_for_no_json_lines(case)
    if not is_positive(case):
        return
    write_integers_plainly(case)
    digest = digest_of((case.method, case.path, case.path_parameters, case.query, case.body))
    is_stateful = case.meta.phase.name.value == "stateful"
    if is_stateful:
        # A replayed 201 may be about a resource that was deleted since, which this phase's checks would miss.
        use_idempotency_key(case, f"{RUN}-{next(CALLS)}")
    # One in eight stays as generated.
    if int(digest[0], 16) < 2:
        return
    use_registrable_names(case)
    if not is_stateful:
        # In the other phases ids and cursors come from earlier answers, including ids of deleted resources.
        use_known_id(case, digest)
        leave_cursor_out(case)
        # The document's one example of a key would be sent with every request, and nearly always be reused for another request.
        use_idempotency_key(case, f"{RUN}-{digest[:16]}")


@schemathesis.hook
def after_call(context, case, response):
    resource, body = resource_of(case), response_json(response)
    if operation_of(case) in CREATIONS and response.status_code == 201:
        KNOWN_IDS[resource].append(body["id"])
    if body.get("deleted") is True and body["id"] in KNOWN_IDS.get(resource, []):
        KNOWN_IDS[resource].remove(body["id"])


def leave_line_feeds_out(case):
    """MiniStack's route patterns match no line feed: the path goes to $default, whose 404 comes before all other checks."""
    for name, value in (case.path_parameters or {}).items():
        if isinstance(value, str) and ("\n" in value or "%0A" in value):
            case.path_parameters[name] = value.replace("\n", "-").replace("%0A", "-")


def ask_for_no_json_lines(case):
    """JSON lines, which Schemathesis would parse as JSON. The unit tests of the audit read them."""
    if (case.query or {}).get("format") == "jsonl":
        case.query["format"] = "csv"


def write_integers_plainly(case):
    """JSON Schema accepts 7.0 as an integer; the service rejects it as a query parameter."""
    for name, value in (case.query or {}).items():
        if isinstance(value, float) and value.is_integer():
            case.query[name] = int(value)


def use_known_id(case, digest):
    if "id" not in (case.path_parameters or {}):
        return
    known = KNOWN_IDS.get(resource_of(case), [])
    # The first one is never deleted, so that one always exists.
    choices = known[1:] if case.method == "DELETE" else known
    if choices:
        case.path_parameters = {**case.path_parameters, "id": choices[int(digest[1:9], 16) % len(choices)]}


def leave_cursor_out(case):
    if "cursor" in (case.query or {}):
        case.query = {name: value for name, value in case.query.items() if name != "cursor"}


def use_idempotency_key(case, key):
    for name in [name for name in case.headers or {} if name.lower() == IDEMPOTENCY_KEY.lower()]:
        case.headers[name] = key


def use_registrable_names(case):
    operation = operation_of(case)
    if not isinstance(case.body, dict):
        return
    if operation in ("createDomain", "lookAtDns"):
        case.body = registrable(case.body)
    if operation == "lookAtDnsOfMany":
        case.body = {**case.body, "urls": [registrable({"url": url})["url"] for url in case.body["urls"]]}
    if operation == "createDomains":
        case.body = {**case.body, "domains": [registrable(item) for item in case.body["domains"]]}
    if operation in ("createWebhook", "updateWebhook") and "url" in case.body:
        case.body = {**case.body, "url": f"https://hooks.localhost/{len(case.body['url'])}"}


def registrable(item):
    digest = digest_of(item)
    if int(digest[0], 16) < 2:
        return item
    return {**item, "url": f"f{digest[:12]}-{RUN}.customer.test"}


def digest_of(value):
    return hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()


def operation_of(case):
    return case.operation.definition.raw.get("operationId")


def resource_of(case):
    return case.operation.path.split("/")[2]


def response_json(response):
    body = response.json() if "json" in response.headers.get("content-type", [""])[0] else {}
    return body if isinstance(body, dict) else {}


@schemathesis.check
def refusals_have_a_reason(ctx, response, case):
    """Data that matches the document may be rejected only for a reason in the tables above."""
    if not is_positive(case) or response.status_code not in (409, 422, 429):
        return
    operation = operation_of(case)
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
