from __future__ import annotations

import json
from typing import Any, Callable, Iterator

import anyio
import httpx
import pytest

from certificate_provisioning_client import AsyncClient, Client

SITE = "https://certificates.example.com/tenant"
CREDENTIALS = {"site_url": SITE, "api_key_id": "cps_pk_test_played", "api_key": "sk_test_played"}


def answer(status: int, body: Any = None, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return httpx.Response(status, content=content, headers={"content-type": "application/json", **named})


def refusal(status: int, code: str, details: Any = None, **headers: str) -> httpx.Response:
    return answer(status, {"error": {"code": code, "message": "No.", "details": details}}, x_request_id="req_1", **headers)


class Played:
    """A fake API with these answers, one per request, which records the requests. An exception is a lost answer."""

    def __init__(self, answers: list[httpx.Response | Exception]) -> None:
        self.requests: list[httpx.Request] = []
        self._answers = answers

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        given = self._answers.pop(0)
        if isinstance(given, Exception):
            raise given
        return given


class Caller:
    """Makes one call, with the synchronous or the asynchronous client."""

    def __init__(self, kind: str, pauses: list[float]) -> None:
        self.kind, self.pauses = kind, pauses

    def __call__(self, played: Played, call: Callable[[Any], Any], **options: Any) -> Any:
        transport = httpx.MockTransport(played)
        settings = {**CREDENTIALS, **options}
        if self.kind == "sync":
            with httpx.Client(transport=transport) as http:
                result = call(Client(**settings, http_client=http))
                return list(result) if hasattr(result, "__iter__") else result

        async def run() -> Any:
            async with httpx.AsyncClient(transport=transport) as http:
                result = call(AsyncClient(**settings, http_client=http))
                return [item async for item in result] if hasattr(result, "__aiter__") else await result

        return anyio.run(run)


@pytest.fixture(params=["sync", "async"])
def call(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Caller]:
    pauses: list[float] = []

    async def note(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("certificate_provisioning_client._client.time.sleep", pauses.append)
    monkeypatch.setattr("certificate_provisioning_client._client.anyio.sleep", note)
    yield Caller(request.param, pauses)
