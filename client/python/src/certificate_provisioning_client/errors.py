"""The client's errors. Catch APIError for all failed requests; SettingsError means wrong settings of the client."""

from __future__ import annotations

from typing import Any, Mapping


class SettingsError(ValueError):
    """The site or a key is missing or malformed. The message contains no secret."""


class APIError(Exception):
    """A request did not succeed."""


class APIConnectionError(APIError):
    """There was no complete answer after all retries. `__cause__` is the reason."""


class APITimeoutError(APIConnectionError):
    """There was no complete answer in time."""


class APIStatusError(APIError):
    """The API answered with an error."""

    status: int
    code: str | None
    """See `models.ErrorCode`; None if a proxy in front of the API has answered."""
    message: str
    details: Mapping[str, Any]
    """Details of the code, as JSON. May be empty."""
    request_id: str | None
    """State it when you report a problem."""
    retry_after: float | None
    """The API's Retry-After in seconds, if any."""

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
        """The messages of each invalid field, which the API's own message does not contain."""
        errors = self.details.get("errors")
        if not isinstance(errors, dict):
            return ""
        return "".join(f" {name}: {' '.join(map(str, texts))}" for name, texts in errors.items() if isinstance(texts, list))


class UnexpectedAnswerError(APIStatusError):
    """The answer does not come from the API: usually the site is wrong."""


class BadRequestError(APIStatusError):
    """Any 4xx without a class of its own."""


class AuthenticationError(APIStatusError):
    """401: the key is wrong, revoked or expired."""


class PermissionDeniedError(APIStatusError):
    """403: `details` has the permission that the key lacks, or its restriction."""


class NotFoundError(APIStatusError):
    """404. Also the result of a retried `delete` whose first answer was lost."""


class ConflictError(APIStatusError):
    """409: the state of the resource forbids this."""


class PreconditionFailedError(APIStatusError):
    """412: it was changed meanwhile; read it again."""


class UnprocessableEntityError(APIStatusError):
    """422."""


class ValidationError(UnprocessableEntityError):
    """422: fields are invalid."""

    @property
    def errors(self) -> Mapping[str, list[str]]:
        """All messages of each invalid field, by its path."""
        errors: Mapping[str, list[str]] = self.details.get("errors") or {}
        return errors


class QuotaExceededError(UnprocessableEntityError):
    """422: the organization has used up its quota."""


class RateLimitError(APIStatusError):
    """429, after all retries, or because `retry_after` exceeds `max_wait`."""


class InternalServerError(APIStatusError):
    """5xx, after all retries."""


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
