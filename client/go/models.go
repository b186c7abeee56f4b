// Code generated from docs/openapi.json by `npm run docs`. DO NOT EDIT.

package cps

import (
	"net/url"
	"time"
)

// Known values of EventName. A later version may have others.
const (
	EventNameDomainCreated            = "domain.created"
	EventNameDomainUpdated            = "domain.updated"
	EventNameDomainDeleted            = "domain.deleted"
	EventNameDomainValidated          = "domain.validated"
	EventNameDomainValidationFailed   = "domain.validation_failed"
	EventNameDomainDNSChanged         = "domain.dns_changed"
	EventNameDomainDNSRestored        = "domain.dns_restored"
	EventNameDomainTransferRequested  = "domain.transfer_requested"
	EventNameDomainTransferred        = "domain.transferred"
	EventNameCertificateRequested     = "certificate.requested"
	EventNameCertificateInstalled     = "certificate.installed"
	EventNameCertificateIssued        = "certificate.issued"
	EventNameCertificateRenewed       = "certificate.renewed"
	EventNameCertificateFailed        = "certificate.failed"
	EventNameCertificateAtRisk        = "certificate.at_risk"
	EventNameCertificateRenewalFailed = "certificate.renewal_failed"
	EventNameCertificateExpiring      = "certificate.expiring"
	EventNameCertificateExpired       = "certificate.expired"
	EventNameCertificateRevoked       = "certificate.revoked"
	EventNameMachineEnrolled          = "machine.enrolled"
	EventNameMachineKeysRotated       = "machine.keys_rotated"
	EventNameMachineRevoked           = "machine.revoked"
	EventNameServerOffline            = "server.offline"
	EventNameServerOnline             = "server.online"
	EventNameAPIKeyExpiring           = "api_key.expiring"
	EventNameAPIKeyExpired            = "api_key.expired"
	EventNameAPIKeyLeaked             = "api_key.leaked"
	EventNameWebhookDisabled          = "webhook.disabled"
	EventNameWebhookTest              = "webhook.test"
)

// Known values of ErrorCode. A later version may have others.
const (
	ErrorCodeInvalidRequest          = "invalid_request"
	ErrorCodeInvalidAPIKey           = "invalid_api_key"
	ErrorCodeInsufficientPermissions = "insufficient_permissions"
	ErrorCodeAPIKeyRestricted        = "api_key_restricted"
	ErrorCodeResourceNotFound        = "resource_not_found"
	ErrorCodeMethodNotAllowed        = "method_not_allowed"
	ErrorCodeConflict                = "conflict"
	ErrorCodePreconditionFailed      = "precondition_failed"
	ErrorCodeValidationError         = "validation_error"
	ErrorCodeIdempotencyKeyReused    = "idempotency_key_reused"
	ErrorCodeQuotaExceeded           = "quota_exceeded"
	ErrorCodeRateLimitExceeded       = "rate_limit_exceeded"
	ErrorCodeInternalError           = "internal_error"
	ErrorCodeServiceUnavailable      = "service_unavailable"
)

// Known values of DomainErrorCode. A later version may have others.
const (
	DomainErrorCodeDNSValidationFailed      = "dns_validation_failed"
	DomainErrorCodeCNAMENotFound            = "cname_not_found"
	DomainErrorCodeInvalidCNAMETarget       = "invalid_cname_target"
	DomainErrorCodeDNSValidationTimeout     = "dns_validation_timeout"
	DomainErrorCodeCertificateRequestFailed = "certificate_request_failed"
	DomainErrorCodeCertificateTimeout       = "certificate_timeout"
	DomainErrorCodeCertificateInstallFailed = "certificate_install_failed"
	DomainErrorCodeCertificateExpired       = "certificate_expired"
)

// Known values of DiagnosisCode. A later version may have others.
const (
	DiagnosisCodeOk                       = "ok"
	DiagnosisCodeInProgress               = "in_progress"
	DiagnosisCodeCNAMENotFound            = "cname_not_found"
	DiagnosisCodeInvalidCNAMETarget       = "invalid_cname_target"
	DiagnosisCodeDNSValidationFailed      = "dns_validation_failed"
	DiagnosisCodeDNSValidationTimeout     = "dns_validation_timeout"
	DiagnosisCodeProxiedDNS               = "proxied_dns"
	DiagnosisCodeConflictingRecords       = "conflicting_records"
	DiagnosisCodeCAAForbidsIssuance       = "caa_forbids_issuance"
	DiagnosisCodeChallengeUnreachable     = "challenge_unreachable"
	DiagnosisCodeCARateLimited            = "ca_rate_limited"
	DiagnosisCodeCertificateRequestFailed = "certificate_request_failed"
	DiagnosisCodeCertificateTimeout       = "certificate_timeout"
	DiagnosisCodeCertificateInstallFailed = "certificate_install_failed"
	DiagnosisCodeServerNotConnected       = "server_not_connected"
	DiagnosisCodeCertificateNotServed     = "certificate_not_served"
	DiagnosisCodeCertificateExpired       = "certificate_expired"
	DiagnosisCodeHostnameClaimed          = "hostname_claimed"
	DiagnosisCodeReadyToSwitch            = "ready_to_switch"
)

// Known values of DiagnosisReason. A later version may have others.
const (
	DiagnosisReasonTargetTypo               = "target_typo"
	DiagnosisReasonMissingDot               = "missing_dot"
	DiagnosisReasonBaseTarget               = "base_target"
	DiagnosisReasonNameBeforeTarget         = "name_before_target"
	DiagnosisReasonOtherTarget              = "other_target"
	DiagnosisReasonOtherServer              = "other_server"
	DiagnosisReasonDoubledName              = "doubled_name"
	DiagnosisReasonAddressInstead           = "address_instead"
	DiagnosisReasonTXTInstead               = "txt_instead"
	DiagnosisReasonWildcardAnswer           = "wildcard_answer"
	DiagnosisReasonCNAMELoop                = "cname_loop"
	DiagnosisReasonChainTooLong             = "chain_too_long"
	DiagnosisReasonChainUnanswered          = "chain_unanswered"
	DiagnosisReasonNegativeCache            = "negative_cache"
	DiagnosisReasonServfail                 = "servfail"
	DiagnosisReasonDnssecBogus              = "dnssec_bogus"
	DiagnosisReasonDnssecExpired            = "dnssec_expired"
	DiagnosisReasonDnssecKeyMissing         = "dnssec_key_missing"
	DiagnosisReasonLameServers              = "lame_servers"
	DiagnosisReasonServersSilent            = "servers_silent"
	DiagnosisReasonServersNotPublic         = "servers_not_public"
	DiagnosisReasonServersDisagree          = "servers_disagree"
	DiagnosisReasonNameServersDiffer        = "name_servers_differ"
	DiagnosisReasonDomainNotRegistered      = "domain_not_registered"
	DiagnosisReasonValidationMissing        = "validation_missing"
	DiagnosisReasonValidationWrong          = "validation_wrong"
	DiagnosisReasonCAAUnreadable            = "caa_unreadable"
	DiagnosisReasonCAARestricted            = "caa_restricted"
	DiagnosisReasonCAANotUnderstood         = "caa_not_understood"
	DiagnosisReasonCAAAtTarget              = "caa_at_target"
	DiagnosisReasonCAAccountRefused         = "ca_account_refused"
	DiagnosisReasonRecordBesideCNAME        = "record_beside_cname"
	DiagnosisReasonProxyAddresses           = "proxy_addresses"
	DiagnosisReasonServerCreated            = "server_created"
	DiagnosisReasonFormerServer             = "former_server"
	DiagnosisReasonReachedByAgent           = "reached_by_agent"
	DiagnosisReasonAddressesElsewhere       = "addresses_elsewhere"
	DiagnosisReasonIpv6Elsewhere            = "ipv6_elsewhere"
	DiagnosisReasonLookupFailed             = "lookup_failed"
	DiagnosisReasonConnectionFailed         = "connection_failed"
	DiagnosisReasonServerBusy               = "server_busy"
	DiagnosisReasonBadGateway               = "bad_gateway"
	DiagnosisReasonRedirectRefused          = "redirect_refused"
	DiagnosisReasonAnsweredByWordpress      = "answered_by_wordpress"
	DiagnosisReasonAnsweredByLoginPage      = "answered_by_login_page"
	DiagnosisReasonAnsweredByParkedPage     = "answered_by_parked_page"
	DiagnosisReasonAnsweredByCloudflare     = "answered_by_cloudflare"
	DiagnosisReasonAnsweredByDefaultPage    = "answered_by_default_page"
	DiagnosisReasonAnsweredByFirewall       = "answered_by_firewall"
	DiagnosisReasonRenewalPaused            = "renewal_paused"
	DiagnosisReasonFormerCertificate        = "former_certificate"
	DiagnosisReasonCertificateEndsSoon      = "certificate_ends_soon"
	DiagnosisReasonOtherCertificate         = "other_certificate"
	DiagnosisReasonOtherHostname            = "other_hostname"
	DiagnosisReasonSelfSigned               = "self_signed"
	DiagnosisReasonChainIncomplete          = "chain_incomplete"
	DiagnosisReasonTLSFailed                = "tls_failed"
	DiagnosisReasonHTTPSUnreachable         = "https_unreachable"
	DiagnosisReasonServerSilent             = "server_silent"
	DiagnosisReasonMachineSilent            = "machine_silent"
	DiagnosisReasonNotSeenNow               = "not_seen_now"
	DiagnosisReasonAccessUnchecked          = "access_unchecked"
	DiagnosisReasonRoleNotAssumable         = "role_not_assumable"
	DiagnosisReasonExternalIDNotRequired    = "external_id_not_required"
	DiagnosisReasonActionDenied             = "action_denied"
	DiagnosisReasonListenerNotFound         = "listener_not_found"
	DiagnosisReasonListenerOfOtherAccount   = "listener_of_other_account"
	DiagnosisReasonListenerWithoutTLS       = "listener_without_tls"
	DiagnosisReasonListenerFull             = "listener_full"
	DiagnosisReasonRulesFull                = "rules_full"
	DiagnosisReasonCertificatesFull         = "certificates_full"
	DiagnosisReasonImportsUsedUp            = "imports_used_up"
	DiagnosisReasonCertificateUnsupported   = "certificate_unsupported"
	DiagnosisReasonCertificateInUse         = "certificate_in_use"
	DiagnosisReasonDistributionNotFound     = "distribution_not_found"
	DiagnosisReasonDistributionForOneTenant = "distribution_for_one_tenant"
	DiagnosisReasonConnectionGroupNotFound  = "connection_group_not_found"
	DiagnosisReasonTenantsFull              = "tenants_full"
	DiagnosisReasonHostnameTakenAtAws       = "hostname_taken_at_aws"
	DiagnosisReasonHostnameNotAtCloudfront  = "hostname_not_at_cloudfront"
	DiagnosisReasonManagedCertificateFailed = "managed_certificate_failed"
	DiagnosisReasonAwsThrottled             = "aws_throttled"
	DiagnosisReasonAwsUnavailable           = "aws_unavailable"
)

// Known values of Actor. A later version may have others.
const (
	ActorCustomer   = "customer"
	ActorIntegrator = "integrator"
	ActorService    = "service"
	ActorNobody     = "nobody"
)

// Known values of Permission. A later version may have others.
const (
	PermissionDomainsRead   = "domains.read"
	PermissionDomainsCheck  = "domains.check"
	PermissionDomainsWrite  = "domains.write"
	PermissionServersRead   = "servers.read"
	PermissionServersWrite  = "servers.write"
	PermissionWebhooksRead  = "webhooks.read"
	PermissionWebhooksWrite = "webhooks.write"
	PermissionKeysRead      = "keys.read"
	PermissionKeysWrite     = "keys.write"
	PermissionAuditRead     = "audit.read"
	PermissionReportsRead   = "reports.read"
)

// APIError: what is wrong. `code` is for your program, `message` for people.
type APIError struct {
	// For your program: a code never changes its meaning. Known values: the constants ErrorCode….
	Code string `json:"code"`

	// For people, in English; it may be worded differently in a later version.
	Message string `json:"message"`

	// What belongs to this `code`. `insufficient_permissions`: `required_permission`, `api_key_permissions`. `api_key_restricted`: `restriction`, `address`, `server_id`, `allowed_server_ids`. `resource_not_found`: `domain_id`, `server_id`, `webhook_id`. `validation_error`: `errors`, `existing_domain_id`, `claim`, `transfer`, `items`. `quota_exceeded`: `resource`, `limit`, `used`. `rate_limit_exceeded`: `limit`, `remaining`, `reset_at`.
	Details *APIErrorDetails `json:"details,omitempty"`
}

// APIErrorDetails: what belongs to this `code`. `insufficient_permissions`: `required_permission`, `api_key_permissions`. `api_key_restricted`: `restriction`, `address`, `server_id`, `allowed_server_ids`. `resource_not_found`: `domain_id`, `server_id`, `webhook_id`. `validation_error`: `errors`, `existing_domain_id`, `claim`, `transfer`, `items`. `quota_exceeded`: `resource`, `limit`, `used`. `rate_limit_exceeded`: `limit`, `remaining`, `reset_at`.
type APIErrorDetails struct {
	// What the operation needs. Known values: the constants Permission….
	RequiredPermission string `json:"required_permission,omitempty"`

	// What the key has. Known values: the constants Permission….
	APIKeyPermissions []string `json:"api_key_permissions,omitempty"`

	// To what the key is restricted. Known values: "addresses", "servers".
	Restriction string `json:"restriction,omitempty"`

	// From where the request came.
	Address string `json:"address,omitempty"`

	// The server that the request is about; absent where it is about all.
	ServerID *int64 `json:"server_id,omitempty"`

	// The servers that the key may be used for.
	AllowedServerIDs []int64 `json:"allowed_server_ids,omitempty"`

	// The id for which there is no domain.
	DomainID *int64 `json:"domain_id,omitempty"`

	// The id for which there is no webhook.
	WebhookID *int64 `json:"webhook_id,omitempty"`

	// Every wrong field, by its path (`url`, `metadata.plan`, `domains[0].url`), with all its messages.
	Errors map[string][]string `json:"errors,omitempty"`

	// Your own domain that has this hostname already.
	ExistingDomainID *int64 `json:"existing_domain_id,omitempty"`

	// The record that proves the hostname to be yours: publish it and repeat the request.
	Claim *APIErrorDetailsClaim `json:"claim,omitempty"`

	Transfer *Transfer `json:"transfer,omitempty"`

	// Of a bulk request: what became of each item.
	Items []FailedItem `json:"items,omitempty"`

	// What there are too many of.
	Resource string `json:"resource,omitempty"`

	// The most that is allowed.
	Limit *int64 `json:"limit,omitempty"`

	// How much of it is used up.
	Used *int64 `json:"used,omitempty"`

	// How many requests are left.
	Remaining *int64 `json:"remaining,omitempty"`

	// From when on you may ask again.
	ResetAt *time.Time `json:"reset_at,omitempty"`
}

// APIErrorDetailsClaim: the record that proves the hostname to be yours: publish it and repeat the request.
type APIErrorDetailsClaim struct {
	// The type of the record.
	Type string `json:"type"`

	// The whole name of the record.
	Name string `json:"name"`

	// What the record has to hold.
	Value string `json:"value"`
}

// APIKey: with what a program of yours calls the API.
type APIKey struct {
	// Its public part, which goes into `X-API-KEY-ID`.
	ID string `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// What it is for, in words of your own.
	Name string `json:"name"`

	// What it may do. Known values: the constants Permission….
	Permissions []string `json:"permissions"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`

	// When it last made a request; absent until the first.
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`

	// From which address it made that request.
	LastUsedFrom string `json:"last_used_from,omitempty"`

	// When it ends by itself.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	// Addresses and ranges from which alone it may be used; absent: from everywhere.
	AllowedAddresses []string `json:"allowed_addresses,omitempty"`

	// The servers whose domains alone it may see and change; absent: all.
	AllowedServerIDs []int64 `json:"allowed_server_ids,omitempty"`

	// After a rotation: until then the former secret is accepted too.
	PreviousSecretEndsAt *time.Time `json:"previous_secret_ends_at,omitempty"`
}

// APIKeyInEvent: an API key, without what it may do.
type APIKeyInEvent struct {
	// Its public part, which goes into `X-API-KEY-ID`.
	ID string `json:"id"`

	// What it is for, in words of your own.
	Name string `json:"name"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`

	// When it last made a request; absent until the first.
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`

	// When it ends by itself.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
}

// APIKeyWithSecret: an API key, and its secret.
type APIKeyWithSecret struct {
	// Its public part, which goes into `X-API-KEY-ID`.
	ID string `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// What it is for, in words of your own.
	Name string `json:"name"`

	// What it may do. Known values: the constants Permission….
	Permissions []string `json:"permissions"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`

	// When it last made a request; absent until the first.
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`

	// From which address it made that request.
	LastUsedFrom string `json:"last_used_from,omitempty"`

	// When it ends by itself.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	// Addresses and ranges from which alone it may be used; absent: from everywhere.
	AllowedAddresses []string `json:"allowed_addresses,omitempty"`

	// The servers whose domains alone it may see and change; absent: all.
	AllowedServerIDs []int64 `json:"allowed_server_ids,omitempty"`

	// After a rotation: until then the former secret is accepted too.
	PreviousSecretEndsAt *time.Time `json:"previous_secret_ends_at,omitempty"`

	// Goes into `X-API-KEY`. It is shown here only.
	Secret string `json:"secret"`
}

// APIUseReport: how much of the API’s limits is used, and by which key. Today is not in it.
type APIUseReport struct {
	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// The first day.
	From string `json:"from"`

	// The last day.
	To string `json:"to"`

	// Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it.
	IsComplete bool `json:"is_complete"`

	// Days of which nothing is known: from before the organization, or this report.
	MissingDays []string `json:"missing_days"`

	// Of all days.
	Total APIUseReportTotal `json:"total"`

	// As they are now, for the caller.
	Limits APIUseReportLimits `json:"limits"`

	// By key, most requests first.
	Data []APIUseReportData `json:"data"`

	// Oldest first. A day lasts from one night’s computation to the next.
	Days []APIUseReportDay `json:"days"`
}

// APIUseReportData is the body of a request.
type APIUseReportData struct {
	// The public id of the API key.
	KeyID string `json:"key_id"`

	// Requests that were answered within the limits.
	Requests int64 `json:"requests"`

	// Minutes in which the key used all that it may; requests beyond that got 429.
	MinutesAtLimit int64 `json:"minutes_at_limit"`
}

// APIUseReportDay is the body of a request.
type APIUseReportDay struct {
	// In UTC.
	Day string `json:"day"`

	// Requests of all keys.
	Requests int64 `json:"requests"`

	// Hours at the limit.
	HoursAtLimit int64 `json:"hours_at_limit"`

	// By key, most requests first.
	Keys []APIUseReportDayKey `json:"keys"`
}

// APIUseReportDayKey is the body of a request.
type APIUseReportDayKey struct {
	// The public id of the API key.
	KeyID string `json:"key_id"`

	// Requests that were answered within the limits.
	Requests int64 `json:"requests"`

	// Minutes in which the key used all that it may; requests beyond that got 429.
	MinutesAtLimit int64 `json:"minutes_at_limit"`
}

// APIUseReportLimits: as they are now, for the caller.
type APIUseReportLimits struct {
	// Of a key.
	RequestsPerMinute int64 `json:"requests_per_minute"`

	// Of all keys together.
	RequestsPerHour int64 `json:"requests_per_hour"`
}

// APIUseReportTotal: of all days.
type APIUseReportTotal struct {
	// Requests of all keys that were answered within the limits.
	Requests int64 `json:"requests"`

	// Hours in which all keys together used all that they may; requests beyond that got 429.
	HoursAtLimit int64 `json:"hours_at_limit"`
}

// AuditEntry: one change that somebody made.
type AuditEntry struct {
	// Names the entry.
	ID string `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// When the change was made, by the time of day, also in test mode.
	CreatedAt time.Time `json:"created_at"`

	// In test mode, what the test clock showed, where the change came through the API.
	TestClockAt *time.Time `json:"test_clock_at,omitempty"`

	// For example `domain.updated`; further ones may come.
	Action string `json:"action"`

	// What was changed.
	Object AuditEntryObject `json:"object"`

	// Who made the change. `administrator`: whoever runs the service; `service`: the service itself.
	Actor AuditEntryActor `json:"actor"`

	// The `X-Request-Id` of the request, where it was one of a key or a person.
	RequestID string `json:"request_id,omitempty"`

	// The address from which it came.
	SourceIP string `json:"source_ip,omitempty"`

	// The program that sent it, as it called itself.
	UserAgent string `json:"user_agent,omitempty"`

	// What was changed, as it was before; never a secret.
	Before map[string]any `json:"before,omitempty"`

	// The same as it was then.
	After map[string]any `json:"after,omitempty"`
}

// AuditEntryActor: who made the change. `administrator`: whoever runs the service; `service`: the service itself.
type AuditEntryActor struct {
	// A key, a person, a machine’s agent, or one of the two below. Known values: "api_key", "user", "machine", "administrator", "service".
	Type string `json:"type"`

	// The public id of the API key.
	KeyID string `json:"key_id,omitempty"`

	// The id of the person.
	UserID string `json:"user_id,omitempty"`

	// The id of the machine.
	MachineID string `json:"machine_id,omitempty"`
}

// AuditEntryObject: what was changed.
type AuditEntryObject struct {
	// What was changed. Known values: "organization", "api_key", "member", "invitation", "domain", "server", "machine", "webhook".
	Type string `json:"type"`

	// Its id.
	ID string `json:"id"`
}

// AwsAccess: what a role in your AWS account needs.
type AwsAccess struct {
	// What the service sends when it assumes the role: the id of your organization.
	ExternalID string `json:"external_id"`

	// The role of this deployment that assumes yours.
	ServiceRoleArn string `json:"service_role_arn"`

	// Who may assume your role.
	TrustPolicy map[string]any `json:"trust_policy"`

	// What your role has to be allowed.
	PermissionsPolicy map[string]any `json:"permissions_policy"`
}

// BulkItem: an item of a bulk request that made a domain.
type BulkItem struct {
	// The place of the item in the request.
	Index int64 `json:"index"`

	// `created` or `error`. Known values: "created", "error".
	Status string `json:"status"`

	Domain *Domain `json:"domain,omitempty"`

	// The error that it would have had as a request of its own.
	Error *ItemError `json:"error,omitempty"`
}

// BulkResult: one result for each item, in the order of the request.
type BulkResult struct {
	// One result for each item, in the order of the request.
	Data []BulkItem `json:"data"`

	// How many there are of each kind.
	Summary BulkResultSummary `json:"summary"`
}

// BulkResultSummary: how many there are of each kind.
type BulkResultSummary struct {
	// How many domains were created.
	Created int64 `json:"created"`

	// How many items were refused.
	Failed int64 `json:"failed"`
}

// Certificate: the certificate that was last seen served.
type Certificate struct {
	// Hexadecimal, lower case.
	SerialNumber string `json:"serial_number"`

	// The distinguished name of who signed it.
	Issuer string `json:"issuer"`

	// From when on it is valid.
	NotBefore time.Time `json:"not_before"`

	// Until when it is valid.
	NotAfter time.Time `json:"not_after"`

	// SHA-256 of the whole certificate: hexadecimal, lower case.
	FingerprintSha256 string `json:"fingerprint_sha256"`

	// The kind of its key, such as `ECDSA P-256`.
	KeyType string `json:"key_type"`

	// The certificate authority that issued it.
	CA string `json:"ca"`
}

// ChangedWebhook: A webhook, and when it is enabled again, since when it may lack events.
type ChangedWebhook struct {
	// Names the webhook in every other call.
	ID int64 `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// Where events are sent. What follows a `?` is masked: it may hold a secret.
	URL string `json:"url"`

	// `*` stands for all, future ones too. Known values: the constants Subscription….
	Events []string `json:"events"`

	// `disabled`: nothing is sent until you enable it again. Known values: "active", "disabled".
	Status string `json:"status"`

	// Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days.
	Disabled *WebhookDisabled `json:"disabled,omitempty"`

	// What it is for, in words of your own.
	Description string `json:"description,omitempty"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`

	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`

	// After a rotation: until then deliveries are signed with the former secret too.
	PreviousSecretEndsAt *time.Time `json:"previous_secret_ends_at,omitempty"`

	// How the last delivery stands; absent before the first.
	LastDelivery *WebhookLastDelivery `json:"last_delivery,omitempty"`

	// What may be wrong with the `url` or the `secret`, found when it was set. Only in the answer to that request.
	Warnings []string `json:"warnings,omitempty"`

	// In the answer that enables it again: `since` for a replay of what it may lack, from its first failure on. Deliveries with `state=missed` list what was never sent.
	MissedSince *time.Time `json:"missed_since,omitempty"`
}

// ChangesReport: how often people, invitations and API keys were changed. Today is not in it.
type ChangesReport struct {
	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// The first day.
	From string `json:"from"`

	// The last day.
	To string `json:"to"`

	// Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it.
	IsComplete bool `json:"is_complete"`

	// Days of which nothing is known: from before the organization, or this report.
	MissingDays []string `json:"missing_days"`

	// Most frequent first.
	Data []ChangesReportData `json:"data"`

	// Oldest first.
	Days []ChangesReportDay `json:"days"`
}

// ChangesReportData is the body of a request.
type ChangesReportData struct {
	// As in the audit.
	Action string `json:"action"`

	// How often.
	Changes int64 `json:"changes"`
}

// ChangesReportDay is the body of a request.
type ChangesReportDay struct {
	// In UTC.
	Day string `json:"day"`

	// Changes of people, invitations and keys.
	Changes int64 `json:"changes"`
}

// DeletedDomain is the body of a request.
type DeletedDomain struct {
	// The id that the domain had. It is not used again.
	ID int64 `json:"id"`

	// It is gone.
	Deleted bool `json:"deleted"`
}

// DeletedServer is the body of a request.
type DeletedServer struct {
	// The id that the server had.
	ID int64 `json:"id"`

	// It is gone.
	Deleted bool `json:"deleted"`
}

// DeletedWebhook is the body of a request.
type DeletedWebhook struct {
	// The id that the webhook had.
	ID int64 `json:"id"`

	// It is gone.
	Deleted bool `json:"deleted"`
}

// Delivery: one event on its way to one webhook.
type Delivery struct {
	// Names the delivery: the same in every attempt.
	ID string `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// What every attempt carries as `webhook-id`.
	EventID string `json:"event_id"`

	// What it tells of. Known values: the constants EventName….
	Event string `json:"event"`

	// The id of the domain that it is about.
	DomainID *int64 `json:"domain_id,omitempty"`

	// An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s `events` included it; it is listed 15 s after it was made, and at once while the webhook is disabled. Known values: "pending", "succeeded", "failed", "missed".
	State string `json:"state"`

	// Why it was given up. Known values: "refused", "redirected", "gone", "attempts_exhausted", "webhook_disabled".
	Failure string `json:"failure,omitempty"`

	// When the event was made.
	CreatedAt time.Time `json:"created_at"`

	// When it is tried again; absent where it is not.
	NextAttemptAt *time.Time `json:"next_attempt_at,omitempty"`

	// Oldest first, the last 24, those of earlier redeliveries too.
	Attempts []DeliveryAttempt `json:"attempts"`

	// A sample; it is not in the event log.
	IsTest bool `json:"is_test,omitempty"`

	// What is sent: in the answer of one delivery, if the key has `domains.read` as well.
	Body map[string]any `json:"body,omitempty"`
}

// DeliveryAttempt is the body of a request.
type DeliveryAttempt struct {
	// When the attempt was made.
	At time.Time `json:"at"`

	// How long it took.
	Milliseconds int64 `json:"milliseconds"`

	// Of the answer; absent where there was no complete one.
	Status *int64 `json:"status,omitempty"`

	// Why there was no complete answer. Known values: "dns", "refused_address", "connection", "tls", "timeout", "too_large", "protocol".
	Error string `json:"error,omitempty"`

	// The first KiB of the answer, or in words what went wrong.
	Reply string `json:"reply,omitempty"`
}

// Diagnosis: `ok` only when the certificate is active and served.
type Diagnosis struct {
	// How the domain stands, for your program. Known values: the constants DiagnosisCode….
	Code string `json:"code"`

	// What exactly was found, where that is known beyond the code. Known values: the constants DiagnosisReason….
	Reason string `json:"reason,omitempty"`

	// What is the matter, in a sentence that you may show to your customer.
	Summary string `json:"summary"`

	// Who has to act; `nobody` means that waiting is enough. Known values: the constants Actor….
	Actor string `json:"actor"`

	// What whoever has to act should do.
	Fix DiagnosisFix `json:"fix"`

	// The answers from outside on which this rests.
	Evidence []Evidence `json:"evidence"`

	// Since when `code` and `actor` have been these. Absent where there is no domain yet.
	Since *time.Time `json:"since,omitempty"`

	// When the service last checked and found this. In lists and events: when it first found it, or somebody asked for a check.
	CheckedAt *time.Time `json:"checked_at,omitempty"`

	// When the next automatic check is, where that is known. Not in lists and events.
	NextCheckAt *time.Time `json:"next_check_at,omitempty"`
}

// DiagnosisFix: what whoever has to act should do.
type DiagnosisFix struct {
	// In words that you may show to your customer.
	Text string `json:"text"`

	// The same as changes to DNS records, one by one; empty where no record is the remedy.
	Records []RecordFix `json:"records"`
}

// DNSCheckItem: A hostname of a list that was checked.
type DNSCheckItem struct {
	// The place of the item in the request.
	Index int64 `json:"index"`

	// `checked` or `error`. Known values: "checked", "error".
	Status string `json:"status"`

	Check *DNSLook `json:"check,omitempty"`

	// The error that it would have had as a request of its own.
	Error *ItemError `json:"error,omitempty"`
}

// DNSChecks: one result for each hostname, in the order of the request.
type DNSChecks struct {
	// One result for each hostname, in the order of the request.
	Data []DNSCheckItem `json:"data"`
}

// DNSForm: what the provider’s form for a record calls things, as far as it is known.
type DNSForm struct {
	// The field for the type of a record. Absent where `path` ends with its choice.
	Type string `json:"type,omitempty"`

	// The field for the name of a record, into which `host` goes.
	Name string `json:"name,omitempty"`

	// The field for its value.
	Value string `json:"value,omitempty"`

	// The name is entered with the zone. If false, it is entered as `host` has it.
	FullName *bool `json:"full_name,omitempty"`

	// It appends the zone to a value that does not end in a dot.
	AppendsZone *bool `json:"appends_zone,omitempty"`

	// The form has a switch for a proxy, which has to be off.
	HasProxy *bool `json:"has_proxy,omitempty"`

	// The switch of its proxy.
	ProxySwitch *DNSFormProxySwitch `json:"proxy_switch,omitempty"`
}

// DNSFormProxySwitch: the switch of its proxy.
type DNSFormProxySwitch struct {
	// What the switch is called.
	Name string `json:"name"`

	// The position in which the proxy is off.
	Off string `json:"off"`
}

// DNSLook: what a hostname’s DNS has now, and what would come of it. Nothing of it is stored.
type DNSLook struct {
	// The hostname as it would be created.
	URL string `json:"url"`

	// What would come of a domain that is created now. `certificate`: its DNS is right, and it gets its certificate at once; `waits_for_dns`: `diagnosis` says for what; `forbidden_by_caa`: its DNS is right, and CAA records forbid the certificate; `exists`: it is a domain of yours already, see `domain_id`. Known values: "certificate", "waits_for_dns", "forbidden_by_caa", "exists".
	Forecast string `json:"forecast"`

	// The id of the domain that it is about.
	DomainID *int64 `json:"domain_id,omitempty"`

	// The server that was looked for: the one that was asked for, else your first.
	ServerID *int64 `json:"server_id,omitempty"`

	// Absent where there is no such server yet: a server gets its target when it is created.
	CNAMETarget string `json:"cname_target,omitempty"`

	// The record to publish, and how it stands. None where there is no such server yet.
	DNSRecords []DNSRecord `json:"dns_records"`

	DNSProvider *DNSProvider `json:"dns_provider,omitempty"`

	Diagnosis *Diagnosis `json:"diagnosis,omitempty"`

	// What CAA records say, whatever else stands in the way.
	CAA DNSLookCAA `json:"caa"`
}

// DNSLookCAA: what CAA records say, whatever else stands in the way.
type DNSLookCAA struct {
	// Whether CAA records let the certificate authority issue, as soon as the CNAME record leads to `cname_target`. Known values: "allows", "forbids", "unknown".
	State string `json:"state"`

	// What would allow it.
	Records []RecordFix `json:"records"`
}

// DNSProvider: where the customer edits DNS records, told from the name servers of the zone. Absent until they were seen, and where they are nobody’s who is known.
type DNSProvider struct {
	// As your customer knows it.
	Name string `json:"name"`

	// Its console, or its help page about DNS records.
	URL string `json:"url,omitempty"`

	// Where to click from signing in to the form for a new record: the words of its menus, in English.
	Path []string `json:"path,omitempty"`

	Form *DNSForm `json:"form,omitempty"`
}

// DNSRecord: A record that the customer has to publish.
type DNSRecord struct {
	// The type of the record. Known values: "CNAME", "TXT".
	Type string `json:"type"`

	// The whole name of the record.
	Name string `json:"name"`

	// What the DNS provider’s form asks for: the part before the zone. Where the hostname is a zone of its own, what the form takes for that: `@`, or nothing.
	Host string `json:"host"`

	// What the record has to hold.
	Value string `json:"value"`

	// Suggested; seconds.
	TTL int64 `json:"ttl"`

	// `routing`: leads visitors to your server. `validation`: certificates come by it; it is set once, and before that of the visitors. `ownership`: proves whose the hostname is. Known values: "routing", "ownership", "validation".
	Purpose string `json:"purpose"`

	// `ok`: visitors come by it, as far as the last check that saw it says. `former`: the domain moves, and the record still leads to the server that is left, which goes on serving; `diagnosis` says when it is to be changed to `value`. `missing`: no look has seen it yet; whether that is because it is not there, or because DNS gave no answer, `diagnosis` says. Known values: "missing", "wrong", "former", "ok".
	State string `json:"state"`

	// What is there instead.
	Observed string `json:"observed,omitempty"`
}

// DNSSetup: the DNS provider sets the record itself, after one confirmation of the owner (Domain Connect). Only while the record is missing or wrong, and where the provider has the template of this service.
type DNSSetup struct {
	// The protocol behind it: there may be others one day. Known values: "domain_connect".
	Type string `json:"type"`

	// The DNS provider, as it calls itself.
	Provider string `json:"provider"`

	// A page of the provider, where the owner of the zone signs in and confirms. It leads back to your portal. Open it in a window that shows its address, never in a frame.
	URL string `json:"url"`
}

// Domain: A hostname of one of your customers, and how its certificate stands.
type Domain struct {
	// Names the domain in every other call.
	ID int64 `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// The hostname: lower case, punycode, no trailing dot.
	URL string `json:"url"`

	// The same name as people write it, where that differs: `bücher.kunde.de` for `xn--bcher-kva.kunde.de`. For showing; compare and store `url`. Escape it, and beware of letters that look like others.
	URLUnicode string `json:"url_unicode,omitempty"`

	// `validated`: the CNAME record was found. `error`: it was not found in time. One of: "pending", "validated", "error".
	DNSStatus string `json:"dns_status"`

	// `active`: a valid certificate is served. `error`: there is none, and nothing continues automatically. One of: "pending", "active", "error".
	SSLStatus string `json:"ssl_status"`

	// The id of the server on which the certificate is installed.
	ServerID int64 `json:"server_id"`

	// Whether your webhooks are told what happens to it. The list of events has it in any case.
	SendNotifications bool `json:"send_notifications"`

	// What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too.
	Metadata map[string]string `json:"metadata"`

	// Where the CNAME record of the hostname has to point.
	CNAMETarget string `json:"cname_target"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`

	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`

	// How the hostname is proven to the certificate authority. Absent: `http`. Known values: "http", "dns".
	Validation string `json:"validation,omitempty"`

	// The records that your customer has to publish, each with how it stands.
	DNSRecords []DNSRecord `json:"dns_records"`

	DNSProvider *DNSProvider `json:"dns_provider,omitempty"`

	DNSSetup *DNSSetup `json:"dns_setup,omitempty"`

	Diagnosis Diagnosis `json:"diagnosis"`

	Error *DomainError `json:"error,omitempty"`

	// From the first activation on.
	RenewsOn string `json:"renews_on,omitempty"`

	// From the first activation on.
	LastRenewed *time.Time `json:"last_renewed,omitempty"`

	// From the first activation on.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	Certificate *Certificate `json:"certificate,omitempty"`

	Move *Move `json:"move,omitempty"`

	Renewal *Renewal `json:"renewal,omitempty"`

	Revocation *Revocation `json:"revocation,omitempty"`

	Transfer *Transfer `json:"transfer,omitempty"`

	// Only in the answer to the request that is warned of: it was carried out, but probably not meant so.
	Warnings []Warning `json:"warnings,omitempty"`
}

// DomainCounts: how many domains wait for whom.
type DomainCounts struct {
	// All domains of the organization. It lags by a second or two.
	Total int64 `json:"total"`

	// By `diagnosis.actor`.
	ByActor DomainCountsByActor `json:"by_actor"`

	// False where so many wait for somebody that they were not all counted: there are at least these.
	IsComplete bool `json:"is_complete"`

	// When `customer`, `integrator` and `service` were counted: at most 30 s ago. `total` and `nobody` are of now.
	CountedAt time.Time `json:"counted_at"`
}

// DomainCountsByActor: by `diagnosis.actor`.
type DomainCountsByActor struct {
	// A customer has to change something in DNS.
	Customer int64 `json:"customer"`

	// You have to.
	Integrator int64 `json:"integrator"`

	// This service has to.
	Service int64 `json:"service"`

	// Served, or going on by themselves.
	Nobody int64 `json:"nobody"`
}

// DomainError: the present obstacle, or why it ended. Present whenever `diagnosis.code` is neither `ok` nor `in_progress`.
type DomainError struct {
	// For your program: a code never changes its meaning. Known values: the constants DomainErrorCode….
	Code string `json:"code"`

	// For people, in English; it may be worded differently in a later version.
	Message string `json:"message"`

	// What belongs to this `code`. `dns_validation_failed`: `domain`, `expected_cname`. `cname_not_found`: `domain`, `expected_target`. `invalid_cname_target`: `domain`, `actual_target`, `expected_target`. `dns_validation_timeout`: `domain`, `started_at`, `timed_out_at`. `certificate_request_failed`: `domain`, `acme_error`. `certificate_timeout`: `domain`, `certificate_request_id`. `certificate_install_failed`: `domain`, `expected_fingerprint`, `observed_fingerprint`. `certificate_expired`: `domain`, `expired_at`.
	Details DomainErrorDetails `json:"details"`
}

// DomainErrorDetails: what belongs to this `code`. `dns_validation_failed`: `domain`, `expected_cname`. `cname_not_found`: `domain`, `expected_target`. `invalid_cname_target`: `domain`, `actual_target`, `expected_target`. `dns_validation_timeout`: `domain`, `started_at`, `timed_out_at`. `certificate_request_failed`: `domain`, `acme_error`. `certificate_timeout`: `domain`, `certificate_request_id`. `certificate_install_failed`: `domain`, `expected_fingerprint`, `observed_fingerprint`. `certificate_expired`: `domain`, `expired_at`.
type DomainErrorDetails struct {
	// The hostname.
	Domain string `json:"domain"`

	// Where the CNAME record has to point.
	ExpectedCNAME string `json:"expected_cname,omitempty"`

	// Where the CNAME record has to point.
	ExpectedTarget string `json:"expected_target,omitempty"`

	// Where the CNAME record points instead.
	ActualTarget string `json:"actual_target,omitempty"`

	// When the service began to look for the record.
	StartedAt *time.Time `json:"started_at,omitempty"`

	// When it gave up.
	TimedOutAt *time.Time `json:"timed_out_at,omitempty"`

	// `<problem type>: <detail>`, in the words of the certificate authority, or what keeps the service from asking it.
	ACMEError string `json:"acme_error,omitempty"`

	// Names the service’s request for the certificate: tell it when you report the problem.
	CertificateRequestID string `json:"certificate_request_id,omitempty"`

	// SHA-256, hexadecimal, lower case.
	ExpectedFingerprint string `json:"expected_fingerprint,omitempty"`

	// SHA-256, hexadecimal, lower case.
	ObservedFingerprint string `json:"observed_fingerprint,omitempty"`

	// When the last certificate ended.
	ExpiredAt *time.Time `json:"expired_at,omitempty"`
}

// DomainEvent: one entry of a domain’s timeline.
type DomainEvent struct {
	// Names the entry.
	ID string `json:"id"`

	// When it happened.
	At time.Time `json:"at"`

	// For example `order.created`. New types are added over time.
	Type string `json:"type"`

	// The code of the diagnosis at that moment. Known values: the constants DiagnosisCode….
	Diagnosis string `json:"diagnosis"`

	// The reason of the diagnosis, where it has one. Known values: the constants DiagnosisReason….
	Reason string `json:"reason,omitempty"`

	// What a wrong record points to, or what else was seen. Written by strangers: escape it wherever it is shown.
	Observed string `json:"observed,omitempty"`

	// What the diagnosis rests on. With `reason` and `observed` only where it became another.
	Evidence []Evidence `json:"evidence,omitempty"`

	// So many looks at DNS before this one found nothing new, and are no entries. Absent: none that are known of.
	QuietLooks *int64 `json:"quiet_looks,omitempty"`

	// Who caused it.
	Actor DomainEventActor `json:"actor"`

	// The `X-Request-Id` of the request that it comes from, where it comes from one.
	RequestID string `json:"request_id,omitempty"`
}

// DomainEventActor: who caused it.
type DomainEventActor struct {
	// `api_key`: a request of yours. `user`: one of your people, in the dashboard. `service`: the service on its own. Known values: "api_key", "user", "service".
	Type string `json:"type"`

	// The public id of the API key.
	KeyID string `json:"key_id,omitempty"`

	// The id of the person.
	UserID string `json:"user_id,omitempty"`
}

// DomainExpiries: how many certificates end in which week.
type DomainExpiries struct {
	// Certificates that ended before the first of the weeks.
	Earlier DomainExpiriesEarlier `json:"earlier"`

	// Weeks from Monday to Monday in UTC, the present one first.
	Weeks []DomainExpiriesWeek `json:"weeks"`

	// False where so many end that they were not all counted: from `complete_until` on there are more.
	IsComplete bool `json:"is_complete"`

	// Up to there everything was counted; absent if it was.
	CompleteUntil *time.Time `json:"complete_until,omitempty"`

	// When the domains were counted.
	CountedAt time.Time `json:"counted_at"`
}

// DomainExpiriesEarlier: certificates that ended before the first of the weeks.
type DomainExpiriesEarlier struct {
	// It is renewed without anybody.
	ByItself int64 `json:"by_itself"`

	// You or a customer have to do something before it can be renewed.
	NeedsSomebody int64 `json:"needs_somebody"`
}

// DomainExpiriesWeek is the body of a request.
type DomainExpiriesWeek struct {
	// The Monday with which it begins.
	StartsAt time.Time `json:"starts_at"`

	// The next Monday, which is not in it any more.
	EndsAt time.Time `json:"ends_at"`

	// It is renewed without anybody.
	ByItself int64 `json:"by_itself"`

	// You or a customer have to do something before it can be renewed.
	NeedsSomebody int64 `json:"needs_somebody"`
}

// EndedPortalLinks: all links to the page of a domain that were made before have ended.
type EndedPortalLinks struct {
	// The id of the domain.
	ID int64 `json:"id"`

	// It is gone.
	Deleted bool `json:"deleted"`
}

// Enrollment: the right to enroll one machine, or several.
type Enrollment struct {
	// Enrolls one machine, once, or as many as `max_machines` says. It is shown here only.
	Token string `json:"token"`

	// Until when the token can be used.
	ExpiresAt time.Time `json:"expires_at"`

	// The id of the server whose certificates the machine will get.
	ServerID int64 `json:"server_id"`

	// Of a reusable token, to revoke it.
	ID string `json:"id,omitempty"`

	// How many machines may enroll with it in all.
	MaxMachines *int64 `json:"max_machines,omitempty"`
}

// EnrollmentToken: A reusable token, without its secret.
type EnrollmentToken struct {
	// Names the token, to revoke it.
	ID string `json:"id"`

	// The id of the server whose certificates its machines get.
	ServerID int64 `json:"server_id"`

	// How many machines may enroll with it in all.
	MaxMachines int64 `json:"max_machines"`

	// How many have enrolled with it, those included that were revoked since.
	MachinesEnrolled int64 `json:"machines_enrolled"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`

	// Until when machines can enroll with it.
	ExpiresAt time.Time `json:"expires_at"`
}

// Event: something that happened: the body of its deliveries.
type Event struct {
	// The same in every attempt and in every webhook.
	ID string `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// Only in the delivery of a test: nothing has happened. Do not act on it.
	IsTest bool `json:"is_test,omitempty"`

	// What happened. Known values: the constants EventName….
	Event string `json:"event"`

	// Absent where the event is about a webhook.
	DomainID *int64 `json:"domain_id,omitempty"`

	// When it came true. Order is not promised: compare this.
	CreatedAt time.Time `json:"created_at"`

	// `domain` or `webhook`, as the API showed it at that moment; by `event`, see the webhooks.
	Data EventData `json:"data"`
}

// EventData: what an event is about, as the API showed it at that moment.
type EventData struct {
	Domain *Domain `json:"domain,omitempty"`

	Machine *Machine `json:"machine,omitempty"`

	Server *Server `json:"server,omitempty"`

	// The service itself took the machine out, which had been silent for days.
	Reason string `json:"reason,omitempty"`

	// Those of its machines that are known to be silent, this event’s among them if it tells of silence: a hundred at most.
	SilentMachines []Machine `json:"silent_machines,omitempty"`

	APIKey *APIKeyInEvent `json:"api_key,omitempty"`

	Leak *LeakInEvent `json:"leak,omitempty"`

	Webhook *Webhook `json:"webhook,omitempty"`
}

// Evidence: what somebody outside answered the service.
type Evidence struct {
	// How the service asked. Known values: "dns", "http", "tls", "acme", "caa".
	Kind string `json:"kind"`

	// What it asked.
	Asked string `json:"asked"`

	// Who answered: a name server, or an address.
	Server string `json:"server,omitempty"`

	// Written by strangers: escape it wherever it is shown.
	Answer string `json:"answer"`

	// When it asked.
	At time.Time `json:"at"`
}

// FailedItem: an item of a bulk request that was refused.
type FailedItem struct {
	// The place of the item in the request.
	Index int64 `json:"index"`

	// The item was refused.
	Status string `json:"status"`

	// The error that it would have had as a request of its own.
	Error ItemError `json:"error"`
}

// FailuresReport: what goes wrong, who has to act, and how long it lasts.
type FailuresReport struct {
	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// The first day.
	From string `json:"from"`

	// The last day.
	To string `json:"to"`

	// Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it.
	IsComplete bool `json:"is_complete"`

	// Days of which nothing is known: from before the organization, or this report.
	MissingDays []string `json:"missing_days"`

	// Most frequent first.
	Data []FailuresReportData `json:"data"`

	// Oldest first.
	Days []FailuresReportDay `json:"days"`
}

// FailuresReportData is the body of a request.
type FailuresReportData struct {
	// The code of the diagnosis. Known values: the constants DiagnosisCode….
	Code string `json:"code"`

	// Who had to act. Known values: the constants Actor….
	Actor string `json:"actor"`

	// How often a domain failed so.
	Failed int64 `json:"failed"`

	// How often it threatened a certificate in use.
	AtRisk int64 `json:"at_risk"`

	// How many such failures ended.
	Fixed int64 `json:"fixed"`

	// From the failure to its end; absent where none ended.
	MeanHoursUntilFixed *float64 `json:"mean_hours_until_fixed,omitempty"`
}

// FailuresReportDay is the body of a request.
type FailuresReportDay struct {
	// In UTC.
	Day string `json:"day"`

	// Failures.
	Failed int64 `json:"failed"`

	// Threats to a certificate in use.
	AtRisk int64 `json:"at_risk"`

	// Failures that ended.
	Fixed int64 `json:"fixed"`
}

// ItemError: the error that it would have had as a request of its own.
type ItemError struct {
	// For your program: a code never changes its meaning.
	Code string `json:"code"`

	// For people, in English; it may be worded differently in a later version.
	Message string `json:"message"`

	// What belongs to this `code`.
	Details map[string]any `json:"details,omitempty"`
}

// LeakInEvent: A report that a secret has leaked.
type LeakInEvent struct {
	// GitHub, as its signature proves, or whoever holds the secret. Known values: "github", "holder".
	Reporter string `json:"reporter"`

	// The key, or only the secret that a rotation had replaced. Known values: "key", "former_secret".
	Ended string `json:"ended"`

	// Where it was found, as the reporter says. Where that is not GitHub, anybody may have written it.
	URL string `json:"url,omitempty"`
}

// Machine: A machine whose agent may fetch the certificates of its server.
type Machine struct {
	// Names the machine, to revoke it.
	ID string `json:"id"`

	// The name with which the machine was enrolled.
	Name string `json:"name"`

	// When its agent registered its keys.
	EnrolledAt time.Time `json:"enrolled_at"`

	// When its agent last called the service; absent until the first time.
	LastSeenAt *time.Time `json:"last_seen_at,omitempty"`
}

// MachineKey: the record that a machine got a private key.
type MachineKey struct {
	// Of the record.
	ID string `json:"id"`

	// The id of the domain that it is about.
	DomainID int64 `json:"domain_id"`

	// The hostname of the domain then.
	Hostname string `json:"hostname"`

	// Of the certificate whose key it is.
	FingerprintSha256 string `json:"fingerprint_sha256"`

	// When it left the service.
	ReleasedAt time.Time `json:"released_at"`
}

// Move: on its way to the server that `server_id` names.
type Move struct {
	// The server that serves until the move is over.
	FromServerID int64 `json:"from_server_id"`

	// `awaiting_dns`: the new server serves; the CNAME record still leads to the old one. Known values: "installing", "awaiting_dns".
	State string `json:"state"`
}

// Organization: your organization, and what is left of its limits.
type Organization struct {
	// Names your organization: tell it when you report a problem.
	ID string `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// The name that an administrator gave it.
	Name string `json:"name"`

	// The API key of this request.
	Key OrganizationKey `json:"key"`

	// What your organization may use, and how much of it is used up.
	Limits OrganizationLimits `json:"limits"`

	// Your portal, in which the owner of a hostname sees what to do. Absent until it is needed the first time.
	PortalURL string `json:"portal_url,omitempty"`

	// Under this name lies the CNAME target of every server. It is no target itself: what a customer has to publish is the `cname_target` of the domain.
	BaseTarget string `json:"base_target"`

	// The same as `base_target`, under a name that misleads: no CNAME record may point here.
	CNAMETarget string `json:"cname_target"`
}

// OrganizationKey: the API key of this request.
type OrganizationKey struct {
	// Its public part, which goes into `X-API-KEY-ID`.
	ID string `json:"id"`

	// The name that an administrator gave it.
	Name string `json:"name"`

	// What it may do. Known values: the constants Permission….
	Permissions []string `json:"permissions"`

	// IP addresses and ranges (CIDR) from which alone it may be used.
	AllowedAddresses []string `json:"allowed_addresses,omitempty"`

	// Ids of the servers whose domains alone it may see and change.
	AllowedServerIDs []int64 `json:"allowed_server_ids,omitempty"`
}

// OrganizationLimit: of this API key, in the present minute of the clock.
type OrganizationLimit struct {
	// The most that is allowed.
	Limit int64 `json:"limit"`

	// How much of it is used up.
	Used int64 `json:"used"`
}

// OrganizationLimits: what your organization may use, and how much of it is used up.
type OrganizationLimits struct {
	// Of this API key, in the present minute of the clock.
	RequestsPerMinute OrganizationLimit `json:"requests_per_minute"`

	// Of all API keys together, in the present hour of the clock.
	RequestsPerHour OrganizationLimit `json:"requests_per_hour"`

	// Domains.
	Domains OrganizationLimit `json:"domains"`

	// Domains that were never validated.
	UnvalidatedDomains OrganizationLimit `json:"unvalidated_domains"`

	// Servers.
	Servers OrganizationLimit `json:"servers"`

	// Webhooks.
	Webhooks OrganizationLimit `json:"webhooks"`

	// Webhooks created, or sent to another host, in the present hour of the clock.
	NewReceiversPerHour OrganizationLimit `json:"new_receivers_per_hour"`
}

// PortalLink: A link to the portal, for the owner of one hostname.
type PortalLink struct {
	// The address to send: whoever has it sees this domain, and can have it looked at.
	URL string `json:"url"`

	// Until when the link works.
	ExpiresAt time.Time `json:"expires_at"`
}

// RecordFix: one change to the customer’s DNS records.
type RecordFix struct {
	// What to do with the record. Known values: "add", "change", "remove".
	Action string `json:"action"`

	// The type of the record.
	Type string `json:"type"`

	// The whole name of the record.
	Name string `json:"name"`

	// The name as the form of the DNS provider takes it: without the zone; `@`, or what that form takes, for the zone itself.
	Host string `json:"host"`

	// What the record has to hold, as the form of the DNS provider takes it; or what the one to be removed holds. It ends with a full stop where the form would append the zone.
	Value string `json:"value"`
}

// Renewal: another certificate is on its way; the present one serves until it does.
type Renewal struct {
	// `issuing`: on the way at the certificate authority; `installing`: on the way to the server. Known values: "issuing", "installing".
	State string `json:"state"`
}

// RenewalsReport: whether certificates are renewed in time, and whether shorter lives would be, too.
type RenewalsReport struct {
	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// The first day.
	From string `json:"from"`

	// The last day.
	To string `json:"to"`

	// Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it.
	IsComplete bool `json:"is_complete"`

	// Days of which nothing is known: from before the organization, or this report.
	MissingDays []string `json:"missing_days"`

	// Of all days.
	Total RenewalsReportTotal `json:"total"`

	// The error budget of the range.
	Objective RenewalsReportObjective `json:"objective"`

	// Who had to act before they expired.
	ExpiredBy []RenewalsReportExpiredBy `json:"expired_by"`

	// From the planned instant of a renewal to its end.
	Delays []RenewalsReportDelay `json:"delays"`

	// How long certificates live.
	Lifetimes []RenewalsReportLifetime `json:"lifetimes"`

	// How the same renewals would have stood with shorter lives.
	Readiness []RenewalsReportReadiness `json:"readiness"`

	// The limit that renewals have to fit in.
	CAOrders RenewalsReportCAOrders `json:"ca_orders"`

	// Oldest first.
	Days []RenewalsReportDay `json:"days"`
}

// RenewalsReportCAOrders: the limit that renewals have to fit in.
type RenewalsReportCAOrders struct {
	// Orders that the certificate authority takes of this service in a day.
	PerDay int64 `json:"per_day"`

	// False: it takes renewals beyond that.
	CountsRenewals bool `json:"counts_renewals"`
}

// RenewalsReportDay is the body of a request.
type RenewalsReportDay struct {
	// In UTC.
	Day string `json:"day"`

	// Renewals in time.
	OnTime int64 `json:"on_time"`

	// Renewals that were late.
	Late int64 `json:"late"`

	// Renewals of which it is not known.
	Unmeasured int64 `json:"unmeasured"`

	// Certificates that expired.
	Expired int64 `json:"expired"`
}

// RenewalsReportDelay is the body of a request.
type RenewalsReportDelay struct {
	// The longest delay that counts here; null: longer than all others.
	UpToSeconds *int64 `json:"up_to_seconds,omitempty"`

	// Renewals that took longer than the bucket before, and no longer than this.
	Renewals int64 `json:"renewals"`
}

// RenewalsReportExpiredBy is the body of a request.
type RenewalsReportExpiredBy struct {
	// Who had to act. Known values: the constants Actor….
	Actor string `json:"actor"`

	// Certificates that expired.
	Certificates int64 `json:"certificates"`
}

// RenewalsReportLifetime is the body of a request.
type RenewalsReportLifetime struct {
	// The longest life that counts here; null: longer than all others.
	UpToDays *int64 `json:"up_to_days,omitempty"`

	// Certificates of the range with such a life.
	Certificates int64 `json:"certificates"`
}

// RenewalsReportObjective: the error budget of the range.
type RenewalsReportObjective struct {
	// What we promise.
	OnTimeShare float64 `json:"on_time_share"`

	// How many may be late or expire by that.
	Allowed float64 `json:"allowed"`

	// How many were, or did.
	Used int64 `json:"used"`

	// What is left of the allowed; below 0: the promise is broken.
	LeftShare float64 `json:"left_share"`
}

// RenewalsReportReadiness is the body of a request.
type RenewalsReportReadiness struct {
	// If all certificates lived so long.
	LifeDays int64 `json:"life_days"`

	// Needed on average for the domains of today.
	RenewalsPerDay *float64 `json:"renewals_per_day,omitempty"`

	// Of the measured renewals: those whose delay would have been in time; absent where there are none.
	OnTimeShare *float64 `json:"on_time_share,omitempty"`
}

// RenewalsReportTotal: of all days.
type RenewalsReportTotal struct {
	// Certificates that were renewed.
	Renewed int64 `json:"renewed"`

	// Of these, 14 days or more before the end; of a life shorter than 42 days, a third of it.
	OnTime int64 `json:"on_time"`

	// Of these, later than that.
	Late int64 `json:"late"`

	// Of these, from before this report: it is not known.
	Unmeasured int64 `json:"unmeasured"`

	// Certificates that ended before another was served.
	Expired int64 `json:"expired"`

	// Of what is measured and what expired; absent where there is neither.
	OnTimeShare *float64 `json:"on_time_share,omitempty"`
}

// Replay: what a replay has queued.
type Replay struct {
	// How many deliveries this call has queued.
	Queued int64 `json:"queued"`

	// Goes into `cursor` of the same request for the rest; null when there is none.
	NextCursor string `json:"next_cursor,omitempty"`
}

// Request: A request of an API key that changed something, was refused or failed; without its body.
type Request struct {
	// The `X-Request-Id` of its answer.
	ID string `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// When it came.
	CreatedAt time.Time `json:"created_at"`

	// How it was sent: GET, POST, PUT, PATCH or DELETE.
	Method string `json:"method"`

	// Below the site’s address. `…` stands for a part that looks like a secret.
	Path string `json:"path"`

	// What followed the question mark. `…` stands for what is not kept: cursors, metadata and whatever is no filter.
	Query string `json:"query,omitempty"`

	// Of its answer.
	Status int64 `json:"status"`

	// The `code` of the error that it was answered with.
	ErrorCode string `json:"error_code,omitempty"`

	// The public id of the API key that sent it.
	APIKeyID string `json:"api_key_id"`

	// The address from which it came.
	SourceIP string `json:"source_ip"`

	// How long its answer took in the service.
	Milliseconds int64 `json:"milliseconds"`
}

// Revocation: A certificate of the domain that you asked to be revoked, until it is.
type Revocation struct {
	// The reason that you gave. Known values: "unspecified", "keyCompromise", "affiliationChanged", "superseded", "cessationOfOperation".
	Reason string `json:"reason"`

	// When you asked for it.
	RequestedAt time.Time `json:"requested_at"`

	// Of the certificate that is to be revoked. Hexadecimal, lower case.
	SerialNumber string `json:"serial_number"`

	// `renewing`: a new certificate, with a new key, is on its way; `revoking`: it is served, and the old one is being revoked. Known values: "renewing", "revoking".
	State string `json:"state"`

	// Why the certificate authority has not revoked it yet, in its words. It is asked again automatically.
	ACMEError string `json:"acme_error,omitempty"`
}

// RevokedAPIKey is the body of a request.
type RevokedAPIKey struct {
	// The id that the key had.
	ID string `json:"id"`

	// It is gone.
	Deleted bool `json:"deleted"`
}

// RevokedEnrollmentToken is the body of a request.
type RevokedEnrollmentToken struct {
	// The id that the token had.
	ID string `json:"id"`

	// It is gone.
	Deleted bool `json:"deleted"`
}

// RevokedMachine: A machine that gets nothing more, and what it got.
type RevokedMachine struct {
	// The id that the machine had.
	ID string `json:"id"`

	// It is gone.
	Deleted bool `json:"deleted"`

	// The domains whose private keys the machine got.
	Keys RevokedMachineKeys `json:"keys"`

	// Whether these domains get new keys, and their present certificates are revoked.
	Rekey bool `json:"rekey"`
}

// RevokedMachineKeys: the domains whose private keys the machine got.
type RevokedMachineKeys struct {
	// How many domains.
	Count int64 `json:"count"`

	// At most 100 of them, those whose keys it got last.
	Domains []RevokedMachineKeysDomain `json:"domains"`

	// There are others: `GET …/{machine_id}/keys` lists all keys.
	HasMore bool `json:"has_more"`
}

// RevokedMachineKeysDomain is the body of a request.
type RevokedMachineKeysDomain struct {
	// The id of the domain that it is about.
	DomainID int64 `json:"domain_id"`

	// The hostname of the domain then.
	Hostname string `json:"hostname"`
}

// Server: A place where certificates are installed: one or more machines of yours, or a load balancer or a CloudFront distribution in your AWS account.
type Server struct {
	// The number that a domain names it by, as `server_id`.
	ID int64 `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// A name of your choice, for people.
	Name string `json:"name"`

	// How certificates are installed: `agent`, by a program on your machines; `alb`, by this service, at an Application Load Balancer in your AWS account; `cloudfront`, by this service, at a multi-tenant distribution of CloudFront there. Known values: "agent", "alb", "cloudfront".
	Type string `json:"type"`

	// What the type needs to know; one of type `agent` needs nothing.
	Config ServerConfig `json:"config"`

	// One hostname, or one to eight IP addresses.
	Address []string `json:"address,omitempty"`

	// Where the CNAME records of its domains have to point.
	CNAMETarget string `json:"cname_target"`

	// `unclaimed`: no machine has been enrolled, or the AWS account was not checked yet. `error`: `problem` says why. Known values: "unclaimed", "online", "offline", "error".
	Status string `json:"status"`

	// When the AWS account was last checked.
	CheckedAt *time.Time `json:"checked_at,omitempty"`

	Problem *ServerProblem `json:"problem,omitempty"`

	// What AWS limits in the account; a domain is refused once one of them is used up.
	Quotas []ServerQuota `json:"quotas,omitempty"`

	// When the agent of one of its machines last called the service, or when the check of the AWS account last found all well; absent until the first time.
	LastSeenAt *time.Time `json:"last_seen_at,omitempty"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`
}

// ServerConfig: what the type needs to know; one of type `agent` needs nothing.
type ServerConfig struct {
	// ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`.
	MachineRoles []string `json:"machine_roles,omitempty"`

	// The IAM role in your account that this service assumes.
	RoleArn string `json:"role_arn,omitempty"`

	// The HTTPS listener to which certificates are added. Its default certificate stays as it is.
	ListenerArn string `json:"listener_arn,omitempty"`

	// The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule.
	HTTPListenerArn string `json:"http_listener_arn,omitempty"`

	// The AWS region of the load balancer.
	Region string `json:"region,omitempty"`

	// The id of the multi-tenant distribution, for a server of type `cloudfront`: each hostname gets a distribution tenant there.
	DistributionID string `json:"distribution_id,omitempty"`

	// The id of the connection group of the tenants. Without one: the default one of the account.
	ConnectionGroupID string `json:"connection_group_id,omitempty"`

	// `true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported.
	Managed *bool `json:"managed,omitempty"`
}

// ServerProblem: why the service cannot work in the AWS account of a server.
type ServerProblem struct {
	// Stays the same for programs; a diagnosis of a domain has the same reason. Known values: "role_not_assumable", "external_id_not_required", "action_denied", "listener_not_found", "listener_of_other_account", "listener_without_tls", "listener_full", "rules_full", "certificates_full", "imports_used_up", "certificate_unsupported", "certificate_in_use", "distribution_not_found", "distribution_for_one_tenant", "connection_group_not_found", "tenants_full", "hostname_taken_at_aws", "hostname_not_at_cloudfront", "managed_certificate_failed", "aws_throttled", "aws_unavailable".
	Reason string `json:"reason"`

	// The action that AWS denies the role, as policies name it.
	Action string `json:"action,omitempty"`

	// What is the matter.
	Summary string `json:"summary"`

	// What to do.
	Fix string `json:"fix"`
}

// ServerQuota: A quota of AWS. Once it is used up, no domain can be added to the server.
type ServerQuota struct {
	// What is limited. Known values: "certificates_per_load_balancer", "distribution_tenants", "certificates_in_acm", "imports_per_year".
	Name string `json:"name"`

	// How much of it is in use, by whomever.
	Used int64 `json:"used"`

	// As AWS applies it to the account at present.
	Limit int64 `json:"limit"`
}

// TestClock: the clock of the organization’s test mode.
type TestClock struct {
	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// What the clock shows.
	Now time.Time `json:"now"`

	// By how much it is ahead of the time of day.
	AheadSeconds float64 `json:"ahead_seconds"`
}

// Theme: how the portal looks, and the widget with its style sheet.
type Theme struct {
	// Colours, each as `#` and six hexadecimal digits.
	Colors ThemeColors `json:"colors"`

	// A stack of fonts that devices have already. Known values: "system", "humanist", "geometric", "rounded", "old_style", "slab".
	Font string `json:"font"`

	// How round corners are, in pixels.
	Radius int64 `json:"radius"`

	// A PNG or WebP image of at most 100,000 bytes, as base64.
	Logo string `json:"logo,omitempty"`

	// Where owners of hostnames get help from you: an `https://` or a `mailto:` address.
	SupportURL string `json:"support_url,omitempty"`

	// Sentences of yours, by language. They are shown as they are: markup is text.
	Texts map[string]ThemeTexts `json:"texts"`

	// The language where neither the address nor the browser asks for another. Known values: "en", "de", "fr", "es", "pt-BR", "ja".
	Locale string `json:"locale"`

	// Origins of yours in whose pages the portal may be framed, such as `https://app.example.com`. Empty: in none.
	FrameAncestors []string `json:"frame_ancestors"`
}

// ThemeColorSet: where the device of whoever looks is set to light.
type ThemeColorSet struct {
	// What is written.
	Text string `json:"text"`

	// What it is written on.
	Surface string `json:"surface"`

	// Borders.
	Line string `json:"line"`

	// Links and buttons.
	Accent string `json:"accent"`

	// What is written on buttons.
	OnAccent string `json:"on_accent"`

	// What is right.
	Good string `json:"good"`

	// What takes time.
	Wait string `json:"wait"`

	// What has to be mended.
	Bad string `json:"bad"`
}

// ThemeColors: colours, each as `#` and six hexadecimal digits.
type ThemeColors struct {
	// Where the device of whoever looks is set to light.
	Light ThemeColorSet `json:"light"`

	// Where it is set to dark.
	Dark ThemeColorSet `json:"dark"`
}

// ThemeTexts: for whoever reads English.
type ThemeTexts struct {
	// A sentence or two at the top of the portal.
	Welcome string `json:"welcome,omitempty"`

	// A sentence or two beside the address where help is.
	Help string `json:"help,omitempty"`
}

// TimeToActiveReport: how long customers wait for their first certificate, and for whom.
type TimeToActiveReport struct {
	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// The first day.
	From string `json:"from"`

	// The last day.
	To string `json:"to"`

	// Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it.
	IsComplete bool `json:"is_complete"`

	// Days of which nothing is known: from before the organization, or this report.
	MissingDays []string `json:"missing_days"`

	// Of all days.
	Total TimeToActiveReportTotal `json:"total"`

	// From the creation of a domain to its first certificate. The buckets never change.
	Histogram []TimeToActiveReportHistogram `json:"histogram"`

	// Oldest first.
	Days []TimeToActiveReportDay `json:"days"`
}

// TimeToActiveReportDay is the body of a request.
type TimeToActiveReportDay struct {
	// In UTC.
	Day string `json:"day"`

	// Domains that got their first certificate.
	Domains int64 `json:"domains"`

	// Half of them waited no longer.
	P50Seconds *int64 `json:"p50_seconds,omitempty"`
}

// TimeToActiveReportHistogram is the body of a request.
type TimeToActiveReportHistogram struct {
	// The longest wait that counts here; null: longer than all others.
	UpToSeconds *int64 `json:"up_to_seconds,omitempty"`

	// Domains that waited longer than the bucket before, and no longer than this.
	Domains int64 `json:"domains"`
}

// TimeToActiveReportTotal: of all days.
type TimeToActiveReportTotal struct {
	// Domains that got their first certificate.
	Domains int64 `json:"domains"`

	// Half of them waited no longer.
	P50Seconds *int64 `json:"p50_seconds,omitempty"`

	// Nine of ten waited no longer.
	P90Seconds *int64 `json:"p90_seconds,omitempty"`

	// 99 of 100 waited no longer.
	P99Seconds *int64 `json:"p99_seconds,omitempty"`

	// For whom a domain waited, on average; absent where it is known of none.
	Waits *TimeToActiveReportTotalWaits `json:"waits,omitempty"`
}

// TimeToActiveReportTotalWaits: for whom a domain waited, on average; absent where it is known of none.
type TimeToActiveReportTotalWaits struct {
	// Domains of which it is known: those of today are not among them.
	Domains int64 `json:"domains"`

	// For the owner of the domain: the record, or another that is in the way.
	CustomerSeconds int64 `json:"customer_seconds"`

	// For the certificate authority.
	CASeconds int64 `json:"ca_seconds"`

	// For your server.
	ServerSeconds int64 `json:"server_seconds"`

	// For this service.
	ServiceSeconds int64 `json:"service_seconds"`
}

// Transfer: another organization has proven, with a TXT record, that the hostname is its own.
type Transfer struct {
	// `completed`: only in the event `domain.transferred`, after which the domain is gone. Known values: "requested", "refused", "completed".
	State string `json:"state"`

	// When the record was first seen, and the notice began.
	RequestedAt time.Time `json:"requested_at"`

	// The end of the notice. From then on the other organization may take the hostname over.
	Until time.Time `json:"until"`

	// 30 days later. From then on it is as if nobody had asked, nor refused.
	EndsAt time.Time `json:"ends_at"`

	// When the holder refused.
	RefusedAt *time.Time `json:"refused_at,omitempty"`

	// Why it was refused. Known values: "owner_disagrees", "contract_runs", "zone_compromised".
	Reason string `json:"reason,omitempty"`
}

// Warning: what was done, but probably not meant.
type Warning struct {
	// `server_created`: the `server_id` that was sent has made the server. Known values: "server_created".
	Code string `json:"code"`

	// What is probably not meant, and what to do then.
	Message string `json:"message"`
}

// Webhook: where events are sent.
type Webhook struct {
	// Names the webhook in every other call.
	ID int64 `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// Where events are sent. What follows a `?` is masked: it may hold a secret.
	URL string `json:"url"`

	// `*` stands for all, future ones too. Known values: the constants Subscription….
	Events []string `json:"events"`

	// `disabled`: nothing is sent until you enable it again. Known values: "active", "disabled".
	Status string `json:"status"`

	// Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days.
	Disabled *WebhookDisabled `json:"disabled,omitempty"`

	// What it is for, in words of your own.
	Description string `json:"description,omitempty"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`

	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`

	// After a rotation: until then deliveries are signed with the former secret too.
	PreviousSecretEndsAt *time.Time `json:"previous_secret_ends_at,omitempty"`

	// How the last delivery stands; absent before the first.
	LastDelivery *WebhookLastDelivery `json:"last_delivery,omitempty"`

	// What may be wrong with the `url` or the `secret`, found when it was set. Only in the answer to that request.
	Warnings []string `json:"warnings,omitempty"`
}

// WebhookDisabled: since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days.
type WebhookDisabled struct {
	// When it was disabled.
	At time.Time `json:"at"`

	// `asked`: by a request. `gone`: it answered 410. `failing`: its deliveries have failed for days. Known values: "asked", "gone", "failing".
	Because string `json:"because"`
}

// WebhookHealth: how a webhook’s receiver has answered in the last 24 hours.
type WebhookHealth struct {
	// Events made since then are counted: for 24 hours, or less where `is_complete` is false.
	Since time.Time `json:"since"`

	// When it was asked for.
	Until time.Time `json:"until"`

	// Without tests.
	Deliveries WebhookHealthDeliveries `json:"deliveries"`

	// The share of those that have ended which succeeded. Absent where none has ended.
	SuccessRate *float64 `json:"success_rate,omitempty"`

	// How often they were sent in all.
	Attempts int64 `json:"attempts"`

	// How long the receiver took at most in 95 % of these attempts. Absent where there was none.
	P95Milliseconds *int64 `json:"p95_milliseconds,omitempty"`

	// False: there are more deliveries than the newest 1,000 (or a megabyte of them), which are counted.
	IsComplete bool `json:"is_complete"`
}

// WebhookHealthDeliveries: without tests.
type WebhookHealthDeliveries struct {
	// How many were received.
	Succeeded int64 `json:"succeeded"`

	// How many were given up.
	Failed int64 `json:"failed"`

	// How many are still tried.
	Pending int64 `json:"pending"`
}

// WebhookLastDelivery: how the last delivery stands; absent before the first.
type WebhookLastDelivery struct {
	// `pending`: it is tried again. Known values: "pending", "succeeded", "failed".
	Status string `json:"status"`

	// When that was decided.
	At time.Time `json:"at"`
}

// WebhookWithSecret: A webhook, and the secret that signs its deliveries.
type WebhookWithSecret struct {
	// Names the webhook in every other call.
	ID int64 `json:"id"`

	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// Where events are sent. What follows a `?` is masked: it may hold a secret.
	URL string `json:"url"`

	// `*` stands for all, future ones too. Known values: the constants Subscription….
	Events []string `json:"events"`

	// `disabled`: nothing is sent until you enable it again. Known values: "active", "disabled".
	Status string `json:"status"`

	// Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days.
	Disabled *WebhookDisabled `json:"disabled,omitempty"`

	// What it is for, in words of your own.
	Description string `json:"description,omitempty"`

	// When it was made.
	CreatedAt time.Time `json:"created_at"`

	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`

	// After a rotation: until then deliveries are signed with the former secret too.
	PreviousSecretEndsAt *time.Time `json:"previous_secret_ends_at,omitempty"`

	// How the last delivery stands; absent before the first.
	LastDelivery *WebhookLastDelivery `json:"last_delivery,omitempty"`

	// What may be wrong with the `url` or the `secret`, found when it was set. Only in the answer to that request.
	Warnings []string `json:"warnings,omitempty"`

	// Signs the deliveries. It is shown here only.
	Secret string `json:"secret"`
}

// WebhooksReport: how your receivers take deliveries. Today is not in it.
type WebhooksReport struct {
	// False for test data, which only keys of test mode reach.
	Livemode bool `json:"livemode"`

	// The first day.
	From string `json:"from"`

	// The last day.
	To string `json:"to"`

	// Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it.
	IsComplete bool `json:"is_complete"`

	// Days of which nothing is known: from before the organization, or this report.
	MissingDays []string `json:"missing_days"`

	// Each webhook with deliveries that was there in the night after.
	Data []WebhooksReportData `json:"data"`
}

// WebhooksReportData is the body of a request.
type WebhooksReportData struct {
	// The id of the webhook.
	WebhookID int64 `json:"webhook_id"`

	// Deliveries of events of that time that arrived.
	Succeeded int64 `json:"succeeded"`

	// Deliveries that were given up.
	Failed int64 `json:"failed"`

	// Deliveries that were still tried when they were counted.
	Pending int64 `json:"pending"`

	// Of those that ended; absent where none did.
	SuccessRate *float64 `json:"success_rate,omitempty"`

	// Attempts of all of them.
	Attempts int64 `json:"attempts"`

	// 95 of 100 attempts took no longer; absent where there were none, or it is more than 30 s.
	P95Milliseconds *int64 `json:"p95_milliseconds,omitempty"`

	// Days with deliveries, oldest first.
	Days []WebhooksReportDataDay `json:"days"`
}

// WebhooksReportDataDay is the body of a request.
type WebhooksReportDataDay struct {
	// In UTC.
	Day string `json:"day"`

	// Deliveries of events of that time that arrived.
	Succeeded int64 `json:"succeeded"`

	// Deliveries that were given up.
	Failed int64 `json:"failed"`

	// Deliveries that were still tried when they were counted.
	Pending int64 `json:"pending"`

	// Of those that ended; absent where none did.
	SuccessRate *float64 `json:"success_rate,omitempty"`

	// Attempts of all of them.
	Attempts int64 `json:"attempts"`

	// 95 of 100 attempts took no longer; absent where there were none, or it is more than 30 s.
	P95Milliseconds *int64 `json:"p95_milliseconds,omitempty"`
}

// CreateDomainRequest is the body of a request.
type CreateDomainRequest struct {
	// A hostname without scheme: a subdomain, no apex domain. Upper case and one trailing dot are taken away, and an internationalized name is answered as punycode. Where the deployment allows wildcards, `*.shop.customer.com` stands for every name one label below; it needs `validation` `dns`.
	URL string `json:"url"`

	// The id of the server on which the certificate is installed. One that does not exist yet comes into being where the deployment allows it.
	ServerID int64 `json:"server_id"`

	// Whether your webhooks are told what happens to it. The list of events has it in any case.
	SendNotifications *bool `json:"send_notifications,omitzero"`

	// What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too.
	Metadata map[string]string `json:"metadata,omitzero"`

	// `http`: the certificate authority asks the server, so that the CNAME record comes first. `dns`: it reads a record of its own, the first of `dns_records`, so that the certificate comes before the traffic. One of: "http", "dns".
	Validation *string `json:"validation,omitzero"`
}

// CreateDomainsRequest is the body of a request.
type CreateDomainsRequest struct {
	// The domains to create, each as in a request of its own.
	Domains []CreateDomainRequest `json:"domains"`
}

// CreateEnrollmentRequest is the body of a request.
type CreateEnrollmentRequest struct {
	// `true`: for up to `max_machines` machines, until `expires_in_days`; else for one machine, within the hour.
	Reusable *bool `json:"reusable,omitzero"`

	// How many machines may enroll with it in all, those included that are revoked later.
	MaxMachines *int64 `json:"max_machines,omitzero"`

	// After how many days a reusable token ends.
	ExpiresInDays *int64 `json:"expires_in_days,omitzero"`
}

// CreateKeyRequest is the body of a request.
type CreateKeyRequest struct {
	// What it is for, in words of your own.
	Name string `json:"name"`

	// What it may do: at most what you may. Known values: the constants Permission….
	Permissions []string `json:"permissions"`

	// Which data it reaches. It must be the mode of this request, which is what it is without this field. One of: "live", "test".
	Mode *string `json:"mode,omitzero"`

	// When it ends by itself; without one it does not.
	ExpiresAt *time.Time `json:"expires_at,omitzero"`

	// IP addresses and ranges (CIDR) from which alone it may be used. Absent: from everywhere.
	AllowedAddresses []string `json:"allowed_addresses,omitzero"`

	// Ids of the servers whose domains alone it may see and change. Absent: all.
	AllowedServerIDs []int64 `json:"allowed_server_ids,omitzero"`
}

// CreatePortalLinkRequest is the body of a request.
type CreatePortalLinkRequest struct {
	// For how long the link works; seven days if absent.
	ExpiresInHours *int64 `json:"expires_in_hours,omitzero"`

	// The language of the page; without it, that of the browser, else that of your theme. One of: "en", "de", "fr", "es", "pt-BR", "ja".
	Locale *string `json:"locale,omitzero"`
}

// CreateServerConfig: what the type needs to know; one of type `agent` needs nothing.
type CreateServerConfig struct {
	// ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`.
	MachineRoles []string `json:"machine_roles,omitzero"`

	// The IAM role in your account that this service assumes.
	RoleArn *string `json:"role_arn,omitzero"`

	// The HTTPS listener to which certificates are added. Its default certificate stays as it is.
	ListenerArn *string `json:"listener_arn,omitzero"`

	// That of `listener_arn`; it may be left out.
	Region *string `json:"region,omitzero"`

	// The id of the multi-tenant distribution, for a server of type `cloudfront`: each hostname gets a distribution tenant there.
	DistributionID *string `json:"distribution_id,omitzero"`

	// The id of the connection group of the tenants. Without one: the default one of the account.
	ConnectionGroupID *string `json:"connection_group_id,omitzero"`

	// `true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported.
	Managed *bool `json:"managed,omitzero"`

	// The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule.
	HTTPListenerArn *string `json:"http_listener_arn,omitzero"`
}

// CreateServerRequest is the body of a request.
type CreateServerRequest struct {
	// The id that you want it to have; without one it gets the next.
	ID *int64 `json:"id,omitzero"`

	// A name of your choice, for people.
	Name *string `json:"name,omitzero"`

	// How certificates are installed: `agent`, by a program on your machines; `alb`, by this service, at an Application Load Balancer in your AWS account; `cloudfront`, by this service, at a multi-tenant distribution of CloudFront there. One of: "agent", "alb", "cloudfront".
	Type *string `json:"type,omitzero"`

	// What the type needs to know; one of type `agent` needs nothing.
	Config *CreateServerConfig `json:"config,omitzero"`

	// One hostname, or one to eight IP addresses: where the `cname_target` points.
	Address []string `json:"address,omitzero"`
}

// CreateWebhookRequest is the body of a request.
type CreateWebhookRequest struct {
	// Where events are sent. It has no user name and no fragment. It is kept as the URL standard writes it: with a path, its host in lower case and in punycode.
	URL string `json:"url"`

	// The names of the events to be sent; `*` stands for all, future ones too. Known values: the constants Subscription….
	Events []string `json:"events"`

	// What it is for, in words of your own.
	Description *string `json:"description,omitzero"`

	// The secret that signs the deliveries, up to 256 characters. Without one the service makes one.
	Secret *string `json:"secret,omitzero"`
}

// LookAtDNSOfManyRequest is the body of a request.
type LookAtDNSOfManyRequest struct {
	// The hostnames, each without scheme.
	URLs []string `json:"urls"`

	// The id of the server on which the certificate is installed.
	ServerID *int64 `json:"server_id,omitzero"`
}

// LookAtDNSRequest is the body of a request.
type LookAtDNSRequest struct {
	// A hostname without scheme: a subdomain, no apex domain. Upper case and one trailing dot are taken away, and an internationalized name is answered as punycode. Where the deployment allows wildcards, `*.shop.customer.com` stands for every name one label below; it needs `validation` `dns`.
	URL string `json:"url"`

	// The id of the server on which the certificate is installed.
	ServerID *int64 `json:"server_id,omitzero"`
}

// MoveTestClockRequest is the body of a request.
type MoveTestClockRequest struct {
	// By how many seconds the clock goes forward.
	AdvanceSeconds *int64 `json:"advance_seconds,omitzero"`

	// In place of `advance_seconds`: what the clock is to show. Not before what it shows.
	Now *time.Time `json:"now,omitzero"`
}

// PutThemeColorSet: where the device of whoever looks is set to light.
type PutThemeColorSet struct {
	// What is written.
	Text *string `json:"text,omitzero"`

	// What it is written on.
	Surface *string `json:"surface,omitzero"`

	// Borders.
	Line *string `json:"line,omitzero"`

	// Links and buttons.
	Accent *string `json:"accent,omitzero"`

	// What is written on buttons.
	OnAccent *string `json:"on_accent,omitzero"`

	// What is right.
	Good *string `json:"good,omitzero"`

	// What takes time.
	Wait *string `json:"wait,omitzero"`

	// What has to be mended.
	Bad *string `json:"bad,omitzero"`
}

// PutThemeColors: colours, each as `#` and six hexadecimal digits.
type PutThemeColors struct {
	// Where the device of whoever looks is set to light.
	Light *PutThemeColorSet `json:"light,omitzero"`

	// Where it is set to dark.
	Dark *PutThemeColorSet `json:"dark,omitzero"`
}

// PutThemeRequest is the body of a request.
type PutThemeRequest struct {
	// Colours, each as `#` and six hexadecimal digits.
	Colors *PutThemeColors `json:"colors,omitzero"`

	// A stack of fonts that devices have already. One of: "system", "humanist", "geometric", "rounded", "old_style", "slab".
	Font *string `json:"font,omitzero"`

	// How round corners are, in pixels.
	Radius *int64 `json:"radius,omitzero"`

	// Where owners of hostnames get help from you: an `https://` or a `mailto:` address.
	SupportURL *string `json:"support_url,omitzero"`

	// Sentences of yours, by language. They are shown as they are: markup is text.
	Texts map[string]PutThemeTexts `json:"texts,omitzero"`

	// The language where neither the address nor the browser asks for another. One of: "en", "de", "fr", "es", "pt-BR", "ja".
	Locale *string `json:"locale,omitzero"`

	// Origins of yours in whose pages the portal may be framed, such as `https://app.example.com`. Empty: in none.
	FrameAncestors []string `json:"frame_ancestors,omitzero"`

	// A PNG or WebP image of at most 100,000 bytes, as base64.
	Logo *string `json:"logo,omitzero"`
}

// PutThemeTexts: for whoever reads English.
type PutThemeTexts struct {
	// A sentence or two at the top of the portal.
	Welcome *string `json:"welcome,omitzero"`

	// A sentence or two beside the address where help is.
	Help *string `json:"help,omitzero"`
}

// RedeliverRequest is the body of a request.
type RedeliverRequest struct {
	// Of a missed delivery: its `event_id`. The service does not know the delivery by its id alone.
	EventID *string `json:"event_id,omitzero"`
}

// ReplayDeliveriesRequest is the body of a request.
type ReplayDeliveriesRequest struct {
	// Of events made then or later; of the last 30 days, if that is longer ago.
	Since time.Time `json:"since"`

	// And not later than that; now, if absent.
	Until *time.Time `json:"until,omitzero"`

	// Deliveries that have failed, and events that were missed. An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s `events` included it; it is listed 15 s after it was made, and at once while the webhook is disabled. One of: "failed", "missed".
	States []string `json:"states,omitzero"`

	// `next_cursor` of the replay before; the rest stays the same.
	Cursor *string `json:"cursor,omitzero"`
}

// RevokeDomainRequest is the body of a request.
type RevokeDomainRequest struct {
	// By the names of RFC 5280. `keyCompromise`: somebody else has or may have the private key; `superseded`: another certificate is to take its place; `unspecified`: none of the others. One of: "unspecified", "keyCompromise", "affiliationChanged", "superseded", "cessationOfOperation".
	Reason string `json:"reason"`
}

// RotateKeyRequest is the body of a request.
type RotateKeyRequest struct {
	// For how long the former secret is accepted too.
	OverlapHours *int64 `json:"overlap_hours,omitzero"`
}

// RotateWebhookSecretRequest is the body of a request.
type RotateWebhookSecretRequest struct {
	// The new secret, up to 256 characters. Without one the service makes one.
	Secret *string `json:"secret,omitzero"`

	// For how long deliveries are signed with the former secret too.
	OverlapHours *int64 `json:"overlap_hours,omitzero"`
}

// TestWebhookRequest is the body of a request.
type TestWebhookRequest struct {
	// What the sample is of. Known values: the constants EventName….
	Event *string `json:"event,omitzero"`

	// A domain of yours that the sample shows, for an event about a domain; needs `domains.read` as well.
	DomainID *int64 `json:"domain_id,omitzero"`
}

// UpdateDomainRequest is the body of a request.
type UpdateDomainRequest struct {
	// The id of the server to which the domain moves.
	ServerID *int64 `json:"server_id,omitzero"`

	// Whether your webhooks are told what happens to it. The list of events has it in any case.
	SendNotifications *bool `json:"send_notifications,omitzero"`

	// `http`: the certificate authority asks the server, so that the CNAME record comes first. `dns`: it reads a record of its own, the first of `dns_records`, so that the certificate comes before the traffic. One of: "http", "dns".
	Validation *string `json:"validation,omitzero"`

	// Refuses the transfer that `transfer` shows, and says why. `owner_disagrees`: the owner of the hostname wants to stay with you; `contract_runs`: a contract binds it to you; `zone_compromised`: somebody else than the owner has set the TXT record. The other organization is told this word, and nothing else of you. One of: "owner_disagrees", "contract_runs", "zone_compromised".
	RefuseTransfer *string `json:"refuse_transfer,omitzero"`

	// Merged with what is there; null removes a key. At most 20 keys may be left.
	Metadata map[string]*string `json:"metadata,omitzero"`
}

// UpdateKeyRequest is the body of a request.
type UpdateKeyRequest struct {
	// What it is for, in words of your own.
	Name *string `json:"name,omitzero"`

	// When it ends by itself; null: never.
	ExpiresAt Nullable[time.Time] `json:"expires_at,omitzero"`

	// IP addresses and ranges (CIDR) from which alone it may be used. Null: from everywhere.
	AllowedAddresses Nullable[[]string] `json:"allowed_addresses,omitzero"`

	// Ids of the servers whose domains alone it may see and change. Null: all.
	AllowedServerIDs Nullable[[]int64] `json:"allowed_server_ids,omitzero"`
}

// UpdateServerConfig: what the type needs to know; one of type `agent` needs nothing.
type UpdateServerConfig struct {
	// ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`.
	MachineRoles []string `json:"machine_roles,omitzero"`

	// The IAM role in your account that this service assumes.
	RoleArn *string `json:"role_arn,omitzero"`

	// The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule. Null takes it away.
	HTTPListenerArn Nullable[string] `json:"http_listener_arn,omitzero"`

	// `true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported.
	Managed *bool `json:"managed,omitzero"`
}

// UpdateServerRequest is the body of a request.
type UpdateServerRequest struct {
	// What the type needs to know; one of type `agent` needs nothing.
	Config *UpdateServerConfig `json:"config,omitzero"`

	// A name of your choice, for people.
	Name *string `json:"name,omitzero"`

	// Where the `cname_target` points: one hostname, or one to eight IP addresses; null takes it away.
	Address Nullable[[]string] `json:"address,omitzero"`
}

// UpdateWebhookRequest is the body of a request.
type UpdateWebhookRequest struct {
	// Where events are sent. It has no user name and no fragment. It is kept as the URL standard writes it: with a path, its host in lower case and in punycode.
	URL *string `json:"url,omitzero"`

	// The names of the events to be sent; `*` stands for all, future ones too. Known values: the constants Subscription….
	Events []string `json:"events,omitzero"`

	// What it is for, in words of your own. Null takes it away.
	Description Nullable[string] `json:"description,omitzero"`

	// `disabled`: nothing is sent until you set `active`. One of: "active", "disabled".
	Status *string `json:"status,omitzero"`
}

// ListDomainsParams are the parameters of: list domains. A zero value is not sent.
type ListDomainsParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string

	// Domains with this `ssl_status`. One of: "pending", "active", "error".
	SSLStatus string

	// Domains with this `dns_status`. One of: "pending", "validated", "error".
	DNSStatus string

	// Domains of this server.
	ServerID int64

	// Who has to act, as in `diagnosis.actor`; `nobody`: waiting is enough. Known values: the constants Actor….
	Actor string

	// As in `diagnosis.code`. Known values: the constants DiagnosisCode….
	DiagnosisCode string

	// `metadata[plan]=pro`: domains whose `metadata` has this value under this key; several: all of them.
	Metadata map[string]string

	// Domains with this `created_at` or a later one.
	CreatedAfter time.Time

	// Domains with this `updated_at` or a later one.
	UpdatedAfter time.Time

	// Days: domains with a certificate whose `expires_at` is before now plus that, the soonest first.
	ExpiresWithin *int64

	// Domains with a certificate whose `expires_at` is this or later, the soonest first.
	ExpiresAfter time.Time

	// Domains with a certificate whose `expires_at` is before this, the soonest first.
	ExpiresBefore time.Time

	// The whole hostname, in any case, as Unicode or punycode. What is no hostname is no domain’s.
	URL string

	// How the hostname begins, as `url` is answered: in punycode.
	URLPrefix string

	// `newest`, as without it: the domain that was created last comes first; `oldest`: the one that was created first. Where `actor` is somebody, `diagnosis.since` takes the place of the creation: `oldest` has first whatever has waited longest. `expires_within` has an order of its own. One of: "newest", "oldest".
	Sort string
}

func (p ListDomainsParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	q.text("ssl_status", p.SSLStatus)
	q.text("dns_status", p.DNSStatus)
	q.integer("server_id", positive(p.ServerID))
	q.text("actor", p.Actor)
	q.text("diagnosis_code", p.DiagnosisCode)
	q.deep("metadata", p.Metadata)
	q.instant("created_after", p.CreatedAfter)
	q.instant("updated_after", p.UpdatedAfter)
	q.integer("expires_within", p.ExpiresWithin)
	q.instant("expires_after", p.ExpiresAfter)
	q.instant("expires_before", p.ExpiresBefore)
	q.text("url", p.URL)
	q.text("url_prefix", p.URLPrefix)
	q.text("sort", p.Sort)
	return url.Values(q)
}

// CountExpiriesParams are the parameters of: count certificates by the week in which they end. A zero value is not sent.
type CountExpiriesParams struct {
	// How many weeks, the present one included.
	Weeks int64
}

func (p CountExpiriesParams) values() url.Values {
	q := query{}
	q.integer("weeks", positive(p.Weeks))
	return url.Values(q)
}

// ListDomainEventsParams are the parameters of: list what happened to a domain. A zero value is not sent.
type ListDomainEventsParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string
}

func (p ListDomainEventsParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	return url.Values(q)
}

// ListServersParams are the parameters of: list servers. A zero value is not sent.
type ListServersParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string
}

func (p ListServersParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	return url.Values(q)
}

// GetAwsAccessParams are the parameters of: get the policies for a role in your AWS account. A zero value is not sent.
type GetAwsAccessParams struct {
	// The type of the server. Without it: that of the server that `server_id` names, else `alb`. One of: "alb", "cloudfront".
	Type string

	// A server that is there already: its ARNs and its distribution are taken.
	ServerID int64

	// The role, if it has its name already.
	RoleArn string

	// The listener of HTTPS. Without it, the policy is for each load balancer of the account.
	ListenerArn string

	// The listener of port 80, if the service is to make its rule there.
	HTTPListenerArn string

	// The distribution. Without it, the policy is for each multi-tenant distribution of the account.
	DistributionID string
}

func (p GetAwsAccessParams) values() url.Values {
	q := query{}
	q.text("type", p.Type)
	q.integer("server_id", positive(p.ServerID))
	q.text("role_arn", p.RoleArn)
	q.text("listener_arn", p.ListenerArn)
	q.text("http_listener_arn", p.HTTPListenerArn)
	q.text("distribution_id", p.DistributionID)
	return url.Values(q)
}

// ListMachinesParams are the parameters of: list the machines of a server. A zero value is not sent.
type ListMachinesParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string
}

func (p ListMachinesParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	return url.Values(q)
}

// RevokeMachineParams are the parameters of: revoke a machine. A zero value is not sent.
type RevokeMachineParams struct {
	// `true`: replace the private keys that the machine has, and revoke their certificates.
	Rekey bool
}

func (p RevokeMachineParams) values() url.Values {
	q := query{}
	q.boolean("rekey", p.Rekey)
	return url.Values(q)
}

// ListMachineKeysParams are the parameters of: list the private keys that a machine got. A zero value is not sent.
type ListMachineKeysParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string
}

func (p ListMachineKeysParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	return url.Values(q)
}

// ListEnrollmentTokensParams are the parameters of: list the reusable tokens of a server. A zero value is not sent.
type ListEnrollmentTokensParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string
}

func (p ListEnrollmentTokensParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	return url.Values(q)
}

// ListWebhooksParams are the parameters of: list webhooks. A zero value is not sent.
type ListWebhooksParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string
}

func (p ListWebhooksParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	return url.Values(q)
}

// ListDeliveriesParams are the parameters of: list the deliveries of a webhook. A zero value is not sent.
type ListDeliveriesParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string

	// Deliveries in this state; without it all but the missed ones. One of: "pending", "succeeded", "failed", "missed".
	State string

	// Deliveries of events about this domain.
	DomainID int64
}

func (p ListDeliveriesParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	q.text("state", p.State)
	q.integer("domain_id", positive(p.DomainID))
	return url.Values(q)
}

// ListEventsParams are the parameters of: list events. A zero value is not sent.
type ListEventsParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string

	// Events that follow this one in the log; not together with `cursor`.
	After string

	// Without it, or with `oldest`, the first event comes first. `newest`: the last one does, and `next_cursor` leads to earlier ones; behind the last page there is an empty one. One of: "oldest", "newest".
	Sort string

	// Events of this name. Known values: the constants EventName….
	Event string

	// Events about this domain.
	DomainID int64

	// Events with this `created_at` or a later one.
	Since time.Time
}

func (p ListEventsParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	q.text("after", p.After)
	q.text("sort", p.Sort)
	q.text("event", p.Event)
	q.integer("domain_id", positive(p.DomainID))
	q.instant("since", p.Since)
	return url.Values(q)
}

// ListKeysParams are the parameters of: list API keys. A zero value is not sent.
type ListKeysParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string
}

func (p ListKeysParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	return url.Values(q)
}

// ListAuditParams are the parameters of: list changes. A zero value is not sent.
type ListAuditParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string

	// Entries with this `created_at` or a later one.
	CreatedAfter time.Time

	// Entries with an earlier `created_at`.
	CreatedBefore time.Time

	// Who made the change: the id of an API key, a person or a machine, or one of `api_key`, `user`, `machine`, `administrator`, `service`.
	Actor string

	// What was changed. One of: "organization", "api_key", "member", "invitation", "domain", "server", "machine", "webhook".
	ObjectType string

	// The id of what was changed; with `object_type`.
	ObjectID string

	// The `X-Request-Id` of the request that made the change.
	RequestID string
}

func (p ListAuditParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	q.instant("created_after", p.CreatedAfter)
	q.instant("created_before", p.CreatedBefore)
	q.text("actor", p.Actor)
	q.text("object_type", p.ObjectType)
	q.text("object_id", p.ObjectID)
	q.text("request_id", p.RequestID)
	return url.Values(q)
}

// ListRequestsParams are the parameters of: list requests. A zero value is not sent.
type ListRequestsParams struct {
	// The most to answer.
	Limit int64

	// `next_cursor` of the page before; the other parameters stay the same.
	Cursor string

	// How they were answered: `2xx` for changes that were made, `4xx` for refusals, `5xx` for failures of ours. One of: "2xx", "4xx", "5xx".
	Status string

	// The public id of the API key that sent them.
	APIKeyID string

	// The `X-Request-Id` of its answer: lists this request alone.
	RequestID string
}

func (p ListRequestsParams) values() url.Values {
	q := query{}
	q.integer("limit", positive(p.Limit))
	q.text("cursor", p.Cursor)
	q.text("status", p.Status)
	q.text("api_key_id", p.APIKeyID)
	q.text("request_id", p.RequestID)
	return url.Values(q)
}

// GetTimeToActiveParams are the parameters of: time to active. A zero value is not sent.
type GetTimeToActiveParams struct {
	// The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days.
	From string

	// The last day, in UTC; without it, today. A report has 92 days at most.
	To string
}

func (p GetTimeToActiveParams) values() url.Values {
	q := query{}
	q.text("from", p.From)
	q.text("to", p.To)
	return url.Values(q)
}

// GetFailuresParams are the parameters of: failures by cause. A zero value is not sent.
type GetFailuresParams struct {
	// The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days.
	From string

	// The last day, in UTC; without it, today. A report has 92 days at most.
	To string
}

func (p GetFailuresParams) values() url.Values {
	q := query{}
	q.text("from", p.From)
	q.text("to", p.To)
	return url.Values(q)
}

// GetRenewalsParams are the parameters of: renewals. A zero value is not sent.
type GetRenewalsParams struct {
	// The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days.
	From string

	// The last day, in UTC; without it, today. A report has 92 days at most.
	To string
}

func (p GetRenewalsParams) values() url.Values {
	q := query{}
	q.text("from", p.From)
	q.text("to", p.To)
	return url.Values(q)
}

// GetWebhooksReportParams are the parameters of: webhook health. A zero value is not sent.
type GetWebhooksReportParams struct {
	// The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days.
	From string

	// The last day, in UTC; without it, today. A report has 92 days at most.
	To string
}

func (p GetWebhooksReportParams) values() url.Values {
	q := query{}
	q.text("from", p.From)
	q.text("to", p.To)
	return url.Values(q)
}

// GetAPIUseParams are the parameters of: use of the API. A zero value is not sent.
type GetAPIUseParams struct {
	// The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days.
	From string

	// The last day, in UTC; without it, today. A report has 92 days at most.
	To string
}

func (p GetAPIUseParams) values() url.Values {
	q := query{}
	q.text("from", p.From)
	q.text("to", p.To)
	return url.Values(q)
}

// GetChangesReportParams are the parameters of: changes of people and keys. A zero value is not sent.
type GetChangesReportParams struct {
	// The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days.
	From string

	// The last day, in UTC; without it, today. A report has 92 days at most.
	To string
}

func (p GetChangesReportParams) values() url.Values {
	q := query{}
	q.text("from", p.From)
	q.text("to", p.To)
	return url.Values(q)
}
