from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Mapping

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0


@dataclass(frozen=True)
class RetryRules:
    max_retries: int
    max_wait: float
    """Seconds. A longer Retry-After, which can be an hour for an hourly limit, raises at once."""


def pause_after_failure(rules: RetryRules, retries: int, is_repeatable: bool) -> float | None:
    """Seconds until the next attempt after an incomplete answer. None: no further attempt."""
    return _backoff(retries) if is_repeatable and retries < rules.max_retries else None


def pause_after_answer(
    rules: RetryRules, retries: int, is_repeatable: bool, status: int, headers: Mapping[str, str]
) -> float | None:
    """Seconds until the next attempt after an answer. None: the answer is final."""
    wanted = retry_after(headers)
    # 429 and 503 mean that nothing was executed. A 409 has Retry-After only while the first request with its key runs.
    is_worth_it = (
        status in (429, 503) or (status == 409 and wanted is not None) or (status in (500, 502, 504) and is_repeatable)
    )
    if not is_worth_it or retries >= rules.max_retries:
        return None
    if wanted is None:
        return _backoff(retries)
    # Jittered, so that clients do not retry in step.
    return None if wanted > rules.max_wait else wanted + random.uniform(0, FIRST_PAUSE)


def _backoff(retries: int) -> float:
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**retries) * random.uniform(0.5, 1)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Retry-After in seconds, from seconds or a date. A date is relative to the answer's Date, not to this machine's clock."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    then = _http_date(value)
    if then is None:
        return None
    now = _http_date(headers.get("date", "")) or datetime.now(timezone.utc)
    return max(0.0, (then - now).total_seconds())


def _http_date(value: str) -> datetime | None:
    try:
        parsed = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=timezone.utc)
