"""What the client raises. Catch APIError for all of it, but SettingsError, which is a mistake in how the client is made."""

from __future__ import annotations

from typing import Any, Mapping


class SettingsError(ValueError):
    """The site or a key is missing, or cannot be right. The message holds no secret."""


class APIError(Exception):
    """A request did not succeed."""


class APIConnectionError(APIError):
    """There was no whole answer, after all repeats. `__cause__` says why."""


class APITimeoutError(APIConnectionError):
    """There was no whole answer in time."""


class APIStatusError(APIError):
    """The API refused the request, or could not do it."""

    status: int
    code: str | None
    """For your program, see `models.ErrorCode`; None if something in front of the API has answered."""
    message: str
    details: Mapping[str, Any]
    """What belongs to the code, as JSON. Empty if there is nothing."""
    request_id: str | None
    """Name it when you report a problem."""
    retry_after: float | None
    """After how many seconds a repeat makes sense, where the API says so."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        details: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = details or {}
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        named = f", request {self.request_id}" if self.request_id else ""
        return f"{self.message}{self._fields()} ({self.status} {self.code or 'without a code'}{named})"

    def _fields(self) -> str:
        """Each wrong field with what is wrong, because the message only says that there are some."""
        errors = self.details.get("errors")
        if not isinstance(errors, dict):
            return ""
        return "".join(f" {name}: {' '.join(map(str, texts))}" for name, texts in errors.items() if isinstance(texts, list))


class UnexpectedAnswerError(APIStatusError):
    """What answered is not the API: as a rule the site is wrong."""


class BadRequestError(APIStatusError):
    """Any 4xx that has no class of its own."""


class AuthenticationError(APIStatusError):
    """401: the key is wrong, revoked or expired."""


class PermissionDeniedError(APIStatusError):
    """403: `details` has the permission that the key lacks, or its restriction."""


class NotFoundError(APIStatusError):
    """404. A repeated `delete` ends so, if the first one was done and its answer was lost."""


class ConflictError(APIStatusError):
    """409: the state of the resource forbids this."""


class PreconditionFailedError(APIStatusError):
    """412: somebody has changed it since; read it again."""


class UnprocessableEntityError(APIStatusError):
    """422."""


class ValidationError(UnprocessableEntityError):
    """422: fields are wrong."""

    @property
    def errors(self) -> Mapping[str, list[str]]:
        """Every wrong field, by its path, with all its messages."""
        errors: Mapping[str, list[str]] = self.details.get("errors") or {}
        return errors


class QuotaExceededError(UnprocessableEntityError):
    """422: the organization has as many of these as it may have."""


class RateLimitError(APIStatusError):
    """429, after all repeats, or because `retry_after` is longer than the client may wait."""


class InternalServerError(APIStatusError):
    """5xx, after all repeats."""


_BY_STATUS: Mapping[int, type[APIStatusError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}
_BY_CODE: Mapping[str, type[APIStatusError]] = {
    "validation_error": ValidationError,
    "quota_exceeded": QuotaExceededError,
}


def error_class(status: int, code: str | None) -> type[APIStatusError]:
    of_code = _BY_CODE.get(code or "") if status == 422 else None
    return of_code or _BY_STATUS.get(status) or (InternalServerError if status >= 500 else BadRequestError)
