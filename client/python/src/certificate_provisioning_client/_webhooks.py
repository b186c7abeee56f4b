from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
import time
from typing import Any, Iterable, Protocol, Sequence

from .models import Event

#: Prefix of Standard Webhooks: the rest is the key in base64. A secret without it is the key itself.
ENCODED = "whsec_"
TOLERANCE_SECONDS = 300
SIGNATURE = "x-service-signature"
#: The signature with the new secret during a rotation.
NEXT_SIGNATURE = "x-service-signature-next"


class WebhookVerificationError(Exception):
    """The request must not be processed. The message is for your log: it says what to do and contains no secret."""

    reason: str
    """`missing_header`, `malformed_header`, `too_old`, `too_new`, `wrong_signature` or `not_json`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Headers(Protocol):
    """Request headers of Django, Flask, Starlette, aiohttp and others, or a dict. Names are case-insensitive."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


def verify_webhook(
    raw_body: bytes | str,
    headers: Headers,
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Event:
    """
    Returns the event of a delivery if both of its signatures are valid and it is recent. `x-service-signature` signs the body,
    `webhook-signature` (Standard Webhooks) id, time and body. The service sends both, so a request with one is rejected.

    `raw_body`: the unparsed body. `secrets`: one, or several during a rotation; one that matches is enough.
    `now`: seconds since 1970, for tests. Raises WebhookVerificationError; TypeError or ValueError for wrong arguments.
    A test event has `is_test`: nothing has happened.
    """
    keys = _read_secrets(secrets)
    found = _headers(headers)
    event_id, timestamp = _header(found, "webhook-id"), _header(found, "webhook-timestamp")
    signatures = [part[len("v1,") :] for part in _header(found, "webhook-signature").split(" ") if part.startswith("v1,")]
    if not signatures:
        raise WebhookVerificationError("malformed_header", "webhook-signature holds no signature of version v1")
    body_signatures = _body_signatures(found)
    if not isinstance(raw_body, (bytes, bytearray, memoryview, str)):
        raise TypeError("verify_webhook needs the body as it arrived, bytes or text: keep it from your JSON parser")
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    _refuse_other_times(timestamp, tolerance_seconds, time.time() if now is None else now)
    signed = b"%s.%s.%s" % (event_id.encode(), timestamp.encode(), body)
    in_time = [base64.b64encode(hmac.digest(decoded, signed, "sha256")).decode() for decoded, _ in keys]
    _refuse_unless_one_fits("webhook-signature", signatures, in_time)
    _refuse_unless_one_fits(SIGNATURE, body_signatures, [hmac.digest(text, body, "sha256").hex() for _, text in keys])
    return Event.from_dict(_object(body))


def check_webhook_secret(secrets: str | Sequence[str]) -> None:
    """Raises ValueError for an unusable secret. Call it when your program starts, not at the first delivery."""
    _read_secrets(secrets)


def _read_secrets(secrets: str | Sequence[str]) -> list[tuple[bytes, bytes]]:
    keys = [_keys(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("there is no webhook secret: give at least one")
    return keys


def _keys(secret: object) -> tuple[bytes, bytes]:
    """The two keys of a secret: its decoded part for `webhook-signature`, its whole text for `x-service-signature`."""
    text = secret if isinstance(secret, str) else ""
    if text.strip().startswith(ENCODED):
        text = text.strip()
    encoded = text[len(ENCODED) :] if text.startswith(ENCODED) else None
    try:
        decoded = text.encode() if encoded is None else base64.b64decode(encoded, validate=True)
    except binascii.Error:
        raise ValueError("the webhook secret is not whsec_ and base64: copy it again") from None
    # With an empty key, for example from an unset variable, anybody could sign.
    if not decoded:
        raise ValueError("the webhook secret is empty")
    return decoded, text.encode()


def _headers(headers: Headers) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in headers.items():
        found.setdefault(str(name).lower(), []).extend(value if isinstance(value, (list, tuple)) else [str(value)])
    return found


def _header_if_any(headers: dict[str, list[str]], name: str) -> str | None:
    values = headers.get(name, [])
    if len(values) > 1:
        raise WebhookVerificationError("malformed_header", f"the header {name} is there more than once")
    return values[0] if values and values[0] else None


def _header(headers: dict[str, list[str]], name: str) -> str:
    value = _header_if_any(headers, name)
    if value is None:
        raise WebhookVerificationError("missing_header", f"the header {name} is missing: this is no signed delivery")
    return value


def _body_signatures(headers: dict[str, list[str]]) -> list[str]:
    """Signatures of the body in lower-case hex: two during a rotation."""
    following = _header_if_any(headers, NEXT_SIGNATURE)
    values = [_header(headers, SIGNATURE), *([following] if following else [])]
    if not all(re.fullmatch(r"sha256=[0-9a-f]{64}", value) for value in values):
        raise WebhookVerificationError("malformed_header", f"{SIGNATURE} is not sha256= and 64 digits of hex")
    return [value[len("sha256=") :] for value in values]


def _refuse_other_times(timestamp: str, tolerance: float, now: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("malformed_header", "webhook-timestamp is not a time in whole seconds since 1970")
    age = int(now) - int(timestamp)
    if abs(age) <= tolerance:
        return
    how = f"{abs(age)} s {'ago' if age > 0 else 'ahead'} by the clock of this machine, and {tolerance:g} s are allowed"
    message = f"the attempt was made {how}: a repeat of an old request, or a clock that is wrong"
    raise WebhookVerificationError("too_old" if age > 0 else "too_new", message)


def _refuse_unless_one_fits(header: str, given: list[str], right: list[str]) -> None:
    # Constant-time comparison.
    if any(hmac.compare_digest(one.encode(), other.encode()) for one in given for other in right):
        return
    remedy = "is this the secret of this webhook, and the body as it arrived, byte for byte?"
    raise WebhookVerificationError("wrong_signature", f"no signature in {header} fits: {remedy}")


def _object(body: bytes) -> dict[str, Any]:
    try:
        parsed = json.loads(body)
    except ValueError:
        parsed = None
    if isinstance(parsed, dict):
        return parsed
    raise WebhookVerificationError("not_json", "the signature fits, but the body is no JSON object: report it to the service")
