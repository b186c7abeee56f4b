"""Client of the certificate provisioning API: HTTPS for your customers' own domains."""

from . import models
from ._client import AsyncClient, Client
from ._model import LastResponse, Model
from ._request import AsyncPages, Page, Pages
from ._version import VERSION as __version__
from ._webhooks import WebhookVerificationError, check_webhook_secret, verify_webhook
from .errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    InternalServerError,
    NotFoundError,
    PermissionDeniedError,
    PreconditionFailedError,
    QuotaExceededError,
    RateLimitError,
    SettingsError,
    UnexpectedAnswerError,
    UnprocessableEntityError,
    ValidationError,
)

__all__ = [
    "APIConnectionError",
    "APIError",
    "APIStatusError",
    "APITimeoutError",
    "AsyncClient",
    "AsyncPages",
    "AuthenticationError",
    "BadRequestError",
    "Client",
    "ConflictError",
    "InternalServerError",
    "LastResponse",
    "Model",
    "NotFoundError",
    "Page",
    "Pages",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "QuotaExceededError",
    "RateLimitError",
    "SettingsError",
    "UnexpectedAnswerError",
    "UnprocessableEntityError",
    "ValidationError",
    "WebhookVerificationError",
    "__version__",
    "check_webhook_secret",
    "models",
    "verify_webhook",
]
