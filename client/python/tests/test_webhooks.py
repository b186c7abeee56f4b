from __future__ import annotations

import base64
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from certificate_provisioning_client import WebhookVerificationError, check_webhook_secret, verify_webhook

SECRET = "whsec_BbhODQtS9sgWfjYrfqJ3ZXmNFJMfXtltpoSbY/ozrW4="
NEXT = "whsec_" + base64.b64encode(b"another secret of 32 bytes length").decode()
NOW = 1795254073
CASES: Any = json.loads((Path(__file__).parents[2] / "cases" / "webhooks.json").read_text("utf-8"))
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


def test_another_tolerance_may_be_given() -> None:
    assert check(headers=signed(at=NOW - 900), tolerance_seconds=900)
    assert reason(headers=signed(at=NOW - 901), tolerance_seconds=900) == "too_old"


@pytest.mark.parametrize("body", [b"no json", b"[1]", b"\xff"])
def test_a_signed_body_that_is_no_object_is_refused(body: bytes) -> None:
    assert reason(body=body, headers=signed(body)) == "not_json"


def test_a_wrong_call_is_told_apart_from_a_wrong_delivery() -> None:
    with pytest.raises(TypeError, match="as it arrived"):
        check(body=EVENT)  # type: ignore[arg-type]
    # A stranger's request without a body.
    assert reason(body=None, headers={}) == "missing_header"


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: str(case["name"]))
def test_every_case_of_all_languages(case: dict[str, Any]) -> None:
    """Cases for the clients of all languages: those of TypeScript and Go read the same file."""
    secrets, result = case["secrets"], case["result"]
    at = CASES["at"] + case["secondsLater"]
    if result == "wrong_secret":
        with pytest.raises(ValueError, match="secret"):
            verify_webhook(case["body"], case["headers"], secrets, now=at)
        with pytest.raises(ValueError, match="secret"):
            check_webhook_secret(secrets)
        return
    check_webhook_secret(secrets)
    if result == "accepted":
        event = verify_webhook(case["body"], case["headers"], secrets, now=at)
        assert bool(event.is_test) == ("is_test" in case["body"])
        return
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(case["body"], case["headers"], secrets, now=at)
    assert caught.value.reason == result


def test_an_event_of_a_later_version_is_read() -> None:
    body = json.dumps({**EVENT, "event": "made_up.tomorrow", "data": {"thing": 1}}).encode()
    event = check(body=body, headers=signed(body))
    assert event.event == "made_up.tomorrow" and event.data.to_dict() == {"thing": 1}
