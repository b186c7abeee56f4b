from __future__ import annotations

import typing
from datetime import date, datetime, timezone

from certificate_provisioning_client import Model, models

DOMAIN = {
    "id": 118271623110656,
    "url": "shop.customer.com",
    "ssl_status": "made_up_tomorrow",
    "metadata": {"plan": "pro"},
    "created_at": "2026-11-21T05:58:41.117Z",
    "renews_on": "2027-01-20",
    "dns_records": [{"type": "CNAME", "value": "a.cname.example.net", "made_up_tomorrow": [1]}],
    "diagnosis": {"code": "made_up_tomorrow", "actor": "customer", "fix": {"text": "Add a record.", "records": []}},
    "made_up_tomorrow": {"added": True},
}


def test_a_model_has_dates_objects_and_none_for_what_is_absent() -> None:
    domain = models.Domain.from_dict(DOMAIN)
    assert domain.created_at == datetime(2026, 11, 21, 5, 58, 41, 117000, timezone.utc)
    assert domain.renews_on == date(2027, 1, 20)
    assert domain.dns_records[0].value == "a.cname.example.net"
    assert domain.diagnosis.fix.text == "Add a record."
    assert (domain.expires_at, domain.error, domain.metadata) == (None, None, {"plan": "pro"})


def test_what_a_later_version_answers_is_no_error_and_is_not_lost() -> None:
    domain = models.Domain.from_dict(DOMAIN)
    assert (domain.ssl_status, domain.diagnosis.code) == ("made_up_tomorrow", "made_up_tomorrow")
    assert domain.to_dict() == DOMAIN
    odd = {"created_at": 5, "renews_on": "soon", "dns_records": None, "diagnosis": "none", "metadata": [1]}
    assert {name: getattr(models.Domain.from_dict(odd), name) for name in odd} == odd


def test_a_name_that_python_reserves_is_read_from_its_own_field() -> None:
    assert models.FailuresReport.from_dict({"from": "2026-11-01"}).from_ == date(2026, 11, 1)


def test_a_printed_object_shows_no_secret() -> None:
    webhook = models.WebhookWithSecret.from_dict({"id": 7, "secret": "whsec_c2VjcmV0"})
    assert webhook.secret == "whsec_c2VjcmV0" and "whsec_" not in repr(webhook)
    enrollment = models.Enrollment.from_dict({"token": "enroll_c2VjcmV0", "server_id": 1})
    assert enrollment.token == "enroll_c2VjcmV0" and "enroll_" not in repr(enrollment)


def test_a_printed_event_shows_which_key_it_is_about() -> None:
    event = models.Event.from_dict({"data": {"api_key": {"id": "cps_pk_live_1"}}})
    assert "cps_pk_live_1" in repr(event)


def test_every_model_can_be_read() -> None:
    every = [one for one in vars(models).values() if isinstance(one, type) and issubclass(one, Model) and one is not Model]
    assert len(every) > 90
    for model in every:
        assert all(getattr(model.from_dict({}), name) is None for name in typing.get_type_hints(model) if name != "_json")
