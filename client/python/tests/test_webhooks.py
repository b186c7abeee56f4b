from __future__ import annotations

import base64
import hmac
import json
from typing import Any

import pytest

from certificate_provisioning_client import WebhookVerificationError, verify_webhook

SECRET = "whsec_BbhODQtS9sgWfjYrfqJ3ZXmNFJMfXtltpoSbY/ozrW4="
NEXT = "whsec_" + base64.b64encode(b"another secret of 32 bytes length").decode()
NOW = 1795254073
EVENT = {"id": "evt_1", "event": "certificate.issued", "data": {"domain": {"id": 1, "url": "shop.customer.com"}}}
BODY = json.dumps(EVENT).encode()


def signed(body: bytes = BODY, secret: str = SECRET, at: int = NOW) -> dict[str, str]:
    key = base64.b64decode(secret[len("whsec_") :]) if secret.startswith("whsec_") else secret.encode()
    standard = base64.b64encode(hmac.digest(key, b"evt_1.%d.%s" % (at, body), "sha256")).decode()
    return {
        "X-Service-Signature": "sha256=" + hmac.digest(secret.encode(), body, "sha256").hex(),
        "Webhook-Id": "evt_1",
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": f"v1,{standard}",
    }


def check(body: bytes | str = BODY, headers: Any = None, secrets: Any = SECRET, **options: Any) -> Any:
    return verify_webhook(body, signed() if headers is None else headers, secrets, now=NOW, **options)


def reason(**call: Any) -> str:
    with pytest.raises(WebhookVerificationError) as caught:
        check(**call)
    assert "whsec_" not in str(caught.value)
    return caught.value.reason


def test_a_delivery_is_read_as_an_event() -> None:
    event = check()
    assert (event.event, event.data.domain.url, event.data.webhook) == ("certificate.issued", "shop.customer.com", None)
    assert check(body=BODY.decode()).id == "evt_1"


def test_a_secret_of_your_own_and_one_with_spaces_around_it_fit() -> None:
    assert check(headers=signed(secret="my own secret "), secrets="my own secret ")
    assert check(secrets=f" {SECRET}\n")


def test_either_secret_fits_while_one_is_rotated() -> None:
    old, new = signed(), signed(secret=NEXT)
    both = {
        **old,
        "X-Service-Signature-Next": new["X-Service-Signature"],
        "Webhook-Signature": f"{old['Webhook-Signature']} {new['Webhook-Signature']}",
    }
    assert check(headers=both, secrets=SECRET) and check(headers=both, secrets=NEXT)
    assert check(secrets=[NEXT, SECRET])


@pytest.mark.parametrize("missing", list(signed()))
def test_each_header_is_needed(missing: str) -> None:
    assert reason(headers={name: value for name, value in signed().items() if name != missing}) == "missing_header"


def test_one_wrong_signature_of_the_two_is_enough_to_refuse() -> None:
    other = signed(secret=NEXT)
    for name in ("X-Service-Signature", "Webhook-Signature"):
        assert reason(headers={**signed(), name: other[name]}) == "wrong_signature"
    assert reason(body=BODY + b" ") == "wrong_signature"


@pytest.mark.parametrize(
    "wrong",
    [
        {"Webhook-Timestamp": "now"},
        {"Webhook-Signature": "v1a,abc"},
        {"X-Service-Signature": "sha256=ABC"},
        {"webhook-id": "evt_2"},
    ],
)
def test_a_header_that_is_malformed_or_there_twice_is_refused(wrong: dict[str, str]) -> None:
    assert reason(headers={**signed(), **wrong}) == "malformed_header"


def test_another_time_than_now_is_refused() -> None:
    assert check(headers=signed(at=NOW - 300)) and check(headers=signed(at=NOW + 300))
    assert reason(headers=signed(at=NOW - 301)) == "too_old"
    assert reason(headers=signed(at=NOW + 301)) == "too_new"
    assert check(headers=signed(at=NOW - 900), tolerance_seconds=900)


@pytest.mark.parametrize("body", [b"no json", b"[1]", b"\xff"])
def test_a_signed_body_that_is_no_object_is_refused(body: bytes) -> None:
    assert reason(body=body, headers=signed(body)) == "not_json"


def test_a_wrong_call_is_told_apart_from_a_wrong_delivery() -> None:
    for secrets in ("", [], "whsec_", [SECRET, ""]):
        with pytest.raises(ValueError, match="secret"):
            check(secrets=secrets)
    with pytest.raises(ValueError, match="base64"):
        check(secrets="whsec_not base64")
    with pytest.raises(TypeError, match="as it arrived"):
        check(body=EVENT)  # type: ignore[arg-type]


def test_an_event_of_a_later_version_is_read() -> None:
    body = json.dumps({**EVENT, "event": "made_up.tomorrow", "data": {"thing": 1}}).encode()
    event = check(body=body, headers=signed(body))
    assert event.event == "made_up.tomorrow" and event.data.to_dict() == {"thing": 1}
