from __future__ import annotations

import logging
import time
import uuid
from types import TracebackType
from typing import Any, Mapping

import anyio
import httpx

from ._async_resources import AsyncResources
from ._model import LastResponse, M
from ._request import json_body, query_pairs
from ._resources import Resources
from ._retry import RetryRules, pause_after_answer, pause_after_failure, retry_after
from ._settings import Settings, read_settings
from ._version import VERSION
from .errors import APIConnectionError, APIStatusError, APITimeoutError, UnexpectedAnswerError, error_class

#: API Gateway's time-out of a request.
TIMEOUT_SECONDS = 30.0
MAX_RETRIES = 3
MAX_WAIT_SECONDS = 60.0

_log = logging.getLogger("certificate_provisioning_client")


class _Exchange:
    """One call with all its attempts: builds the request, decides about retries, and reads the answer."""

    def __init__(
        self,
        settings: Settings,
        rules: RetryRules,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Mapping[str, Any] | None,
        idempotency_key: str | None,
        if_match: str | None,
    ) -> None:
        self._settings, self._rules, self.method, self._path = settings, rules, method, path
        headers = {
            "accept": "application/json",
            "user-agent": f"certificate-provisioning-client-python/{VERSION}",
            "x-api-key-id": settings.api_key_id,
            "x-api-key": settings.api_key,
        }
        if method == "POST":
            # The same key for every attempt, so that the API executes the call once.
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        if if_match is not None:
            headers["if-match"] = if_match
        if body is not None:
            headers["content-type"] = "application/json"
        content = None if body is None else json_body(body)
        params = query_pairs(query) or None
        self.request: dict[str, Any] = {"headers": headers, "content": content, "params": params}
        # A retry of an executed change whose answer was lost would fail with 412: its If-Match is outdated.
        self._is_repeatable = if_match is None
        self._retries = 0

    @property
    def url(self) -> str:
        return f"{self._settings.site}{self._path}"

    def pause_after_error(self, error: httpx.RequestError) -> float:
        """Seconds until the next attempt. Raises if there is none."""
        pause = pause_after_failure(self._rules, self._retries, self._is_repeatable)
        if pause is None:
            kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else APIConnectionError
            raise kind(f"{self.method} {self.url}: {error or type(error).__name__}") from error
        return self._retry_after(pause, type(error).__name__)

    def pause_after(self, response: httpx.Response) -> float | None:
        """Seconds until the next attempt. None: the answer is final."""
        rules, retries, headers = self._rules, self._retries, response.headers
        pause = pause_after_answer(rules, retries, self._is_repeatable, response.status_code, headers)
        return None if pause is None else self._retry_after(pause, str(response.status_code))

    def _retry_after(self, pause: float, reason: str) -> float:
        self._retries += 1
        _log.info("%s %s: %s, again in %.1f s", self.method, self._path, reason, pause)
        return pause

    def read(self, model: type[M], response: httpx.Response) -> M:
        json = _json(response)
        if response.is_success and isinstance(json, dict):
            answer = model.from_dict(json)
            answer.last_response = LastResponse(response.status_code, response.headers)
            return answer
        raise self._error(response, json)

    def _error(self, response: httpx.Response, json: Any) -> APIStatusError:
        status = response.status_code
        common = {"request_id": response.headers.get("x-request-id"), "retry_after": retry_after(response.headers)}
        error = json.get("error") if isinstance(json, dict) else None
        if isinstance(error, dict) and isinstance(error.get("code"), str):
            code, message, details = error["code"], error.get("message"), error.get("details")
            of_error = {"code": code, "details": details if isinstance(details, dict) else None}
            return error_class(status, code)(str(message or code), status=status, **of_error, **common)
        if response.is_redirect:
            # Redirects are not followed: the keys would be sent to another host.
            message = f"{self.url} redirects to {response.headers.get('location')}: is {self._settings.site} the site?"
            return UnexpectedAnswerError(message, status=status, **common)
        if response.is_success or status in (404, 405):
            message = f"What answered at {self.url} is not the API: is {self._settings.site} the site?"
            return UnexpectedAnswerError(message, status=status, **common)
        sentence = json.get("message") if isinstance(json, dict) else None
        message = str(sentence or response.reason_phrase or "refused")
        return error_class(status, None)(message, status=status, **common)


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


class Client(Resources):
    """
    The synchronous client. Missing settings come from CPS_SITE_URL, CPS_API_KEY_ID and CPS_API_KEY.

    `timeout`: seconds that an attempt waits for its connection, then for each part of the answer; in total it may take longer.
    `max_wait`: the longest Retry-After that is waited for, in seconds.
    `http_client`: your own httpx.Client, for example with a proxy or another certificate authority.
    A client is thread-safe.
    """

    def __init__(
        self,
        *,
        site_url: str | None = None,
        api_key_id: str | None = None,
        api_key: str | None = None,
        timeout: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        max_wait: float = MAX_WAIT_SECONDS,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._settings = read_settings(site_url, api_key_id, api_key)
        self._rules = RetryRules(max_retries, max_wait)
        self._timeout = timeout
        self._http = http_client or httpx.Client()
        self._owns_http = http_client is None
        super().__init__(self)

    def close(self) -> None:
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        self.close()

    def request(self, method: str, path: str, *, query: Mapping[str, Any] = {}, body: Any = None) -> httpx.Response:
        """Sends a request for which this version has no method, or for a CSV. Does not check the answer."""
        exchange = _Exchange(self._settings, self._rules, method.upper(), path, query, body, None, None)
        return self._send(exchange, self._timeout)

    def _call(
        self,
        model: type[M],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = {},
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> M:
        exchange = _Exchange(self._settings, self._rules, method, path, query, body, idempotency_key, if_match)
        return exchange.read(model, self._send(exchange, self._timeout if timeout is None else timeout))

    def _send(self, exchange: _Exchange, timeout: float) -> httpx.Response:
        while True:
            try:
                response = self._http.request(
                    exchange.method, exchange.url, **exchange.request, timeout=timeout, follow_redirects=False
                )
            except httpx.RequestError as error:
                pause: float | None = exchange.pause_after_error(error)
            else:
                pause = exchange.pause_after(response)
                if pause is None:
                    return response
            time.sleep(pause or 0)


class AsyncClient(AsyncResources):
    """
    The client for asyncio and trio. Missing settings come from CPS_SITE_URL, CPS_API_KEY_ID and CPS_API_KEY.

    `timeout`: seconds that an attempt waits for its connection, then for each part of the answer; in total it may take longer.
    `max_wait`: the longest Retry-After that is waited for, in seconds.
    `http_client`: your own httpx.AsyncClient, for example with a proxy or another certificate authority.
    """

    def __init__(
        self,
        *,
        site_url: str | None = None,
        api_key_id: str | None = None,
        api_key: str | None = None,
        timeout: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        max_wait: float = MAX_WAIT_SECONDS,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = read_settings(site_url, api_key_id, api_key)
        self._rules = RetryRules(max_retries, max_wait)
        self._timeout = timeout
        self._http = http_client or httpx.AsyncClient()
        self._owns_http = http_client is None
        super().__init__(self)

    async def close(self) -> None:
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        await self.close()

    async def request(self, method: str, path: str, *, query: Mapping[str, Any] = {}, body: Any = None) -> httpx.Response:
        """Sends a request for which this version has no method, or for a CSV. Does not check the answer."""
        exchange = _Exchange(self._settings, self._rules, method.upper(), path, query, body, None, None)
        return await self._send(exchange, self._timeout)

    async def _call(
        self,
        model: type[M],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = {},
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> M:
        exchange = _Exchange(self._settings, self._rules, method, path, query, body, idempotency_key, if_match)
        return exchange.read(model, await self._send(exchange, self._timeout if timeout is None else timeout))

    async def _send(self, exchange: _Exchange, timeout: float) -> httpx.Response:
        while True:
            try:
                response = await self._http.request(
                    exchange.method, exchange.url, **exchange.request, timeout=timeout, follow_redirects=False
                )
            except httpx.RequestError as error:
                pause: float | None = exchange.pause_after_error(error)
            else:
                pause = exchange.pause_after(response)
                if pause is None:
                    return response
            await anyio.sleep(pause or 0)
