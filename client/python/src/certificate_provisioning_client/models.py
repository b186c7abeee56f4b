# Made from docs/openapi.json by `npm run docs`.

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, Mapping, Sequence, TypedDict, Union

from ._model import Model

__all__ = [
    "Actor",
    "ApiError",
    "ApiErrorDetails",
    "ApiErrorDetailsClaim",
    "ApiErrorDetailsRestriction",
    "ApiKey",
    "ApiKeyInEvent",
    "ApiKeyWithSecret",
    "ApiUseReport",
    "ApiUseReportData",
    "ApiUseReportDay",
    "ApiUseReportDayKey",
    "ApiUseReportLimits",
    "ApiUseReportTotal",
    "AuditEntry",
    "AuditEntryActor",
    "AuditEntryActorType",
    "AuditEntryObject",
    "AwsAccess",
    "BulkItem",
    "BulkItemStatus",
    "BulkResult",
    "BulkResultSummary",
    "Certificate",
    "ChangedWebhook",
    "ChangesReport",
    "ChangesReportData",
    "ChangesReportDay",
    "CreateDomainRequest",
    "CreateDomainValidation",
    "CreateKeyMode",
    "CreatePortalLinkLocale",
    "CreateServerConfig",
    "CreateServerType",
    "DeletedDomain",
    "DeletedServer",
    "DeletedWebhook",
    "Delivery",
    "DeliveryAttempt",
    "DeliveryAttemptError",
    "DeliveryFailure",
    "DeliveryState",
    "Diagnosis",
    "DiagnosisCode",
    "DiagnosisFix",
    "DiagnosisReason",
    "DnsCheckItem",
    "DnsCheckItemStatus",
    "DnsChecks",
    "DnsForm",
    "DnsFormProxySwitch",
    "DnsLook",
    "DnsLookCaa",
    "DnsLookCaaState",
    "DnsLookForecast",
    "DnsProvider",
    "DnsRecord",
    "DnsRecordPurpose",
    "DnsRecordState",
    "DnsRecordType",
    "DnsSetup",
    "DnsSetupType",
    "Domain",
    "DomainCounts",
    "DomainCountsByActor",
    "DomainDnsStatus",
    "DomainError",
    "DomainErrorCode",
    "DomainErrorDetails",
    "DomainEvent",
    "DomainEventActor",
    "DomainEventActorType",
    "DomainExpiries",
    "DomainExpiriesEarlier",
    "DomainExpiriesWeek",
    "DomainSslStatus",
    "EndedPortalLinks",
    "Enrollment",
    "EnrollmentToken",
    "ErrorCode",
    "Event",
    "EventData",
    "EventName",
    "Evidence",
    "EvidenceKind",
    "FailedItem",
    "FailuresReport",
    "FailuresReportData",
    "FailuresReportDay",
    "GetAwsAccessType",
    "ItemError",
    "LeakInEvent",
    "LeakInEventEnded",
    "LeakInEventReporter",
    "ListAuditObjectType",
    "ListDomainsSort",
    "ListEventsSort",
    "ListRequestsStatus",
    "Machine",
    "MachineKey",
    "Move",
    "MoveState",
    "Organization",
    "OrganizationKey",
    "OrganizationLimit",
    "OrganizationLimits",
    "Permission",
    "PortalLink",
    "PutThemeColorSet",
    "PutThemeColors",
    "PutThemeTexts",
    "RecordFix",
    "RecordFixAction",
    "Renewal",
    "RenewalState",
    "RenewalsReport",
    "RenewalsReportCaOrders",
    "RenewalsReportDay",
    "RenewalsReportDelay",
    "RenewalsReportExpiredBy",
    "RenewalsReportLifetime",
    "RenewalsReportObjective",
    "RenewalsReportReadiness",
    "RenewalsReportTotal",
    "Replay",
    "ReplayDeliveriesState",
    "Request",
    "Revocation",
    "RevocationReason",
    "RevocationState",
    "RevokedApiKey",
    "RevokedEnrollmentToken",
    "RevokedMachine",
    "RevokedMachineKeys",
    "RevokedMachineKeysDomain",
    "Server",
    "ServerConfig",
    "ServerProblem",
    "ServerProblemReason",
    "ServerQuota",
    "ServerQuotaName",
    "ServerStatus",
    "Subscription",
    "TestClock",
    "Theme",
    "ThemeColorSet",
    "ThemeColors",
    "ThemeFont",
    "ThemeTexts",
    "TimeToActiveReport",
    "TimeToActiveReportDay",
    "TimeToActiveReportHistogram",
    "TimeToActiveReportTotal",
    "TimeToActiveReportTotalWaits",
    "Transfer",
    "TransferReason",
    "TransferState",
    "UpdateServerConfig",
    "Warning",
    "WarningCode",
    "Webhook",
    "WebhookDisabled",
    "WebhookDisabledBecause",
    "WebhookHealth",
    "WebhookHealthDeliveries",
    "WebhookLastDelivery",
    "WebhookLastDeliveryStatus",
    "WebhookWithSecret",
    "WebhookWithSecretStatus",
    "WebhooksReport",
    "WebhooksReportData",
    "WebhooksReportDataDay",
]

EventName = Literal[
    "domain.created",
    "domain.updated",
    "domain.deleted",
    "domain.validated",
    "domain.validation_failed",
    "domain.dns_changed",
    "domain.dns_restored",
    "domain.transfer_requested",
    "domain.transferred",
    "certificate.requested",
    "certificate.installed",
    "certificate.issued",
    "certificate.renewed",
    "certificate.failed",
    "certificate.at_risk",
    "certificate.renewal_failed",
    "certificate.expiring",
    "certificate.expired",
    "certificate.revoked",
    "machine.enrolled",
    "machine.keys_rotated",
    "machine.revoked",
    "server.offline",
    "server.online",
    "api_key.expiring",
    "api_key.expired",
    "api_key.leaked",
    "webhook.disabled",
    "webhook.test",
]
ErrorCode = Literal[
    "invalid_request",
    "invalid_api_key",
    "insufficient_permissions",
    "api_key_restricted",
    "resource_not_found",
    "method_not_allowed",
    "conflict",
    "precondition_failed",
    "validation_error",
    "idempotency_key_reused",
    "quota_exceeded",
    "rate_limit_exceeded",
    "internal_error",
    "service_unavailable",
]
DomainErrorCode = Literal[
    "dns_validation_failed",
    "cname_not_found",
    "invalid_cname_target",
    "dns_validation_timeout",
    "certificate_request_failed",
    "certificate_timeout",
    "certificate_install_failed",
    "certificate_expired",
]
DiagnosisCode = Literal[
    "ok",
    "in_progress",
    "cname_not_found",
    "invalid_cname_target",
    "dns_validation_failed",
    "dns_validation_timeout",
    "proxied_dns",
    "conflicting_records",
    "caa_forbids_issuance",
    "challenge_unreachable",
    "ca_rate_limited",
    "certificate_request_failed",
    "certificate_timeout",
    "certificate_install_failed",
    "server_not_connected",
    "certificate_not_served",
    "certificate_expired",
    "hostname_claimed",
    "ready_to_switch",
]
DiagnosisReason = Literal[
    "target_typo",
    "missing_dot",
    "base_target",
    "name_before_target",
    "other_target",
    "other_server",
    "doubled_name",
    "address_instead",
    "txt_instead",
    "wildcard_answer",
    "cname_loop",
    "chain_too_long",
    "chain_unanswered",
    "negative_cache",
    "servfail",
    "dnssec_bogus",
    "dnssec_expired",
    "dnssec_key_missing",
    "lame_servers",
    "servers_silent",
    "servers_not_public",
    "servers_disagree",
    "name_servers_differ",
    "domain_not_registered",
    "validation_missing",
    "validation_wrong",
    "caa_unreadable",
    "caa_restricted",
    "caa_not_understood",
    "caa_at_target",
    "ca_account_refused",
    "record_beside_cname",
    "proxy_addresses",
    "server_created",
    "former_server",
    "reached_by_agent",
    "addresses_elsewhere",
    "ipv6_elsewhere",
    "lookup_failed",
    "connection_failed",
    "server_busy",
    "bad_gateway",
    "redirect_refused",
    "answered_by_wordpress",
    "answered_by_login_page",
    "answered_by_parked_page",
    "answered_by_cloudflare",
    "answered_by_default_page",
    "answered_by_firewall",
    "renewal_paused",
    "former_certificate",
    "certificate_ends_soon",
    "other_certificate",
    "other_hostname",
    "self_signed",
    "chain_incomplete",
    "tls_failed",
    "https_unreachable",
    "server_silent",
    "machine_silent",
    "not_seen_now",
    "access_unchecked",
    "role_not_assumable",
    "external_id_not_required",
    "action_denied",
    "listener_not_found",
    "listener_of_other_account",
    "listener_without_tls",
    "listener_full",
    "rules_full",
    "certificates_full",
    "imports_used_up",
    "certificate_unsupported",
    "certificate_in_use",
    "distribution_not_found",
    "distribution_for_one_tenant",
    "connection_group_not_found",
    "tenants_full",
    "hostname_taken_at_aws",
    "hostname_not_at_cloudfront",
    "managed_certificate_failed",
    "aws_throttled",
    "aws_unavailable",
]
Actor = Literal[
    "customer",
    "integrator",
    "service",
    "nobody",
]
Permission = Literal[
    "domains.read",
    "domains.check",
    "domains.write",
    "servers.read",
    "servers.write",
    "webhooks.read",
    "webhooks.write",
    "keys.read",
    "keys.write",
    "audit.read",
    "reports.read",
]
Subscription = Literal[
    "domain.created",
    "domain.updated",
    "domain.deleted",
    "domain.validated",
    "domain.validation_failed",
    "domain.dns_changed",
    "domain.dns_restored",
    "domain.transfer_requested",
    "domain.transferred",
    "certificate.requested",
    "certificate.installed",
    "certificate.issued",
    "certificate.renewed",
    "certificate.failed",
    "certificate.at_risk",
    "certificate.renewal_failed",
    "certificate.expiring",
    "certificate.expired",
    "certificate.revoked",
    "machine.enrolled",
    "machine.keys_rotated",
    "machine.revoked",
    "server.offline",
    "server.online",
    "api_key.expiring",
    "api_key.expired",
    "api_key.leaked",
    "webhook.disabled",
    "webhook.test",
    "*",
]
CreateDomainValidation = Literal[
    "http",
    "dns",
]
DomainDnsStatus = Literal[
    "pending",
    "validated",
    "error",
]
DomainSslStatus = Literal[
    "pending",
    "active",
    "error",
]
DnsRecordType = Literal[
    "CNAME",
    "TXT",
]
DnsRecordPurpose = Literal[
    "routing",
    "ownership",
    "validation",
]
DnsRecordState = Literal[
    "missing",
    "wrong",
    "former",
    "ok",
]
DnsSetupType = Literal[
    "domain_connect",
]
RecordFixAction = Literal[
    "add",
    "change",
    "remove",
]
EvidenceKind = Literal[
    "dns",
    "http",
    "tls",
    "acme",
    "caa",
]
MoveState = Literal[
    "installing",
    "awaiting_dns",
]
RenewalState = Literal[
    "issuing",
    "installing",
]
RevocationReason = Literal[
    "unspecified",
    "keyCompromise",
    "affiliationChanged",
    "superseded",
    "cessationOfOperation",
]
RevocationState = Literal[
    "renewing",
    "revoking",
]
TransferState = Literal[
    "requested",
    "refused",
    "completed",
]
TransferReason = Literal[
    "owner_disagrees",
    "contract_runs",
    "zone_compromised",
]
WarningCode = Literal[
    "server_created",
]
ListDomainsSort = Literal[
    "newest",
    "oldest",
]
BulkItemStatus = Literal[
    "created",
    "error",
]
DomainEventActorType = Literal[
    "api_key",
    "user",
    "service",
]
CreatePortalLinkLocale = Literal[
    "en",
    "de",
    "fr",
    "es",
    "pt-BR",
    "ja",
]
DnsLookForecast = Literal[
    "certificate",
    "waits_for_dns",
    "forbidden_by_caa",
    "exists",
]
DnsLookCaaState = Literal[
    "allows",
    "forbids",
    "unknown",
]
DnsCheckItemStatus = Literal[
    "checked",
    "error",
]
ThemeFont = Literal[
    "system",
    "humanist",
    "geometric",
    "rounded",
    "old_style",
    "slab",
]
CreateServerType = Literal[
    "agent",
    "alb",
    "cloudfront",
]
ServerStatus = Literal[
    "unclaimed",
    "online",
    "offline",
    "error",
]
ServerProblemReason = Literal[
    "role_not_assumable",
    "external_id_not_required",
    "action_denied",
    "listener_not_found",
    "listener_of_other_account",
    "listener_without_tls",
    "listener_full",
    "rules_full",
    "certificates_full",
    "imports_used_up",
    "certificate_unsupported",
    "certificate_in_use",
    "distribution_not_found",
    "distribution_for_one_tenant",
    "connection_group_not_found",
    "tenants_full",
    "hostname_taken_at_aws",
    "hostname_not_at_cloudfront",
    "managed_certificate_failed",
    "aws_throttled",
    "aws_unavailable",
]
ServerQuotaName = Literal[
    "certificates_per_load_balancer",
    "distribution_tenants",
    "certificates_in_acm",
    "imports_per_year",
]
GetAwsAccessType = Literal[
    "alb",
    "cloudfront",
]
WebhookWithSecretStatus = Literal[
    "active",
    "disabled",
]
WebhookDisabledBecause = Literal[
    "asked",
    "gone",
    "failing",
]
WebhookLastDeliveryStatus = Literal[
    "pending",
    "succeeded",
    "failed",
]
DeliveryState = Literal[
    "pending",
    "succeeded",
    "failed",
    "missed",
]
DeliveryFailure = Literal[
    "refused",
    "redirected",
    "gone",
    "attempts_exhausted",
    "webhook_disabled",
]
DeliveryAttemptError = Literal[
    "dns",
    "refused_address",
    "connection",
    "tls",
    "timeout",
    "too_large",
    "protocol",
]
ReplayDeliveriesState = Literal[
    "failed",
    "missed",
]
ListEventsSort = Literal[
    "oldest",
    "newest",
]
LeakInEventReporter = Literal[
    "github",
    "holder",
]
LeakInEventEnded = Literal[
    "key",
    "former_secret",
]
CreateKeyMode = Literal[
    "live",
    "test",
]
ListAuditObjectType = Literal[
    "organization",
    "api_key",
    "member",
    "invitation",
    "domain",
    "server",
    "machine",
    "webhook",
]
AuditEntryActorType = Literal[
    "api_key",
    "user",
    "machine",
    "administrator",
    "service",
]
ListRequestsStatus = Literal[
    "2xx",
    "4xx",
    "5xx",
]
ApiErrorDetailsRestriction = Literal[
    "addresses",
    "servers",
]


class ApiError(Model):
    """What is wrong. `code` is for your program, `message` for people."""

    code: ErrorCode | str
    """For your program: a code never changes its meaning."""
    message: str
    """For people, in English; it may be worded differently in a later version."""
    details: ApiErrorDetails | None
    """What belongs to this `code`. `insufficient_permissions`: `required_permission`, `api_key_permissions`. `api_key_restricted`: `restriction`, `address`, `server_id`, `allowed_server_ids`. `resource_not_found`: `domain_id`, `server_id`, `webhook_id`. `validation_error`: `errors`, `existing_domain_id`, `claim`, `transfer`, `items`. `quota_exceeded`: `resource`, `limit`, `used`. `rate_limit_exceeded`: `limit`, `remaining`, `reset_at`."""


class ApiErrorDetails(Model):
    """What belongs to this `code`. `insufficient_permissions`: `required_permission`, `api_key_permissions`. `api_key_restricted`: `restriction`, `address`, `server_id`, `allowed_server_ids`. `resource_not_found`: `domain_id`, `server_id`, `webhook_id`. `validation_error`: `errors`, `existing_domain_id`, `claim`, `transfer`, `items`. `quota_exceeded`: `resource`, `limit`, `used`. `rate_limit_exceeded`: `limit`, `remaining`, `reset_at`."""

    required_permission: Permission | str | None
    """What the operation needs."""
    api_key_permissions: list[Permission | str] | None
    """What the key has."""
    restriction: ApiErrorDetailsRestriction | str | None
    """To what the key is restricted."""
    address: str | None
    """From where the request came."""
    server_id: int | None
    """The server that the request is about; absent where it is about all."""
    allowed_server_ids: list[int] | None
    """The servers that the key may be used for."""
    domain_id: int | None
    """The id for which there is no domain."""
    webhook_id: int | None
    """The id for which there is no webhook."""
    errors: dict[str, list[str]] | None
    """Every wrong field, by its path (`url`, `metadata.plan`, `domains[0].url`), with all its messages."""
    existing_domain_id: int | None
    """Your own domain that has this hostname already."""
    claim: ApiErrorDetailsClaim | None
    """The record that proves the hostname to be yours: publish it and repeat the request."""
    transfer: Transfer | None
    items: list[FailedItem] | None
    """Of a bulk request: what became of each item."""
    resource: str | None
    """What there are too many of."""
    limit: int | None
    """The most that is allowed."""
    used: int | None
    """How much of it is used up."""
    remaining: int | None
    """How many requests are left."""
    reset_at: datetime | None
    """From when on you may ask again."""


class ApiErrorDetailsClaim(Model):
    """The record that proves the hostname to be yours: publish it and repeat the request."""

    type: str
    """The type of the record."""
    name: str
    """The whole name of the record."""
    value: str
    """What the record has to hold."""


class ApiKey(Model):
    """With what a program of yours calls the API."""

    id: str
    """Its public part, which goes into `X-API-KEY-ID`."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    name: str
    """What it is for, in words of your own."""
    permissions: list[Permission | str]
    """What it may do."""
    created_at: datetime
    """When it was made."""
    last_used_at: datetime | None
    """When it last made a request; absent until the first."""
    last_used_from: str | None
    """From which address it made that request."""
    expires_at: datetime | None
    """When it ends by itself."""
    allowed_addresses: list[str] | None
    """Addresses and ranges from which alone it may be used; absent: from everywhere."""
    allowed_server_ids: list[int] | None
    """The servers whose domains alone it may see and change; absent: all."""
    previous_secret_ends_at: datetime | None
    """After a rotation: until then the former secret is accepted too."""


class ApiKeyInEvent(Model):
    """An API key, without what it may do."""

    id: str
    """Its public part, which goes into `X-API-KEY-ID`."""
    name: str
    """What it is for, in words of your own."""
    created_at: datetime
    """When it was made."""
    last_used_at: datetime | None
    """When it last made a request; absent until the first."""
    expires_at: datetime | None
    """When it ends by itself."""


class ApiKeyWithSecret(Model):
    """An API key, and its secret."""

    id: str
    """Its public part, which goes into `X-API-KEY-ID`."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    name: str
    """What it is for, in words of your own."""
    permissions: list[Permission | str]
    """What it may do."""
    created_at: datetime
    """When it was made."""
    last_used_at: datetime | None
    """When it last made a request; absent until the first."""
    last_used_from: str | None
    """From which address it made that request."""
    expires_at: datetime | None
    """When it ends by itself."""
    allowed_addresses: list[str] | None
    """Addresses and ranges from which alone it may be used; absent: from everywhere."""
    allowed_server_ids: list[int] | None
    """The servers whose domains alone it may see and change; absent: all."""
    previous_secret_ends_at: datetime | None
    """After a rotation: until then the former secret is accepted too."""
    secret: str
    """Goes into `X-API-KEY`. It is shown here only."""


class ApiUseReport(Model):
    """How much of the API’s limits is used, and by which key. Today is not in it."""

    livemode: bool
    """False for test data, which only keys of test mode reach."""
    from_: date
    """The first day."""
    to: date
    """The last day."""
    is_complete: bool
    """Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it."""
    missing_days: list[date]
    """Days of which nothing is known: from before the organization, or this report."""
    total: ApiUseReportTotal
    """Of all days."""
    limits: ApiUseReportLimits
    """As they are now, for the caller."""
    data: list[ApiUseReportData]
    """By key, most requests first."""
    days: list[ApiUseReportDay]
    """Oldest first. A day lasts from one night’s computation to the next."""


class ApiUseReportData(Model):
    key_id: str
    """The public id of the API key."""
    requests: int
    """Requests that were answered within the limits."""
    minutes_at_limit: int
    """Minutes in which the key used all that it may; requests beyond that got 429."""


class ApiUseReportDay(Model):
    day: date
    """In UTC."""
    requests: int
    """Requests of all keys."""
    hours_at_limit: int
    """Hours at the limit."""
    keys: list[ApiUseReportDayKey]
    """By key, most requests first."""


class ApiUseReportDayKey(Model):
    key_id: str
    """The public id of the API key."""
    requests: int
    """Requests that were answered within the limits."""
    minutes_at_limit: int
    """Minutes in which the key used all that it may; requests beyond that got 429."""


class ApiUseReportLimits(Model):
    """As they are now, for the caller."""

    requests_per_minute: int
    """Of a key."""
    requests_per_hour: int
    """Of all keys together."""


class ApiUseReportTotal(Model):
    """Of all days."""

    requests: int
    """Requests of all keys that were answered within the limits."""
    hours_at_limit: int
    """Hours in which all keys together used all that they may; requests beyond that got 429."""


class AuditEntry(Model):
    """One change that somebody made."""

    id: str
    """Names the entry."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    created_at: datetime
    """When the change was made, by the time of day, also in test mode."""
    test_clock_at: datetime | None
    """In test mode, what the test clock showed, where the change came through the API."""
    action: str
    """For example `domain.updated`; further ones may come."""
    object: AuditEntryObject
    """What was changed."""
    actor: AuditEntryActor
    """Who made the change. `administrator`: whoever runs the service; `service`: the service itself."""
    request_id: str | None
    """The `X-Request-Id` of the request, where it was one of a key or a person."""
    source_ip: str | None
    """The address from which it came."""
    user_agent: str | None
    """The program that sent it, as it called itself."""
    before: dict[str, Any] | None
    """What was changed, as it was before; never a secret."""
    after: dict[str, Any] | None
    """The same as it was then."""


class AuditEntryActor(Model):
    """Who made the change. `administrator`: whoever runs the service; `service`: the service itself."""

    type: AuditEntryActorType | str
    """A key, a person, a machine’s agent, or one of the two below."""
    key_id: str | None
    """The public id of the API key."""
    user_id: str | None
    """The id of the person."""
    machine_id: str | None
    """The id of the machine."""


class AuditEntryObject(Model):
    """What was changed."""

    type: ListAuditObjectType | str
    """What was changed."""
    id: str
    """Its id."""


class AwsAccess(Model):
    """What a role in your AWS account needs."""

    external_id: str
    """What the service sends when it assumes the role: the id of your organization."""
    service_role_arn: str
    """The role of this deployment that assumes yours."""
    trust_policy: dict[str, Any]
    """Who may assume your role."""
    permissions_policy: dict[str, Any]
    """What your role has to be allowed."""


class BulkItem(Model):
    """An item of a bulk request that made a domain."""

    index: int
    """The place of the item in the request."""
    status: BulkItemStatus | str
    """`created` or `error`."""
    domain: Domain | None
    error: ItemError | None
    """The error that it would have had as a request of its own."""


class BulkResult(Model):
    """One result for each item, in the order of the request."""

    data: list[BulkItem]
    """One result for each item, in the order of the request."""
    summary: BulkResultSummary
    """How many there are of each kind."""


class BulkResultSummary(Model):
    """How many there are of each kind."""

    created: int
    """How many domains were created."""
    failed: int
    """How many items were refused."""


class Certificate(Model):
    """The certificate that was last seen served."""

    serial_number: str
    """Hexadecimal, lower case."""
    issuer: str
    """The distinguished name of who signed it."""
    not_before: datetime
    """From when on it is valid."""
    not_after: datetime
    """Until when it is valid."""
    fingerprint_sha256: str
    """SHA-256 of the whole certificate: hexadecimal, lower case."""
    key_type: str
    """The kind of its key, such as `ECDSA P-256`."""
    ca: str
    """The certificate authority that issued it."""


class ChangedWebhook(Model):
    """A webhook, and when it is enabled again, since when it may lack events."""

    id: int
    """Names the webhook in every other call."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    url: str
    """Where events are sent. What follows a `?` is masked: it may hold a secret."""
    events: list[Subscription | str]
    """`*` stands for all, future ones too."""
    status: WebhookWithSecretStatus | str
    """`disabled`: nothing is sent until you enable it again."""
    disabled: WebhookDisabled | None
    """Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days."""
    description: str | None
    """What it is for, in words of your own."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it was last changed."""
    previous_secret_ends_at: datetime | None
    """After a rotation: until then deliveries are signed with the former secret too."""
    last_delivery: WebhookLastDelivery | None
    """How the last delivery stands; absent before the first."""
    warnings: list[str] | None
    """What may be wrong with the `url`, found when it was set. Only in the answer to that request."""
    missed_since: datetime | None
    """In the answer that enables it again: `since` for a replay of what it may lack, from its first failure on. Deliveries with `state=missed` list what was never sent."""


class ChangesReport(Model):
    """How often people, invitations and API keys were changed. Today is not in it."""

    livemode: bool
    """False for test data, which only keys of test mode reach."""
    from_: date
    """The first day."""
    to: date
    """The last day."""
    is_complete: bool
    """Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it."""
    missing_days: list[date]
    """Days of which nothing is known: from before the organization, or this report."""
    data: list[ChangesReportData]
    """Most frequent first."""
    days: list[ChangesReportDay]
    """Oldest first."""


class ChangesReportData(Model):
    action: str
    """As in the audit."""
    changes: int
    """How often."""


class ChangesReportDay(Model):
    day: date
    """In UTC."""
    changes: int
    """Changes of people, invitations and keys."""


class DeletedDomain(Model):
    id: int
    """The id that the domain had. It is not used again."""
    deleted: bool
    """It is gone."""


class DeletedServer(Model):
    id: int
    """The id that the server had."""
    deleted: bool
    """It is gone."""


class DeletedWebhook(Model):
    id: int
    """The id that the webhook had."""
    deleted: bool
    """It is gone."""


class Delivery(Model):
    """One event on its way to one webhook."""

    id: str
    """Names the delivery: the same in every attempt."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    event_id: str
    """What every attempt carries as `webhook-id`."""
    event: EventName | str
    """What it tells of."""
    domain_id: int | None
    """The id of the domain that it is about."""
    state: DeliveryState | str
    """An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s `events` included it; it is listed 15 s after it was made, and at once while the webhook is disabled."""
    failure: DeliveryFailure | str | None
    """Why it was given up."""
    created_at: datetime
    """When the event was made."""
    next_attempt_at: datetime | None
    """When it is tried again; absent where it is not."""
    attempts: list[DeliveryAttempt]
    """Oldest first, the last 24, those of earlier redeliveries too."""
    is_test: bool | None
    """A sample; it is not in the event log."""
    body: dict[str, Any] | None
    """What is sent: in the answer of one delivery, if the key has `domains.read` as well."""


class DeliveryAttempt(Model):
    at: datetime
    """When the attempt was made."""
    milliseconds: int
    """How long it took."""
    status: int | None
    """Of the answer; absent where there was no complete one."""
    error: DeliveryAttemptError | str | None
    """Why there was no complete answer."""
    reply: str | None
    """The first KiB of the answer, or in words what went wrong."""


class Diagnosis(Model):
    """`ok` only when the certificate is active and served."""

    code: DiagnosisCode | str
    """How the domain stands, for your program."""
    reason: DiagnosisReason | str | None
    """What exactly was found, where that is known beyond the code."""
    summary: str
    """What is the matter, in a sentence that you may show to your customer."""
    actor: Actor
    """Who has to act; `nobody` means that waiting is enough."""
    fix: DiagnosisFix
    """What whoever has to act should do."""
    evidence: list[Evidence]
    """The answers from outside on which this rests."""
    since: datetime | None
    """Since when `code` and `actor` have been these. Absent where there is no domain yet."""
    checked_at: datetime | None
    """When the service last checked and found this. In lists and events: when it first found it, or somebody asked for a check."""
    next_check_at: datetime | None
    """When the next automatic check is, where that is known. Not in lists and events."""


class DiagnosisFix(Model):
    """What whoever has to act should do."""

    text: str
    """In words that you may show to your customer."""
    records: list[RecordFix]
    """The same as changes to DNS records, one by one; empty where no record is the remedy."""


class DnsCheckItem(Model):
    """A hostname of a list that was checked."""

    index: int
    """The place of the item in the request."""
    status: DnsCheckItemStatus | str
    """`checked` or `error`."""
    check: DnsLook | None
    error: ItemError | None
    """The error that it would have had as a request of its own."""


class DnsChecks(Model):
    """One result for each hostname, in the order of the request."""

    data: list[DnsCheckItem]
    """One result for each hostname, in the order of the request."""


class DnsForm(Model):
    """What the provider’s form for a record calls things, as far as it is known."""

    type: str | None
    """The field for the type of a record. Absent where `path` ends with its choice."""
    name: str | None
    """The field for the name of a record, into which `host` goes."""
    value: str | None
    """The field for its value."""
    full_name: bool | None
    """The name is entered with the zone. If false, it is entered as `host` has it."""
    appends_zone: bool | None
    """It appends the zone to a value that does not end in a dot."""
    has_proxy: bool | None
    """The form has a switch for a proxy, which has to be off."""
    proxy_switch: DnsFormProxySwitch | None
    """The switch of its proxy."""


class DnsFormProxySwitch(Model):
    """The switch of its proxy."""

    name: str
    """What the switch is called."""
    off: str
    """The position in which the proxy is off."""


class DnsLook(Model):
    """What a hostname’s DNS has now, and what would come of it. Nothing of it is stored."""

    url: str
    """The hostname as it would be created."""
    forecast: DnsLookForecast | str
    """What would come of a domain that is created now. `certificate`: its DNS is right, and it gets its certificate at once; `waits_for_dns`: `diagnosis` says for what; `forbidden_by_caa`: its DNS is right, and CAA records forbid the certificate; `exists`: it is a domain of yours already, see `domain_id`."""
    domain_id: int | None
    """The id of the domain that it is about."""
    server_id: int | None
    """The server that was looked for: the one that was asked for, else your first."""
    cname_target: str | None
    """Absent where there is no such server yet: a server gets its target when it is created."""
    dns_records: list[DnsRecord]
    """The record to publish, and how it stands. None where there is no such server yet."""
    dns_provider: DnsProvider | None
    diagnosis: Diagnosis | None
    caa: DnsLookCaa
    """What CAA records say, whatever else stands in the way."""


class DnsLookCaa(Model):
    """What CAA records say, whatever else stands in the way."""

    state: DnsLookCaaState | str
    """Whether CAA records let the certificate authority issue, as soon as the CNAME record leads to `cname_target`."""
    records: list[RecordFix]
    """What would allow it."""


class DnsProvider(Model):
    """Where the customer edits DNS records, told from the name servers of the zone. Absent until they were seen, and where they are nobody’s who is known."""

    name: str
    """As your customer knows it."""
    url: str | None
    """Its console, or its help page about DNS records."""
    path: list[str] | None
    """Where to click from signing in to the form for a new record: the words of its menus, in English."""
    form: DnsForm | None


class DnsRecord(Model):
    """A record that the customer has to publish."""

    type: DnsRecordType | str
    """The type of the record."""
    name: str
    """The whole name of the record."""
    host: str
    """What the DNS provider’s form asks for: the part before the zone. Where the hostname is a zone of its own, what the form takes for that: `@`, or nothing."""
    value: str
    """What the record has to hold."""
    ttl: int
    """Suggested; seconds."""
    purpose: DnsRecordPurpose | str
    """`routing`: leads visitors to your server. `validation`: certificates come by it; it is set once, and before that of the visitors. `ownership`: proves whose the hostname is."""
    state: DnsRecordState | str
    """`ok`: visitors come by it, as far as the last check that saw it says. `former`: the domain moves, and the record still leads to the server that is left, which goes on serving; `diagnosis` says when it is to be changed to `value`. `missing`: no look has seen it yet; whether that is because it is not there, or because DNS gave no answer, `diagnosis` says."""
    observed: str | None
    """What is there instead."""


class DnsSetup(Model):
    """The DNS provider sets the record itself, after one confirmation of the owner (Domain Connect). Only while the record is missing or wrong, and where the provider has the template of this service."""

    type: DnsSetupType | str
    """The protocol behind it: there may be others one day."""
    provider: str
    """The DNS provider, as it calls itself."""
    url: str
    """A page of the provider, where the owner of the zone signs in and confirms. It leads back to your portal. Open it in a window that shows its address, never in a frame."""


class Domain(Model):
    """A hostname of one of your customers, and how its certificate stands."""

    id: int
    """Names the domain in every other call."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    url: str
    """The hostname: lower case, punycode, no trailing dot."""
    url_unicode: str | None
    """The same name as people write it, where that differs: `bücher.kunde.de` for `xn--bcher-kva.kunde.de`. For showing; compare and store `url`. Escape it, and beware of letters that look like others."""
    dns_status: DomainDnsStatus
    """`validated`: the CNAME record was found. `error`: it was not found in time."""
    ssl_status: DomainSslStatus
    """`active`: a valid certificate is served. `error`: there is none, and nothing continues automatically."""
    server_id: int
    """The id of the server on which the certificate is installed."""
    send_notifications: bool
    """Whether your webhooks are told what happens to it. The list of events has it in any case."""
    metadata: dict[str, str]
    """What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too."""
    cname_target: str
    """Where the CNAME record of the hostname has to point."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it was last changed."""
    validation: CreateDomainValidation | str | None
    """How the hostname is proven to the certificate authority. Absent: `http`."""
    dns_records: list[DnsRecord]
    """The records that your customer has to publish, each with how it stands."""
    dns_provider: DnsProvider | None
    dns_setup: DnsSetup | None
    diagnosis: Diagnosis
    error: DomainError | None
    renews_on: date | None
    """From the first activation on."""
    last_renewed: datetime | None
    """From the first activation on."""
    expires_at: datetime | None
    """From the first activation on."""
    certificate: Certificate | None
    move: Move | None
    renewal: Renewal | None
    revocation: Revocation | None
    transfer: Transfer | None
    warnings: list[Warning] | None
    """Only in the answer to the request that is warned of: it was carried out, but probably not meant so."""


class DomainCounts(Model):
    """How many domains wait for whom."""

    total: int
    """All domains of the organization. It lags by a second or two."""
    by_actor: DomainCountsByActor
    """By `diagnosis.actor`."""
    is_complete: bool
    """False where so many wait for somebody that they were not all counted: there are at least these."""
    counted_at: datetime
    """When `customer`, `integrator` and `service` were counted: at most 30 s ago. `total` and `nobody` are of now."""


class DomainCountsByActor(Model):
    """By `diagnosis.actor`."""

    customer: int
    """A customer has to change something in DNS."""
    integrator: int
    """You have to."""
    service: int
    """This service has to."""
    nobody: int
    """Served, or going on by themselves."""


class DomainError(Model):
    """The present obstacle, or why it ended. Absent while all is well."""

    code: DomainErrorCode | str
    """For your program: a code never changes its meaning."""
    message: str
    """For people, in English; it may be worded differently in a later version."""
    details: DomainErrorDetails
    """What belongs to this `code`. `dns_validation_failed`: `domain`, `expected_cname`. `cname_not_found`: `domain`, `expected_target`. `invalid_cname_target`: `domain`, `actual_target`, `expected_target`. `dns_validation_timeout`: `domain`, `started_at`, `timed_out_at`. `certificate_request_failed`: `domain`, `acme_error`. `certificate_timeout`: `domain`, `certificate_request_id`. `certificate_install_failed`: `domain`, `expected_fingerprint`, `observed_fingerprint`. `certificate_expired`: `domain`, `expired_at`."""


class DomainErrorDetails(Model):
    """What belongs to this `code`. `dns_validation_failed`: `domain`, `expected_cname`. `cname_not_found`: `domain`, `expected_target`. `invalid_cname_target`: `domain`, `actual_target`, `expected_target`. `dns_validation_timeout`: `domain`, `started_at`, `timed_out_at`. `certificate_request_failed`: `domain`, `acme_error`. `certificate_timeout`: `domain`, `certificate_request_id`. `certificate_install_failed`: `domain`, `expected_fingerprint`, `observed_fingerprint`. `certificate_expired`: `domain`, `expired_at`."""

    domain: str
    """The hostname."""
    expected_cname: str | None
    """Where the CNAME record has to point."""
    expected_target: str | None
    """Where the CNAME record has to point."""
    actual_target: str | None
    """Where the CNAME record points instead."""
    started_at: datetime | None
    """When the service began to look for the record."""
    timed_out_at: datetime | None
    """When it gave up."""
    acme_error: str | None
    """`<problem type>: <detail>`, in the words of the certificate authority."""
    certificate_request_id: str | None
    """Names the service’s request for the certificate: tell it when you report the problem."""
    expected_fingerprint: str | None
    """SHA-256, hexadecimal, lower case."""
    observed_fingerprint: str | None
    """SHA-256, hexadecimal, lower case."""
    expired_at: datetime | None
    """When the last certificate ended."""


class DomainEvent(Model):
    """One entry of a domain’s timeline."""

    id: str
    """Names the entry."""
    at: datetime
    """When it happened."""
    type: str
    """For example `order.created`. New types are added over time."""
    diagnosis: DiagnosisCode | str
    """The code of the diagnosis at that moment."""
    reason: DiagnosisReason | str | None
    """The reason of the diagnosis, where it has one."""
    observed: str | None
    """What a wrong record points to, or what else was seen. Written by strangers: escape it wherever it is shown."""
    evidence: list[Evidence] | None
    """What the diagnosis rests on. With `reason` and `observed` only where it became another."""
    quiet_looks: int | None
    """So many looks at DNS before this one found nothing new, and are no entries. Absent: none that are known of."""
    actor: DomainEventActor
    """Who caused it."""
    request_id: str | None
    """The `X-Request-Id` of the request that it comes from, where it comes from one."""


class DomainEventActor(Model):
    """Who caused it."""

    type: DomainEventActorType | str
    """`api_key`: a request of yours. `user`: one of your people, in the dashboard. `service`: the service on its own."""
    key_id: str | None
    """The public id of the API key."""
    user_id: str | None
    """The id of the person."""


class DomainExpiries(Model):
    """How many certificates end in which week."""

    earlier: DomainExpiriesEarlier
    """Certificates that ended before the first of the weeks."""
    weeks: list[DomainExpiriesWeek]
    """Weeks from Monday to Monday in UTC, the present one first."""
    is_complete: bool
    """False where so many end that they were not all counted: from `complete_until` on there are more."""
    complete_until: datetime | None
    """Up to there everything was counted; absent if it was."""
    counted_at: datetime
    """When the domains were counted."""


class DomainExpiriesEarlier(Model):
    """Certificates that ended before the first of the weeks."""

    by_itself: int
    """It is renewed without anybody."""
    needs_somebody: int
    """You or a customer have to do something before it can be renewed."""


class DomainExpiriesWeek(Model):
    starts_at: datetime
    """The Monday with which it begins."""
    ends_at: datetime
    """The next Monday, which is not in it any more."""
    by_itself: int
    """It is renewed without anybody."""
    needs_somebody: int
    """You or a customer have to do something before it can be renewed."""


class EndedPortalLinks(Model):
    """All links to the page of a domain that were made before have ended."""

    id: int
    """The id of the domain."""
    deleted: bool
    """It is gone."""


class Enrollment(Model):
    """The right to enroll one machine, or several."""

    token: str
    """Enrolls one machine, once, or as many as `max_machines` says. It is shown here only."""
    expires_at: datetime
    """Until when the token can be used."""
    server_id: int
    """The id of the server whose certificates the machine will get."""
    id: str | None
    """Of a reusable token, to revoke it."""
    max_machines: int | None
    """How many machines may enroll with it in all."""


class EnrollmentToken(Model):
    """A reusable token, without its secret."""

    id: str
    """Names the token, to revoke it."""
    server_id: int
    """The id of the server whose certificates its machines get."""
    max_machines: int
    """How many machines may enroll with it in all."""
    machines_enrolled: int
    """How many have enrolled with it, those included that were revoked since."""
    created_at: datetime
    """When it was made."""
    expires_at: datetime
    """Until when machines can enroll with it."""


class Event(Model):
    """Something that happened: the body of its deliveries."""

    id: str
    """The same in every attempt and in every webhook."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    is_test: bool | None
    """Only in the delivery of a test: nothing has happened. Do not act on it."""
    event: EventName | str
    """What happened."""
    domain_id: int | None
    """Absent where the event is about a webhook."""
    created_at: datetime
    """When it came true. Order is not promised: compare this."""
    data: EventData
    """`domain` or `webhook`, as the API showed it at that moment; by `event`, see the webhooks."""


class EventData(Model):
    """What an event is about, as the API showed it at that moment."""

    domain: Domain | None
    machine: Machine | None
    server: Server | None
    reason: str | None
    """The service itself took the machine out, which had been silent for days."""
    silent_machines: list[Machine] | None
    """Those of its machines that are known to be silent, this event’s among them if it tells of silence: a hundred at most."""
    api_key: ApiKeyInEvent | None
    leak: LeakInEvent | None
    webhook: Webhook | None


class Evidence(Model):
    """What somebody outside answered the service."""

    kind: EvidenceKind | str
    """How the service asked."""
    asked: str
    """What it asked."""
    server: str | None
    """Who answered: a name server, or an address."""
    answer: str
    """Written by strangers: escape it wherever it is shown."""
    at: datetime
    """When it asked."""


class FailedItem(Model):
    """An item of a bulk request that was refused."""

    index: int
    """The place of the item in the request."""
    status: str
    """The item was refused."""
    error: ItemError
    """The error that it would have had as a request of its own."""


class FailuresReport(Model):
    """What goes wrong, who has to act, and how long it lasts."""

    livemode: bool
    """False for test data, which only keys of test mode reach."""
    from_: date
    """The first day."""
    to: date
    """The last day."""
    is_complete: bool
    """Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it."""
    missing_days: list[date]
    """Days of which nothing is known: from before the organization, or this report."""
    data: list[FailuresReportData]
    """Most frequent first."""
    days: list[FailuresReportDay]
    """Oldest first."""


class FailuresReportData(Model):
    code: DiagnosisCode | str
    """The code of the diagnosis."""
    actor: Actor
    """Who had to act."""
    failed: int
    """How often a domain failed so."""
    at_risk: int
    """How often it threatened a certificate in use."""
    fixed: int
    """How many such failures ended."""
    mean_hours_until_fixed: float | None
    """From the failure to its end; absent where none ended."""


class FailuresReportDay(Model):
    day: date
    """In UTC."""
    failed: int
    """Failures."""
    at_risk: int
    """Threats to a certificate in use."""
    fixed: int
    """Failures that ended."""


class ItemError(Model):
    """The error that it would have had as a request of its own."""

    code: str
    """For your program: a code never changes its meaning."""
    message: str
    """For people, in English; it may be worded differently in a later version."""
    details: dict[str, Any] | None
    """What belongs to this `code`."""


class LeakInEvent(Model):
    """A report that a secret has leaked."""

    reporter: LeakInEventReporter | str
    """GitHub, as its signature proves, or whoever holds the secret."""
    ended: LeakInEventEnded | str
    """The key, or only the secret that a rotation had replaced."""
    url: str | None
    """Where it was found, as the reporter says. Where that is not GitHub, anybody may have written it."""


class Machine(Model):
    """A machine whose agent may fetch the certificates of its server."""

    id: str
    """Names the machine, to revoke it."""
    name: str
    """The name with which the machine was enrolled."""
    enrolled_at: datetime
    """When its agent registered its keys."""
    last_seen_at: datetime | None
    """When its agent last called the service; absent until the first time."""


class MachineKey(Model):
    """The record that a machine got a private key."""

    id: str
    """Of the record."""
    domain_id: int
    """The id of the domain that it is about."""
    hostname: str
    """The hostname of the domain then."""
    fingerprint_sha256: str
    """Of the certificate whose key it is."""
    released_at: datetime
    """When it left the service."""


class Move(Model):
    """On its way to the server that `server_id` names."""

    from_server_id: int
    """The server that serves until the move is over."""
    state: MoveState | str
    """`awaiting_dns`: the new server serves; the CNAME record still leads to the old one."""


class Organization(Model):
    """Your organization, and what is left of its limits."""

    id: str
    """Names your organization: tell it when you report a problem."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    name: str
    """The name that an administrator gave it."""
    key: OrganizationKey
    """The API key of this request."""
    limits: OrganizationLimits
    """What your organization may use, and how much of it is used up."""
    portal_url: str | None
    """Your portal, in which the owner of a hostname sees what to do. Absent until it is needed the first time."""
    base_target: str
    """Under this name lies the CNAME target of every server. It is no target itself: what a customer has to publish is the `cname_target` of the domain."""
    cname_target: str
    """The same as `base_target`, under a name that misleads: no CNAME record may point here."""


class OrganizationKey(Model):
    """The API key of this request."""

    id: str
    """Its public part, which goes into `X-API-KEY-ID`."""
    name: str
    """The name that an administrator gave it."""
    permissions: list[Permission | str]
    """What it may do."""
    allowed_addresses: list[str] | None
    """IP addresses and ranges (CIDR) from which alone it may be used."""
    allowed_server_ids: list[int] | None
    """Ids of the servers whose domains alone it may see and change."""


class OrganizationLimit(Model):
    """Of this API key, in the present minute of the clock."""

    limit: int
    """The most that is allowed."""
    used: int
    """How much of it is used up."""


class OrganizationLimits(Model):
    """What your organization may use, and how much of it is used up."""

    requests_per_minute: OrganizationLimit
    """Of this API key, in the present minute of the clock."""
    requests_per_hour: OrganizationLimit
    """Of all API keys together, in the present hour of the clock."""
    domains: OrganizationLimit
    """Domains."""
    unvalidated_domains: OrganizationLimit
    """Domains that were never validated."""
    servers: OrganizationLimit
    """Servers."""
    webhooks: OrganizationLimit
    """Webhooks."""
    new_receivers_per_hour: OrganizationLimit
    """Webhooks created, or sent to another host, in the present hour of the clock."""


class PortalLink(Model):
    """A link to the portal, for the owner of one hostname."""

    url: str
    """The address to send: whoever has it sees this domain, and can have it looked at."""
    expires_at: datetime
    """Until when the link works."""


class RecordFix(Model):
    """One change to the customer’s DNS records."""

    action: RecordFixAction | str
    """What to do with the record."""
    type: str
    """The type of the record."""
    name: str
    """The whole name of the record."""
    host: str
    """The name as the form of the DNS provider takes it: without the zone; `@`, or what that form takes, for the zone itself."""
    value: str
    """What the record has to hold, as the form of the DNS provider takes it; or what the one to be removed holds. It ends with a full stop where the form would append the zone."""


class Renewal(Model):
    """Another certificate is on its way; the present one serves until it does."""

    state: RenewalState | str
    """`issuing`: on the way at the certificate authority; `installing`: on the way to the server."""


class RenewalsReport(Model):
    """Whether certificates are renewed in time, and whether shorter lives would be, too."""

    livemode: bool
    """False for test data, which only keys of test mode reach."""
    from_: date
    """The first day."""
    to: date
    """The last day."""
    is_complete: bool
    """Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it."""
    missing_days: list[date]
    """Days of which nothing is known: from before the organization, or this report."""
    total: RenewalsReportTotal
    """Of all days."""
    objective: RenewalsReportObjective
    """The error budget of the range."""
    expired_by: list[RenewalsReportExpiredBy]
    """Who had to act before they expired."""
    delays: list[RenewalsReportDelay]
    """From the planned instant of a renewal to its end."""
    lifetimes: list[RenewalsReportLifetime]
    """How long certificates live."""
    readiness: list[RenewalsReportReadiness]
    """How the same renewals would have stood with shorter lives."""
    ca_orders: RenewalsReportCaOrders
    """The limit that renewals have to fit in."""
    days: list[RenewalsReportDay]
    """Oldest first."""


class RenewalsReportCaOrders(Model):
    """The limit that renewals have to fit in."""

    per_day: int
    """Orders that the certificate authority takes of this service in a day."""
    counts_renewals: bool
    """False: it takes renewals beyond that."""


class RenewalsReportDay(Model):
    day: date
    """In UTC."""
    on_time: int
    """Renewals in time."""
    late: int
    """Renewals that were late."""
    unmeasured: int
    """Renewals of which it is not known."""
    expired: int
    """Certificates that expired."""


class RenewalsReportDelay(Model):
    up_to_seconds: int | None
    """The longest delay that counts here; null: longer than all others."""
    renewals: int
    """Renewals that took longer than the bucket before, and no longer than this."""


class RenewalsReportExpiredBy(Model):
    actor: Actor
    """Who had to act."""
    certificates: int
    """Certificates that expired."""


class RenewalsReportLifetime(Model):
    up_to_days: int | None
    """The longest life that counts here; null: longer than all others."""
    certificates: int
    """Certificates of the range with such a life."""


class RenewalsReportObjective(Model):
    """The error budget of the range."""

    on_time_share: float
    """What we promise."""
    allowed: float
    """How many may be late or expire by that."""
    used: int
    """How many were, or did."""
    left_share: float
    """What is left of the allowed; below 0: the promise is broken."""


class RenewalsReportReadiness(Model):
    life_days: int
    """If all certificates lived so long."""
    renewals_per_day: float | None
    """Needed on average for the domains of today."""
    on_time_share: float | None
    """Of the measured renewals: those whose delay would have been in time; absent where there are none."""


class RenewalsReportTotal(Model):
    """Of all days."""

    renewed: int
    """Certificates that were renewed."""
    on_time: int
    """Of these, 14 days or more before the end; of a life shorter than 42 days, a third of it."""
    late: int
    """Of these, later than that."""
    unmeasured: int
    """Of these, from before this report: it is not known."""
    expired: int
    """Certificates that ended before another was served."""
    on_time_share: float | None
    """Of what is measured and what expired; absent where there is neither."""


class Replay(Model):
    """What a replay has queued."""

    queued: int
    """How many deliveries this call has queued."""
    next_cursor: str | None
    """Goes into `cursor` of the same request for the rest; null when there is none."""


class Request(Model):
    """A request of an API key that changed something, was refused or failed; without its body."""

    id: str
    """The `X-Request-Id` of its answer."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    created_at: datetime
    """When it came."""
    method: str
    """How it was sent: GET, POST, PUT, PATCH or DELETE."""
    path: str
    """Below the site’s address. `…` stands for a part that looks like a secret."""
    query: str | None
    """What followed the question mark. `…` stands for what is not kept: cursors, metadata and whatever is no filter."""
    status: int
    """Of its answer."""
    error_code: str | None
    """The `code` of the error that it was answered with."""
    api_key_id: str
    """The public id of the API key that sent it."""
    source_ip: str
    """The address from which it came."""
    milliseconds: int
    """How long its answer took in the service."""


class Revocation(Model):
    """A certificate of the domain that you asked to be revoked, until it is."""

    reason: RevocationReason | str
    """The reason that you gave."""
    requested_at: datetime
    """When you asked for it."""
    serial_number: str
    """Of the certificate that is to be revoked. Hexadecimal, lower case."""
    state: RevocationState | str
    """`renewing`: a new certificate, with a new key, is on its way; `revoking`: it is served, and the old one is being revoked."""
    acme_error: str | None
    """Why the certificate authority has not revoked it yet, in its words. It is asked again automatically."""


class RevokedApiKey(Model):
    id: str
    """The id that the key had."""
    deleted: bool
    """It is gone."""


class RevokedEnrollmentToken(Model):
    id: str
    """The id that the token had."""
    deleted: bool
    """It is gone."""


class RevokedMachine(Model):
    """A machine that gets nothing more, and what it got."""

    id: str
    """The id that the machine had."""
    deleted: bool
    """It is gone."""
    keys: RevokedMachineKeys
    """The domains whose private keys the machine got."""
    rekey: bool
    """Whether these domains get new keys, and their present certificates are revoked."""


class RevokedMachineKeys(Model):
    """The domains whose private keys the machine got."""

    count: int
    """How many domains."""
    domains: list[RevokedMachineKeysDomain]
    """At most 100 of them, those whose keys it got last."""
    has_more: bool
    """There are others: `GET …/{machine_id}/keys` lists all keys."""


class RevokedMachineKeysDomain(Model):
    domain_id: int
    """The id of the domain that it is about."""
    hostname: str
    """The hostname of the domain then."""


class Server(Model):
    """A place where certificates are installed: one or more machines of yours, or a load balancer or a CloudFront distribution in your AWS account."""

    id: int
    """The number that a domain names it by, as `server_id`."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    name: str
    """A name of your choice, for people."""
    type: CreateServerType | str
    """How certificates are installed: `agent`, by a program on your machines; `alb`, by this service, at an Application Load Balancer in your AWS account; `cloudfront`, by this service, at a multi-tenant distribution of CloudFront there."""
    config: ServerConfig
    """What the type needs to know; one of type `agent` needs nothing."""
    address: list[str] | None
    """One hostname, or one to eight IP addresses."""
    cname_target: str
    """Where the CNAME records of its domains have to point."""
    status: ServerStatus | str
    """`unclaimed`: no machine has been enrolled, or the AWS account was not checked yet. `error`: `problem` says why."""
    checked_at: datetime | None
    """When the AWS account was last checked."""
    problem: ServerProblem | None
    quotas: list[ServerQuota] | None
    """What AWS limits in the account; a domain is refused once one of them is used up."""
    last_seen_at: datetime | None
    """When the agent of one of its machines last called the service, or when the check of the AWS account last found all well; absent until the first time."""
    created_at: datetime
    """When it was made."""


class ServerConfig(Model):
    """What the type needs to know; one of type `agent` needs nothing."""

    machine_roles: list[str] | None
    """ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`."""
    role_arn: str | None
    """The IAM role in your account that this service assumes."""
    listener_arn: str | None
    """The HTTPS listener to which certificates are added. Its default certificate stays as it is."""
    http_listener_arn: str | None
    """The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule."""
    region: str | None
    """The AWS region of the load balancer."""
    distribution_id: str | None
    """The id of the multi-tenant distribution, for a server of type `cloudfront`: each hostname gets a distribution tenant there."""
    connection_group_id: str | None
    """The id of the connection group of the tenants. Without one: the default one of the account."""
    managed: bool | None
    """`true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported."""


class ServerProblem(Model):
    """Why the service cannot work in the AWS account of a server."""

    reason: ServerProblemReason | str
    """Stays the same for programs; a diagnosis of a domain has the same reason."""
    action: str | None
    """The action that AWS denies the role, as policies name it."""
    summary: str
    """What is the matter."""
    fix: str
    """What to do."""


class ServerQuota(Model):
    """A quota of AWS. Once it is used up, no domain can be added to the server."""

    name: ServerQuotaName | str
    """What is limited."""
    used: int
    """How much of it is in use, by whomever."""
    limit: int
    """As AWS applies it to the account at present."""


class TestClock(Model):
    """The clock of the organization’s test mode."""

    livemode: bool
    """False for test data, which only keys of test mode reach."""
    now: datetime
    """What the clock shows."""
    ahead_seconds: float
    """By how much it is ahead of the time of day."""


class Theme(Model):
    """How the portal looks, and the widget with its style sheet."""

    colors: ThemeColors
    """Colours, each as `#` and six hexadecimal digits."""
    font: ThemeFont | str
    """A stack of fonts that devices have already."""
    radius: int
    """How round corners are, in pixels."""
    logo: str | None
    """A PNG or WebP image of at most 100,000 bytes, as base64."""
    support_url: str | None
    """Where owners of hostnames get help from you: an `https://` or a `mailto:` address."""
    texts: dict[str, ThemeTexts]
    """Sentences of yours, by language. They are shown as they are: markup is text."""
    locale: CreatePortalLinkLocale | str
    """The language where neither the address nor the browser asks for another."""
    frame_ancestors: list[str]
    """Origins of yours in whose pages the portal may be framed, such as `https://app.example.com`. Empty: in none."""


class ThemeColorSet(Model):
    """Where the device of whoever looks is set to light."""

    text: str
    """What is written."""
    surface: str
    """What it is written on."""
    line: str
    """Borders."""
    accent: str
    """Links and buttons."""
    on_accent: str
    """What is written on buttons."""
    good: str
    """What is right."""
    wait: str
    """What takes time."""
    bad: str
    """What has to be mended."""


class ThemeColors(Model):
    """Colours, each as `#` and six hexadecimal digits."""

    light: ThemeColorSet
    """Where the device of whoever looks is set to light."""
    dark: ThemeColorSet
    """Where it is set to dark."""


class ThemeTexts(Model):
    """For whoever reads English."""

    welcome: str | None
    """A sentence or two at the top of the portal."""
    help: str | None
    """A sentence or two beside the address where help is."""


class TimeToActiveReport(Model):
    """How long customers wait for their first certificate, and for whom."""

    livemode: bool
    """False for test data, which only keys of test mode reach."""
    from_: date
    """The first day."""
    to: date
    """The last day."""
    is_complete: bool
    """Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it."""
    missing_days: list[date]
    """Days of which nothing is known: from before the organization, or this report."""
    total: TimeToActiveReportTotal
    """Of all days."""
    histogram: list[TimeToActiveReportHistogram]
    """From the creation of a domain to its first certificate. The buckets never change."""
    days: list[TimeToActiveReportDay]
    """Oldest first."""


class TimeToActiveReportDay(Model):
    day: date
    """In UTC."""
    domains: int
    """Domains that got their first certificate."""
    p50_seconds: int | None
    """Half of them waited no longer."""


class TimeToActiveReportHistogram(Model):
    up_to_seconds: int | None
    """The longest wait that counts here; null: longer than all others."""
    domains: int
    """Domains that waited longer than the bucket before, and no longer than this."""


class TimeToActiveReportTotal(Model):
    """Of all days."""

    domains: int
    """Domains that got their first certificate."""
    p50_seconds: int | None
    """Half of them waited no longer."""
    p90_seconds: int | None
    """Nine of ten waited no longer."""
    p99_seconds: int | None
    """99 of 100 waited no longer."""
    waits: TimeToActiveReportTotalWaits | None
    """For whom a domain waited, on average; absent where it is known of none."""


class TimeToActiveReportTotalWaits(Model):
    """For whom a domain waited, on average; absent where it is known of none."""

    domains: int
    """Domains of which it is known: those of today are not among them."""
    customer_seconds: int
    """For the owner of the domain: the record, or another that is in the way."""
    ca_seconds: int
    """For the certificate authority."""
    server_seconds: int
    """For your server."""
    service_seconds: int
    """For this service."""


class Transfer(Model):
    """Another organization has proven, with a TXT record, that the hostname is its own."""

    state: TransferState | str
    """`completed`: only in the event `domain.transferred`, after which the domain is gone."""
    requested_at: datetime
    """When the record was first seen, and the notice began."""
    until: datetime
    """The end of the notice. From then on the other organization may take the hostname over."""
    ends_at: datetime
    """30 days later. From then on it is as if nobody had asked, nor refused."""
    refused_at: datetime | None
    """When the holder refused."""
    reason: TransferReason | str | None
    """Why it was refused."""


class Warning(Model):
    """What was done, but probably not meant."""

    code: WarningCode | str
    """`server_created`: the `server_id` that was sent has made the server."""
    message: str
    """What is probably not meant, and what to do then."""


class Webhook(Model):
    """Where events are sent."""

    id: int
    """Names the webhook in every other call."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    url: str
    """Where events are sent. What follows a `?` is masked: it may hold a secret."""
    events: list[Subscription | str]
    """`*` stands for all, future ones too."""
    status: WebhookWithSecretStatus | str
    """`disabled`: nothing is sent until you enable it again."""
    disabled: WebhookDisabled | None
    """Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days."""
    description: str | None
    """What it is for, in words of your own."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it was last changed."""
    previous_secret_ends_at: datetime | None
    """After a rotation: until then deliveries are signed with the former secret too."""
    last_delivery: WebhookLastDelivery | None
    """How the last delivery stands; absent before the first."""
    warnings: list[str] | None
    """What may be wrong with the `url`, found when it was set. Only in the answer to that request."""


class WebhookDisabled(Model):
    """Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days."""

    at: datetime
    """When it was disabled."""
    because: WebhookDisabledBecause | str
    """`asked`: by a request. `gone`: it answered 410. `failing`: its deliveries have failed for days."""


class WebhookHealth(Model):
    """How a webhook’s receiver has answered in the last 24 hours."""

    since: datetime
    """Events made since then are counted: for 24 hours, or less where `is_complete` is false."""
    until: datetime
    """When it was asked for."""
    deliveries: WebhookHealthDeliveries
    """Without tests."""
    success_rate: float | None
    """The share of those that have ended which succeeded. Absent where none has ended."""
    attempts: int
    """How often they were sent in all."""
    p95_milliseconds: int | None
    """How long the receiver took at most in 95 % of these attempts. Absent where there was none."""
    is_complete: bool
    """False: there are more deliveries than the newest 1,000 (or a megabyte of them), which are counted."""


class WebhookHealthDeliveries(Model):
    """Without tests."""

    succeeded: int
    """How many were received."""
    failed: int
    """How many were given up."""
    pending: int
    """How many are still tried."""


class WebhookLastDelivery(Model):
    """How the last delivery stands; absent before the first."""

    status: WebhookLastDeliveryStatus | str
    """`pending`: it is tried again."""
    at: datetime
    """When that was decided."""


class WebhookWithSecret(Model):
    """A webhook, and the secret that signs its deliveries."""

    id: int
    """Names the webhook in every other call."""
    livemode: bool
    """False for test data, which only keys of test mode reach."""
    url: str
    """Where events are sent. What follows a `?` is masked: it may hold a secret."""
    events: list[Subscription | str]
    """`*` stands for all, future ones too."""
    status: WebhookWithSecretStatus | str
    """`disabled`: nothing is sent until you enable it again."""
    disabled: WebhookDisabled | None
    """Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days."""
    description: str | None
    """What it is for, in words of your own."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it was last changed."""
    previous_secret_ends_at: datetime | None
    """After a rotation: until then deliveries are signed with the former secret too."""
    last_delivery: WebhookLastDelivery | None
    """How the last delivery stands; absent before the first."""
    warnings: list[str] | None
    """What may be wrong with the `url`, found when it was set. Only in the answer to that request."""
    secret: str
    """Signs the deliveries. It is shown here only."""


class WebhooksReport(Model):
    """How your receivers take deliveries. Today is not in it."""

    livemode: bool
    """False for test data, which only keys of test mode reach."""
    from_: date
    """The first day."""
    to: date
    """The last day."""
    is_complete: bool
    """Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it."""
    missing_days: list[date]
    """Days of which nothing is known: from before the organization, or this report."""
    data: list[WebhooksReportData]
    """Each webhook with deliveries that was there in the night after."""


class WebhooksReportData(Model):
    webhook_id: int
    """The id of the webhook."""
    succeeded: int
    """Deliveries of events of that time that arrived."""
    failed: int
    """Deliveries that were given up."""
    pending: int
    """Deliveries that were still tried when they were counted."""
    success_rate: float | None
    """Of those that ended; absent where none did."""
    attempts: int
    """Attempts of all of them."""
    p95_milliseconds: int | None
    """95 of 100 attempts took no longer; absent where there were none, or it is more than 30 s."""
    days: list[WebhooksReportDataDay]
    """Days with deliveries, oldest first."""


class WebhooksReportDataDay(Model):
    day: date
    """In UTC."""
    succeeded: int
    """Deliveries of events of that time that arrived."""
    failed: int
    """Deliveries that were given up."""
    pending: int
    """Deliveries that were still tried when they were counted."""
    success_rate: float | None
    """Of those that ended; absent where none did."""
    attempts: int
    """Attempts of all of them."""
    p95_milliseconds: int | None
    """95 of 100 attempts took no longer; absent where there were none, or it is more than 30 s."""


class _CreateDomainRequestRequired(TypedDict):
    url: str
    """A hostname without scheme: a subdomain, no apex domain. Upper case and one trailing dot are taken away, and an internationalized name is answered as punycode. Where the deployment allows wildcards, `*.shop.customer.com` stands for every name one label below; it needs `validation` `dns`."""
    server_id: int
    """The id of the server on which the certificate is installed. One that does not exist yet comes into being where the deployment allows it."""

class CreateDomainRequest(_CreateDomainRequestRequired, total=False):
    send_notifications: bool
    """Whether your webhooks are told what happens to it. The list of events has it in any case."""
    metadata: Mapping[str, str]
    """What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too."""
    validation: CreateDomainValidation
    """`http`: the certificate authority asks the server, so that the CNAME record comes first. `dns`: it reads a record of its own, the first of `dns_records`, so that the certificate comes before the traffic."""


class CreateServerConfig(TypedDict, total=False):
    machine_roles: Sequence[str]
    """ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`."""
    role_arn: str
    """The IAM role in your account that this service assumes."""
    listener_arn: str
    """The HTTPS listener to which certificates are added. Its default certificate stays as it is."""
    region: str
    """That of `listener_arn`; it may be left out."""
    distribution_id: str
    """The id of the multi-tenant distribution, for a server of type `cloudfront`: each hostname gets a distribution tenant there."""
    connection_group_id: str
    """The id of the connection group of the tenants. Without one: the default one of the account."""
    managed: bool
    """`true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported."""
    http_listener_arn: str
    """The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule."""


class PutThemeColorSet(TypedDict, total=False):
    text: str
    """What is written."""
    surface: str
    """What it is written on."""
    line: str
    """Borders."""
    accent: str
    """Links and buttons."""
    on_accent: str
    """What is written on buttons."""
    good: str
    """What is right."""
    wait: str
    """What takes time."""
    bad: str
    """What has to be mended."""


class PutThemeColors(TypedDict, total=False):
    light: PutThemeColorSet
    """Where the device of whoever looks is set to light."""
    dark: PutThemeColorSet
    """Where it is set to dark."""


class PutThemeTexts(TypedDict, total=False):
    welcome: str
    """A sentence or two at the top of the portal."""
    help: str
    """A sentence or two beside the address where help is."""


class UpdateServerConfig(TypedDict, total=False):
    machine_roles: Sequence[str]
    """ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`."""
    role_arn: str
    """The IAM role in your account that this service assumes."""
    http_listener_arn: str
    """The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule. Null takes it away."""
    managed: bool
    """`true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported."""
