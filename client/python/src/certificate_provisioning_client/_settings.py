from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Mapping
from urllib.parse import urlsplit, urlunsplit

from .errors import SettingsError

API = "/api"


@dataclass(frozen=True)
class Settings:
    """The site and the key of the API."""

    site: str
    """Without `/api` and without a trailing slash; it may have a path."""
    api_key_id: str
    api_key: str = field(repr=False)


def read_settings(
    site_url: str | None,
    api_key_id: str | None,
    api_key: str | None,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """Missing settings come from the environment. Whitespace around pasted values is removed."""
    settings = Settings(
        site=_site(_given("site_url", site_url, "CPS_SITE_URL", environment)),
        api_key_id=_key("api_key_id", api_key_id, "CPS_API_KEY_ID", environment),
        api_key=_key("api_key", api_key, "CPS_API_KEY", environment),
    )
    if settings.api_key_id.startswith("sk_") or settings.api_key.startswith("cps_pk_"):
        raise SettingsError("api_key_id and api_key are interchanged: the id begins with cps_pk_, the key with sk_")
    if not settings.api_key_id.startswith("cps_pk_"):
        raise SettingsError("api_key_id is none: it begins with cps_pk_. Copy it again")
    if not settings.api_key.startswith("sk_"):
        raise SettingsError("api_key is none: it begins with sk_. Copy it again")
    return settings


def _given(name: str, value: str | None, variable: str, environment: Mapping[str, str]) -> str:
    found = (value if value is not None else environment.get(variable, "")).strip()
    if not found:
        raise SettingsError(f"{name} is missing: give it to the client, or set {variable}")
    return found


def _key(name: str, value: str | None, variable: str, environment: Mapping[str, str]) -> str:
    key = _given(name, value, variable, environment)
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise SettingsError(f"{name} has a character that is in no key: copy it again")
    return key


def _site(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        # The message must not contain a secret that was pasted here by mistake.
        found = "it looks like a key" if "sk_" in url else f"it is {url}"
        raise SettingsError(f"site_url has to be like https://certificates.example.com; {found}")
    if parts.username or parts.query or parts.fragment:
        raise SettingsError("site_url may have a path, but no user, query or fragment")
    path = parts.path.rstrip("/")
    if path.endswith(API):
        path = path[: -len(API)].rstrip("/")
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))
