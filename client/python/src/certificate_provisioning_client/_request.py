from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Any, AsyncIterator, Generic, Iterator, Mapping, Protocol
from urllib.parse import quote

from ._model import LastResponse, M, Model


class Unset:
    """Default of parameters for which None has a meaning: the field is not sent."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


def present(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not UNSET}


def segment(value: int | str) -> str:
    """An id as a path segment. Rejects an empty one, which would be the path of another operation."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} is no id")
    return quote(text, safe="")


def query_pairs(query: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, Mapping):
            pairs += [(f"{name}[{key}]", _text(item)) for key, item in value.items()]
        else:
            pairs.append((name, _text(value)))
    return pairs


def json_body(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, default=_text, ensure_ascii=False, allow_nan=False).encode()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone: give it one, for example datetime.now(timezone.utc)")
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (str, int, float)):
        return str(value)
    raise TypeError(f"{value!r} cannot be sent")


class Caller(Protocol):
    def _call(
        self,
        model: type[M],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = ...,
        body: Mapping[str, Any] | None = ...,
        idempotency_key: str | None = ...,
        if_match: str | None = ...,
        timeout: float | None = ...,
    ) -> M: ...


class AsyncCaller(Protocol):
    async def _call(
        self,
        model: type[M],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = ...,
        body: Mapping[str, Any] | None = ...,
        idempotency_key: str | None = ...,
        if_match: str | None = ...,
        timeout: float | None = ...,
    ) -> M: ...


class Resource:
    def __init__(self, client: Caller) -> None:
        self._client = client


class AsyncResource:
    def __init__(self, client: AsyncCaller) -> None:
        self._client = client


class _PageModel(Model):
    data: list[Any] | None
    next_cursor: str | None


@dataclass(frozen=True)
class Page(Generic[M]):
    data: list[M]
    next_cursor: str | None
    """The `cursor` of the next page."""
    last_response: LastResponse | None


def _page(model: type[M], answer: _PageModel) -> Page[M]:
    items = [model.from_dict(item) for item in answer.data or []]
    return Page(items, answer.next_cursor, answer.last_response)


def _is_last(page: Page[M], cursor: str | None) -> bool:
    # An empty page does not end the event log, because a filter may match nothing in it. At the end the cursor stays the same.
    return page.next_cursor is None or page.next_cursor == cursor


class Pages(Generic[M]):
    """A list: `for item in pages` requests each page when it is needed."""

    def __init__(
        self,
        client: Caller,
        model: type[M],
        path: str,
        query: Mapping[str, Any],
        *,
        timeout: float | None,
    ) -> None:
        self._client, self._model, self._path, self._query = client, model, path, query
        self._timeout = timeout

    def __iter__(self) -> Iterator[M]:
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[Page[M]]:
        """Iterates over pages, each with the cursor of the next one. A page may be empty."""
        query = dict(self._query)
        while True:
            page = _page(self._model, self._client._call(_PageModel, "GET", self._path, query=query, timeout=self._timeout))
            yield page
            if _is_last(page, query.get("cursor")):
                return
            query = _after(query, page)


class AsyncPages(Generic[M]):
    """A list: `async for item in pages` requests each page when it is needed."""

    def __init__(
        self,
        client: AsyncCaller,
        model: type[M],
        path: str,
        query: Mapping[str, Any],
        *,
        timeout: float | None,
    ) -> None:
        self._client, self._model, self._path, self._query = client, model, path, query
        self._timeout = timeout

    async def __aiter__(self) -> AsyncIterator[M]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def pages(self) -> AsyncIterator[Page[M]]:
        """Iterates over pages, each with the cursor of the next one. A page may be empty."""
        query = dict(self._query)
        while True:
            answer = await self._client._call(_PageModel, "GET", self._path, query=query, timeout=self._timeout)
            page = _page(self._model, answer)
            yield page
            if _is_last(page, query.get("cursor")):
                return
            query = _after(query, page)


def _after(query: Mapping[str, Any], page: Page[M]) -> dict[str, Any]:
    # `after` is only for the first page: the API rejects it together with a cursor.
    return {**{name: value for name, value in query.items() if name != "after"}, "cursor": page.next_cursor}
