from __future__ import annotations

import types
import typing
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Callable, Mapping, TypeVar

M = TypeVar("M", bound="Model")
Reader = Callable[[Any], Any]


@dataclass(frozen=True)
class LastResponse:
    """The HTTP response that contained an object."""

    status: int
    headers: Mapping[str, str]

    @property
    def request_id(self) -> str | None:
        return self.headers.get("x-request-id")


class Model:
    """
    An object of the API. A missing field is None. Data of later API versions does not fail:
    new fields are in `to_dict()`, a new value of an enum is a plain string.
    """

    last_response: LastResponse | None = None
    _json: Mapping[str, Any]

    @classmethod
    def from_dict(cls: type[M], json: Mapping[str, Any]) -> M:
        """Creates an object from JSON, for example in your tests."""
        model = cls.__new__(cls)
        model._json = json
        for name, (key, read) in _readers(cls).items():
            value = json.get(key)
            setattr(model, name, None if value is None else read(value))
        return model

    def to_dict(self) -> dict[str, Any]:
        """The original JSON, including fields that this version does not know."""
        return dict(self._json)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and type(other) is type(self) and self._json == other._json

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in _readers(type(self)) if name not in _SECRET)
        return f"{type(self).__name__}({fields})"


#: Hidden in `repr()`, because printed objects end up in logs.
_SECRET = {"secret", "token"}


_KNOWN: dict[type[Model], dict[str, tuple[str, Reader]]] = {}


def _readers(model: type[Model]) -> dict[str, tuple[str, Reader]]:
    """The JSON key and reader of each field. Names reserved by Python have a trailing underscore."""
    if model not in _KNOWN:
        hints = typing.get_type_hints(model)
        own = {name: hint for name, hint in hints.items() if name not in Model.__annotations__}
        _KNOWN[model] = {name: (name.rstrip("_"), _reader(hint)) for name, hint in own.items()}
    return _KNOWN[model]


def _reader(hint: Any) -> Reader:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        [first, *_] = [one for one in arguments if one is not type(None)]
        return _reader(first)
    if origin is list:
        return _list_reader(_reader(arguments[0]))
    if origin is dict:
        return _dict_reader(_reader(arguments[1]))
    if isinstance(hint, type) and issubclass(hint, Model):
        return lambda value: hint.from_dict(value) if isinstance(value, dict) else value
    if hint is datetime:
        return _instant
    if hint is date:
        return _date
    return lambda value: value


def _list_reader(read: Reader) -> Reader:
    return lambda value: [read(item) for item in value] if isinstance(value, list) else value


def _dict_reader(read: Reader) -> Reader:
    return lambda value: {key: read(item) for key, item in value.items()} if isinstance(value, dict) else value


def _instant(value: Any) -> Any:
    try:
        # Python 3.10 cannot parse the Z.
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    except (AttributeError, ValueError):
        return value


def _date(value: Any) -> Any:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        return value
