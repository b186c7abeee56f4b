"""What is kept of a request to AWS: what IAM may ask for, and of DynamoDB's the shape.

What is private is never kept: of the values in a table only their types are, of keys how they begin (`DOMAIN#~1`). Values that are equal
within a request are equal there too, so that each shape could be sent again.
"""

import json
import re
from urllib.parse import parse_qs

# Of a request's JSON, what says which resource and under which conditions. The rest may be private.
KEPT = {
    "kms": ("KeyId", "EncryptionContext"),
    "secretsmanager": ("SecretId",),
    "ses": ("FromEmailAddress",),
    "sqs": ("QueueUrl",),
    "states": ("stateMachineArn",),
}
# Names in encryption contexts whose values policies compare; of others they ask whether they are there.
COMPARED = ("acmeDirectory", "purpose")
ATTRIBUTE_TYPES = {"S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"}
# Says twice what was said once, under a random name.
LEFT_OUT = ("ClientRequestToken",)
ATTRIBUTE_NAME = re.compile("[A-Za-z]+")
KEY_PREFIX = re.compile("[A-Z]+#")
KEY_WORD = re.compile("[A-Z]{2,20}")


RECORD_SET = {"names": re.compile(b"<Name>([^<]*)</Name>"), "types": re.compile(b"<Type>([^<]*)</Type>")}
# Each change of a zone has an id of its own.
CHANGE_ID = re.compile("/change/[^/]+$")


def shape_of(service, headers, body):
    if service == "route53":
        return {what: sorted({one.decode() for one in found.findall(body)}) for what, found in RECORD_SET.items()} if body else {}
    if service == "sts":
        asked = parse_qs(body.decode())
        return {"RoleArn": asked.get("RoleArn", [""])[0], **({"ExternalId": "given"} if "ExternalId" in asked else {})}
    if b"json" not in headers.get(b"content-type", b"") or not body:
        return {}
    if service == "dynamodb":
        return masked(json.loads(body))
    return kept(service, json.loads(body)) if service in KEPT else {}


def masked(body, seen=None):
    """A request to DynamoDB whose values are replaced by numbers, in the order in which they appear."""
    seen = {} if seen is None else seen
    if isinstance(body, list):
        return [masked(part, seen) for part in body]
    if not isinstance(body, dict):
        return body
    if len(body) == 1 and next(iter(body)) in ATTRIBUTE_TYPES:
        return {kind: masked_value(kind, value, seen) for kind, value in body.items()}
    shape = {name: masked(part, seen) for name, part in body.items() if name not in LEFT_OUT}
    # A map may have its names from ids.
    names = shape.get("ExpressionAttributeNames", {})
    for placeholder, name in names.items():
        if not ATTRIBUTE_NAME.fullmatch(name):
            names[placeholder] = f"~{seen.setdefault(name, len(seen) + 1)}"
    return shape


def masked_value(kind, value, seen):
    if kind in ("BOOL", "NULL"):
        return value
    if kind in ("M", "L"):
        return {} if kind == "M" else []
    if kind in ("B", "BS"):
        return "AA==" if kind == "B" else ["AA=="]
    if kind in ("SS", "NS"):
        return [masked_value(kind[0], one, seen) for one in value[:1]]
    number = seen.setdefault((kind, value), len(seen) + 1)
    if kind == "N":
        return str(number)
    prefix = KEY_PREFIX.match(value)
    return value if value == "" or KEY_WORD.fullmatch(value) else f"{prefix[0] if prefix else ''}~{number}"


def kept(service, body):
    request = {name: body[name] for name in KEPT.get(service, ()) if name in body}
    if "EncryptionContext" in request:
        context = request["EncryptionContext"]
        request["EncryptionContext"] = {name: context[name] if name in COMPARED else "~" for name in context}
    return request


def action_of(service, headers, method, path, body):
    target = headers.get(b"x-amz-target", b"").decode()
    if target:
        return target.rsplit(".", 1)[-1]
    if b"form-urlencoded" in headers.get(b"content-type", b""):
        return parse_qs(body.decode()).get("Action", [method])[0]
    # Of an object, its bucket and folder.
    return f"{method} {CHANGE_ID.sub('/change/*', path) if service != 's3' else object_path(path)}"


def object_path(path):
    bucket_and_folder, separator, _ = path.rstrip("/").rpartition("/")
    return f"{bucket_and_folder}{separator}*" if bucket_and_folder else path.rstrip("/")
