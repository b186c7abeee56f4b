from __future__ import annotations

import json
from datetime import datetime, timezone

import httpx
import pytest
from conftest import CREDENTIALS, SITE, Caller, Played, answer, refusal

from certificate_provisioning_client import (
    APIConnectionError,
    APITimeoutError,
    Client,
    ConflictError,
    InternalServerError,
    NotFoundError,
    PreconditionFailedError,
    QuotaExceededError,
    RateLimitError,
    SettingsError,
    UnexpectedAnswerError,
    ValidationError,
)

DOMAIN = {"id": 118271623110656, "url": "shop.customer.com", "ssl_status": "pending"}


def get(client):  # type: ignore[no-untyped-def]
    return client.domains.get(DOMAIN["id"])


def create(client):  # type: ignore[no-untyped-def]
    return client.domains.create(url="shop.customer.com", server_id=1, metadata={"plan": "pro"})


class TestARequest:
    def test_goes_to_the_site_behind_its_path_with_both_keys(self, call: Caller) -> None:
        played = Played([answer(201, DOMAIN)])
        domain = call(played, create)
        [request] = played.requests
        assert str(request.url) == f"{SITE}/api/domains"
        assert (request.headers["x-api-key-id"], request.headers["x-api-key"]) == ("cps_pk_test_played", "sk_test_played")
        assert json.loads(request.content) == {"url": "shop.customer.com", "server_id": 1, "metadata": {"plan": "pro"}}
        assert domain.id == DOMAIN["id"]

    def test_sends_null_only_where_null_says_something(self, call: Caller) -> None:
        played = Played([answer(200, {}), answer(200, {})])
        call(played, lambda client: client.api_keys.update("cps_pk_live_1", expires_at=None))
        call(played, lambda client: client.api_keys.update("cps_pk_live_1", name="ci"))
        assert [json.loads(request.content) for request in played.requests] == [{"expires_at": None}, {"name": "ci"}]

    def test_writes_filters_as_the_api_reads_them(self, call: Caller) -> None:
        played = Played([answer(200, {"data": [], "next_cursor": None})])
        after = datetime(2026, 11, 26, 12, tzinfo=timezone.utc)
        call(played, lambda client: client.domains.list(metadata={"plan": "pro"}, created_after=after, expires_within=0))
        assert dict(played.requests[0].url.params) == {
            "limit": "100",
            "metadata[plan]": "pro",
            "created_after": "2026-11-26T12:00:00Z",
            "expires_within": "0",
        }

    def test_refuses_a_time_without_a_zone(self, call: Caller) -> None:
        with pytest.raises(ValueError, match="has no time zone"):
            call(Played([]), lambda client: client.domains.list(created_after=datetime(2026, 11, 26)))

    def test_keeps_an_id_in_its_place_in_the_path(self, call: Caller) -> None:
        played = Played([answer(200, {})])
        call(played, lambda client: client.events.get("../domains?x=1"))
        assert played.requests[0].url.raw_path == b"/tenant/api/events/..%2Fdomains%3Fx%3D1"
        with pytest.raises(ValueError, match="is no id"):
            call(Played([]), lambda client: client.events.get(""))


class TestARepeat:
    def test_follows_a_lost_answer_with_the_same_idempotency_key(self, call: Caller) -> None:
        played = Played([httpx.ReadError("reset"), httpx.ReadTimeout("slow"), answer(201, DOMAIN)])
        assert call(played, create).id == DOMAIN["id"]
        keys = {request.headers["idempotency-key"] for request in played.requests}
        assert len(played.requests) == 3 and len(keys) == 1
        assert 0.25 <= call.pauses[0] <= 0.5 <= call.pauses[1] <= 1

    def test_of_another_call_has_another_key_unless_one_is_given(self, call: Caller) -> None:
        played = Played([answer(201, DOMAIN), answer(201, DOMAIN), answer(201, DOMAIN)])
        call(played, create)
        call(played, create)
        call(played, lambda client: client.domains.create(url="a.b.c", server_id=1, idempotency_key="order-17"))
        first, second, third = (request.headers["idempotency-key"] for request in played.requests)
        assert first != second and third == "order-17"

    @pytest.mark.parametrize("status", [429, 503, 500, 502, 504])
    def test_follows_what_passes(self, call: Caller, status: int) -> None:
        played = Played([answer(status, {"message": "Too Many Requests"}), answer(200, DOMAIN)])
        assert call(played, get).id == DOMAIN["id"]

    def test_waits_as_long_as_the_api_says(self, call: Caller) -> None:
        in_20_s = {"retry_after": "Thu, 26 Nov 2026 12:00:20 GMT", "date": "Thu, 26 Nov 2026 12:00:00 GMT"}
        limit = refusal(429, "rate_limit_exceeded", retry_after="7")
        call(Played([limit, refusal(503, "service_unavailable", **in_20_s), answer(200, DOMAIN)]), get)
        assert 7 <= call.pauses[0] <= 7.5 and 20 <= call.pauses[1] <= 20.5

    def test_does_not_wait_for_an_hour(self, call: Caller) -> None:
        with pytest.raises(RateLimitError) as caught:
            call(Played([refusal(429, "rate_limit_exceeded", retry_after="2400")]), get)
        assert caught.value.retry_after == 2400 and call.pauses == []

    def test_follows_a_409_only_while_the_first_request_is_running(self, call: Caller) -> None:
        assert call(Played([refusal(409, "conflict", retry_after="1"), answer(201, DOMAIN)]), create)
        with pytest.raises(ConflictError):
            call(Played([refusal(409, "conflict")]), create)

    def test_follows_an_answer_that_cannot_be_decoded(self, call: Caller) -> None:
        assert call(Played([httpx.DecodingError("cut off"), answer(200, DOMAIN)]), get).id == DOMAIN["id"]
        with pytest.raises(APIConnectionError, match="cut off"):
            call(Played([httpx.DecodingError("cut off")]), get, max_retries=0)

    def test_comes_at_most_as_often_as_allowed(self, call: Caller) -> None:
        played = Played([httpx.ConnectTimeout("slow")] * 3)
        with pytest.raises(APITimeoutError):
            call(played, get, max_retries=2)
        assert len(played.requests) == 3
        refused = Played([refusal(503, "service_unavailable")] * 3)
        with pytest.raises(InternalServerError):
            call(refused, get, max_retries=2)
        assert len(refused.requests) == 3

    def test_does_not_follow_a_change_with_if_match_that_may_have_been_made(self, call: Caller) -> None:
        def change(client):  # type: ignore[no-untyped-def]
            return client.webhooks.update(7, status="disabled", if_match='"1"')

        lost = Played([httpx.ReadError("reset")])
        with pytest.raises(APIConnectionError):
            call(lost, change)
        assert lost.requests[0].headers["if-match"] == '"1"'
        with pytest.raises(InternalServerError):
            call(Played([refusal(500, "internal_error")]), change)
        with pytest.raises(PreconditionFailedError):
            call(Played([refusal(412, "precondition_failed")]), change)


class TestAnError:
    def test_has_what_a_report_and_a_program_need(self, call: Caller) -> None:
        details = {"errors": {"url": ["must be a subdomain"]}, "made_up_tomorrow": 1}
        with pytest.raises(ValidationError, match=r"No\. url: must be a subdomain \(422 validation_error, request req_1\)") as caught:
            call(Played([refusal(422, "validation_error", details)]), create)
        error = caught.value
        assert (error.status, error.code, error.request_id) == (422, "validation_error", "req_1")
        assert error.errors == {"url": ["must be a subdomain"]} and error.details == details

    def test_has_a_class_for_its_code(self, call: Caller) -> None:
        for code, kind in {"quota_exceeded": QuotaExceededError, "made_up_tomorrow": Exception}.items():
            with pytest.raises(kind) as caught:
                call(Played([refusal(422, code)]), create)
            assert caught.value.code == code  # type: ignore[attr-defined]
        with pytest.raises(NotFoundError):
            call(Played([refusal(404, "resource_not_found")]), get)

    @pytest.mark.parametrize("status", [200, 404])
    def test_says_that_the_site_is_wrong(self, call: Caller, status: int) -> None:
        with pytest.raises(UnexpectedAnswerError, match=f"is {SITE} the site"):
            call(Played([answer(status, b"<html>Welcome</html>")]), get)

    def test_does_not_take_the_keys_where_a_redirect_leads(self, call: Caller) -> None:
        played = Played([answer(301, b"", location="https://elsewhere.example/")])
        with pytest.raises(UnexpectedAnswerError, match="redirects to https://elsewhere.example/"):
            call(played, get)
        assert len(played.requests) == 1


class TestAList:
    def test_is_read_page_after_page_over_empty_ones(self, call: Caller) -> None:
        pages = [
            answer(200, {"data": [DOMAIN], "next_cursor": "a"}),
            answer(200, {"data": [], "next_cursor": "b"}),
            answer(200, {"data": [{**DOMAIN, "id": 2}], "next_cursor": None}),
        ]
        played = Played(pages)  # type: ignore[arg-type]
        domains = call(played, lambda client: client.domains.list(ssl_status="active"))
        assert [domain.id for domain in domains] == [DOMAIN["id"], 2]
        asked = [(request.url.params.get("cursor"), request.url.params["ssl_status"]) for request in played.requests]
        assert asked == [(None, "active"), ("a", "active"), ("b", "active")]

    def test_that_never_ends_is_read_until_its_cursor_stays_over_pages_that_a_filter_left_empty(self, call: Caller) -> None:
        pages = [
            answer(200, {"data": [], "next_cursor": "a"}),
            answer(200, {"data": [], "next_cursor": "b"}),
            answer(200, {"data": [{"id": "evt_1"}], "next_cursor": "c"}),
            answer(200, {"data": [], "next_cursor": "c"}),
        ]
        played = Played(pages)  # type: ignore[arg-type]
        events = call(played, lambda client: client.events.list(after="evt_0", event="certificate.failed"))
        assert [event.id for event in events] == ["evt_1"]
        asked = [(request.url.params.get("after"), request.url.params.get("cursor")) for request in played.requests]
        assert asked == [("evt_0", None), (None, "a"), (None, "b"), (None, "c")]

    def test_goes_on_after_a_429_in_the_middle(self, call: Caller) -> None:
        pages = [
            answer(200, {"data": [DOMAIN], "next_cursor": "a"}),
            refusal(429, "rate_limit_exceeded", retry_after="1"),
            answer(200, {"data": [DOMAIN], "next_cursor": None}),
        ]
        assert len(call(Played(pages), lambda client: client.domains.list())) == 2  # type: ignore[arg-type]


class TestSettings:
    def test_a_key_may_be_pasted_with_spaces_and_a_site_with_api(self) -> None:
        client = Client(site_url=" https://a.example/x/api/ ", api_key_id=" cps_pk_1\n", api_key="\tsk_1 ")
        settings = client._settings
        assert (settings.site, settings.api_key_id, settings.api_key) == ("https://a.example/x", "cps_pk_1", "sk_1")
        assert "sk_1" not in repr(settings)

    def test_come_from_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, value in {"CPS_SITE_URL": SITE, "CPS_API_KEY_ID": "cps_pk_1", "CPS_API_KEY": "sk_1"}.items():
            monkeypatch.setenv(name, value)
        assert Client()._settings.site == SITE
        monkeypatch.delenv("CPS_API_KEY")
        with pytest.raises(SettingsError, match="set CPS_API_KEY"):
            Client()

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"site_url": "certificates.example.com"}, "it is certificates.example.com"),
            ({"site_url": "sk_1"}, "has to be like https://"),
            ({"site_url": "CPS_API_KEY=sk_1"}, "has to be like https://"),
            ({"site_url": "https://certificates.example.com/?a=1"}, "no user, query or fragment"),
            ({"api_key": "sk_1 2"}, "no key"),
            ({"api_key": "sk_…"}, "no key"),
            ({"api_key_id": "sk_1", "api_key": "cps_pk_1"}, "interchanged"),
        ],
    )
    def test_that_cannot_be_right_are_refused_without_the_key(self, wrong: dict[str, str], sentence: str) -> None:
        with pytest.raises(SettingsError, match=sentence) as caught:
            Client(**{**CREDENTIALS, **wrong})  # type: ignore[arg-type]
        assert "sk_1" not in str(caught.value)
