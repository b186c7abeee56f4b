// Code generated from docs/openapi.json by `npm run docs`. DO NOT EDIT.

package cps

import (
	"context"
	"iter"
	"net/http"
)

// Resources are all operations, by what they are about.
type Resources struct {
	Domains      *DomainsResource
	DNS          *DNSResource
	Organization *OrganizationResource
	TestClock    *TestClockResource
	Servers      *ServersResource
	Webhooks     *WebhooksResource
	Events       *EventsResource
	APIKeys      *APIKeysResource
	Audit        *AuditResource
	Requests     *RequestsResource
	Reports      *ReportsResource
}

func newResources(client *Client) Resources {
	return Resources{
		Domains:      &DomainsResource{client},
		DNS:          &DNSResource{client},
		Organization: &OrganizationResource{client},
		TestClock:    &TestClockResource{client},
		Servers:      &ServersResource{client},
		Webhooks:     &WebhooksResource{client},
		Events:       &EventsResource{client},
		APIKeys:      &APIKeysResource{client},
		Audit:        &AuditResource{client},
		Requests:     &RequestsResource{client},
		Reports:      &ReportsResource{client},
	}
}

// DomainsResource has the operations of Client.Domains.
type DomainsResource struct{ client *Client }

// Create: create a domain. Registers a hostname of a customer of yours, and starts looking for its CNAME record. The record to publish is in `dns_records`. A `server_id` that is not known makes an unclaimed server, unless the deployment forbids it; `warnings` says so. A hostname that is a domain of yours already is refused with `details.existing_domain_id`; one that is not available, with `details.claim`: the record that proves that it is yours. Publish it and repeat the request. If another organization serves the hostname, it then has 72 hours’ notice: the 422 has `details.transfer` in place of `details.claim`. Repeat the request after `until`, with the record still there.
//
// Permission: `domains.write`.
func (r *DomainsResource) Create(ctx context.Context, body CreateDomainRequest, options ...RequestOption) (*Domain, error) {
	return call[Domain](ctx, r.client, http.MethodPost, "/api/domains", nil, body, options)
}

// List: list domains. Newest first; with `expires_within`, `expires_after` or `expires_before` the soonest expiry first. Filters combine; with an unusual combination a page may hold fewer domains than `limit`, or none, and still have a `next_cursor`.
//
// Permission: `domains.read`.
//
// It asks for page after page. An error ends it.
func (r *DomainsResource) List(ctx context.Context, params ListDomainsParams, options ...RequestOption) iter.Seq2[*Domain, error] {
	return items(pages[Domain](ctx, r.client, "/api/domains", params.values(), options))
}

// ListPages is List by pages, each with the cursor that leads on.
func (r *DomainsResource) ListPages(ctx context.Context, params ListDomainsParams, options ...RequestOption) iter.Seq2[*Page[Domain], error] {
	return pages[Domain](ctx, r.client, "/api/domains", params.values(), options)
}

// Count: count domains by who has to act. How many domains wait for a customer, for you or for this service, and how many for nobody: these are served, or go on by themselves. Lists of them: `GET /domains?actor=…`.
//
// Permission: `domains.read`.
func (r *DomainsResource) Count(ctx context.Context, options ...RequestOption) (*DomainCounts, error) {
	return call[DomainCounts](ctx, r.client, http.MethodGet, "/api/domains/counts", nil, nil, options)
}

// CountExpiries: count certificates by the week in which they end. For a calendar: how many certificates end in which week, and how many of these cannot be renewed until you or a customer have done something. A list of a week: `GET /domains?expires_after=…&expires_before=…`.
//
// Permission: `domains.read`.
func (r *DomainsResource) CountExpiries(ctx context.Context, params CountExpiriesParams, options ...RequestOption) (*DomainExpiries, error) {
	return call[DomainExpiries](ctx, r.client, http.MethodGet, "/api/domains/expiries", params.values(), nil, options)
}

// CreateMany: create up to 100 domains. Each item is created or refused on its own, as by a request to create one domain. If none could be created the answer is an error, with each item in `details.items`. Counts as one request.
//
// Permission: `domains.write`.
func (r *DomainsResource) CreateMany(ctx context.Context, body CreateDomainsRequest, options ...RequestOption) (*BulkResult, error) {
	return call[BulkResult](ctx, r.client, http.MethodPost, "/api/domains/bulk", nil, body, options)
}

// Get: get a domain. How the domain stands now, what is in the way, and who has to act.
//
// Permission: `domains.read`.
func (r *DomainsResource) Get(ctx context.Context, id int64, options ...RequestOption) (*Domain, error) {
	return call[Domain](ctx, r.client, http.MethodGet, pathOf("api", "domains", id), nil, nil, options)
}

// Update: change a domain. `server_id` needs `servers.write` as well. A new one counts at once (one that is not known makes a server, as at the creation of a domain); the old server serves until the new one is seen serving, and `move` says how far that is. `metadata` is merged; null removes a key. `url` cannot be changed.
//
// Permission: `domains.write`.
func (r *DomainsResource) Update(ctx context.Context, id int64, body UpdateDomainRequest, options ...RequestOption) (*Domain, error) {
	return call[Domain](ctx, r.client, http.MethodPatch, pathOf("api", "domains", id), nil, body, options)
}

// Delete: delete a domain. Its certificate is taken away from your servers. You may create the same hostname again at once: it gets a new id.
//
// Permission: `domains.write`.
func (r *DomainsResource) Delete(ctx context.Context, id int64, options ...RequestOption) (*DeletedDomain, error) {
	return call[DeletedDomain](ctx, r.client, http.MethodDelete, pathOf("api", "domains", id), nil, nil, options)
}

// Check: look at the DNS, and at what is served, now. Does not wait for the next check of the service. Once in 10 seconds for each domain, and for ten domains of an organization at once (or as many as the deployment allows); answers within 8. A domain in `error` goes on when the CNAME record is found. For an active domain it also opens a TLS connection, as a browser does, and asks whether the machines of its server are heard of: `diagnosis` says what was found, its `evidence` which certificate was shown or what became of the connection. What this check could not see again keeps the `checked_at` of the check that saw it.
//
// Permission: `domains.check`.
func (r *DomainsResource) Check(ctx context.Context, id int64, options ...RequestOption) (*Domain, error) {
	return call[Domain](ctx, r.client, http.MethodPost, pathOf("api", "domains", id, "check"), nil, nil, options)
}

// Retry: start over. For a domain in `error`: the same id and history, and a fresh time window. Five times a day for each domain. If the hostname is somebody else’s by now, it has to be proved again: 422, as for a new domain.
//
// Permission: `domains.write`.
func (r *DomainsResource) Retry(ctx context.Context, id int64, options ...RequestOption) (*Domain, error) {
	return call[Domain](ctx, r.client, http.MethodPost, pathOf("api", "domains", id, "retry"), nil, nil, options)
}

// Renew: renew the certificate now. For an active domain on which nothing else is going on; the present certificate serves until the new one does. Once a day (UTC) for each domain.
//
// Permission: `domains.write`.
func (r *DomainsResource) Renew(ctx context.Context, id int64, options ...RequestOption) (*Domain, error) {
	return call[Domain](ctx, r.client, http.MethodPost, pathOf("api", "domains", id, "renew"), nil, nil, options)
}

// Revoke: revoke the certificate. A new certificate with a new key is ordered at once (a renewal that is under way is waited for). When that is seen served, the certificate authority revokes the former one, and `certificate.revoked` is sent; until then `revocation` shows how far it is. Where the renewal fails, the revocation waits for the next one. So the domain is served all the while, also for `keyCompromise`: whoever has the private key can revoke at the certificate authority without delay. A domain that is deleted meanwhile has it revoked at once. Five times a day (UTC) for each domain.
//
// Permission: `domains.write`.
func (r *DomainsResource) Revoke(ctx context.Context, id int64, body RevokeDomainRequest, options ...RequestOption) (*Domain, error) {
	return call[Domain](ctx, r.client, http.MethodPost, pathOf("api", "domains", id, "revoke"), nil, body, options)
}

// ListEvents: list what happened to a domain. The timeline, newest first: every change of the diagnosis with the evidence for it, every order and installation, and who changed what. Looks that find nothing new are counted.
//
// Permission: `domains.read`.
//
// It asks for page after page. An error ends it.
func (r *DomainsResource) ListEvents(ctx context.Context, id int64, params ListDomainEventsParams, options ...RequestOption) iter.Seq2[*DomainEvent, error] {
	return items(pages[DomainEvent](ctx, r.client, pathOf("api", "domains", id, "events"), params.values(), options))
}

// ListEventsPages is ListEvents by pages, each with the cursor that leads on.
func (r *DomainsResource) ListEventsPages(ctx context.Context, id int64, params ListDomainEventsParams, options ...RequestOption) iter.Seq2[*Page[DomainEvent], error] {
	return pages[DomainEvent](ctx, r.client, pathOf("api", "domains", id, "events"), params.values(), options)
}

// CreatePortalLink: make a link for the owner of the hostname. An address of your portal (`portal_url` of the organization) that shows this one domain: the record to publish, what stands in the way, and when it is live. Send it to whoever can change the DNS. It can be used as often as wanted until it expires, to read and to have the domain looked at; `DELETE` at the same path ends all links of the domain before that, and `rotate-portal-token` of an administrator those of all domains. Nothing is stored: each call makes another link.
//
// Permission: `domains.write`.
func (r *DomainsResource) CreatePortalLink(ctx context.Context, id int64, body CreatePortalLinkRequest, options ...RequestOption) (*PortalLink, error) {
	return call[PortalLink](ctx, r.client, http.MethodPost, pathOf("api", "domains", id, "portal-link"), nil, body, options)
}

// EndPortalLinks: end the links for the owner of the hostname. All links to this domain that were made until now end at once. Links that are made afterwards work.
//
// Permission: `domains.write`.
func (r *DomainsResource) EndPortalLinks(ctx context.Context, id int64, options ...RequestOption) (*EndedPortalLinks, error) {
	return call[EndedPortalLinks](ctx, r.client, http.MethodDelete, pathOf("api", "domains", id, "portal-link"), nil, nil, options)
}

// DNSResource has the operations of Client.DNS.
type DNSResource struct{ client *Client }

// Look: check a hostname first. What the DNS of a hostname has now that is no domain yet, and what would come of one: the record to publish, what stands in the way, its DNS provider, and whether CAA records let the certificate authority issue. For a form in which customers enter their hostname. Nothing is stored. At most 20 a minute for each organization; an answer takes 8 seconds at most, usually a few hundred milliseconds.
//
// Permission: `domains.check`.
func (r *DNSResource) Look(ctx context.Context, body LookAtDNSRequest, options ...RequestOption) (*DNSLook, error) {
	return call[DNSLook](ctx, r.client, http.MethodPost, "/api/dns/look", nil, body, options)
}

// LookMany: check up to 20 hostnames first. As for one hostname, for a list of them at once: each is looked at or refused on its own. Counts as one request, and each hostname as one of the 20 checks a minute; where fewer are left than the list has, none is made. An answer takes 8 seconds at most.
//
// Permission: `domains.check`.
func (r *DNSResource) LookMany(ctx context.Context, body LookAtDNSOfManyRequest, options ...RequestOption) (*DNSChecks, error) {
	return call[DNSChecks](ctx, r.client, http.MethodPost, "/api/dns/look/bulk", nil, body, options)
}

// OrganizationResource has the operations of Client.Organization.
type OrganizationResource struct{ client *Client }

// Get: get your organization. The organization and the API key that make this request, and what is left of the limits. Any valid key may ask.
//
// Permission: none.
func (r *OrganizationResource) Get(ctx context.Context, options ...RequestOption) (*Organization, error) {
	return call[Organization](ctx, r.client, http.MethodGet, "/api/organization", nil, nil, options)
}

// GetTheme: get the theme. How your portal looks, and the widget with its style sheet (`theme.css` below `portal_url`). What you have not set is the standard.
//
// Permission: `domains.read`.
func (r *OrganizationResource) GetTheme(ctx context.Context, options ...RequestOption) (*Theme, error) {
	return call[Theme](ctx, r.client, http.MethodGet, "/api/organization/theme", nil, nil, options)
}

// PutTheme: set the theme. The whole theme anew: what is absent is the standard again, the logo too. Colours that cannot be read on each other (under 4.5:1) are refused, with the nearest shade that can.
//
// Permission: `domains.write`.
func (r *OrganizationResource) PutTheme(ctx context.Context, body PutThemeRequest, options ...RequestOption) (*Theme, error) {
	return call[Theme](ctx, r.client, http.MethodPut, "/api/organization/theme", nil, body, options)
}

// TestClockResource has the operations of Client.TestClock.
type TestClockResource struct{ client *Client }

// Get: get the test clock. What the clock of your test mode shows. With a live key: 409.
//
// Permission: `domains.read`.
func (r *TestClockResource) Get(ctx context.Context, options ...RequestOption) (*TestClock, error) {
	return call[TestClock](ctx, r.client, http.MethodGet, "/api/test/clock", nil, nil, options)
}

// Move: move the test clock. Moves the clock of your test mode forward, by `advance_seconds` or to `now`. Renewals, notices and expiries that fall into this time happen, in their order. With a live key: 409.
//
// Permission: `domains.write`.
func (r *TestClockResource) Move(ctx context.Context, body MoveTestClockRequest, options ...RequestOption) (*TestClock, error) {
	return call[TestClock](ctx, r.client, http.MethodPost, "/api/test/clock", nil, body, options)
}

// ServersResource has the operations of Client.Servers.
type ServersResource struct{ client *Client }

// Create: create a server. Without an `id` it gets the next one, counted from 1; ids above 1,000,000 are not counted on from. Its `cname_target` is where its domains have to point. One of type `cloudfront` takes no `address`: the check of its account finds it.
//
// Permission: `servers.write`.
func (r *ServersResource) Create(ctx context.Context, body CreateServerRequest, options ...RequestOption) (*Server, error) {
	return call[Server](ctx, r.client, http.MethodPost, "/api/servers", nil, body, options)
}

// List: list servers. The highest id first.
//
// Permission: `servers.read`.
//
// It asks for page after page. An error ends it.
func (r *ServersResource) List(ctx context.Context, params ListServersParams, options ...RequestOption) iter.Seq2[*Server, error] {
	return items(pages[Server](ctx, r.client, "/api/servers", params.values(), options))
}

// ListPages is List by pages, each with the cursor that leads on.
func (r *ServersResource) ListPages(ctx context.Context, params ListServersParams, options ...RequestOption) iter.Seq2[*Page[Server], error] {
	return pages[Server](ctx, r.client, "/api/servers", params.values(), options)
}

// Get: get a server. How the server stands, and when one of its machines was last seen.
//
// Permission: `servers.read`.
func (r *ServersResource) Get(ctx context.Context, id int64, options ...RequestOption) (*Server, error) {
	return call[Server](ctx, r.client, http.MethodGet, pathOf("api", "servers", id), nil, nil, options)
}

// Update: change a server. Its name, its address, the roles of its machines; of a server of type `alb` the role and the listener of port 80; of one of type `cloudfront` the role and `managed`, but not the address, which the service finds. Its type cannot be changed. With another `config`, the AWS account is checked again at once.
//
// Permission: `servers.write`.
func (r *ServersResource) Update(ctx context.Context, id int64, body UpdateServerRequest, options ...RequestOption) (*Server, error) {
	return call[Server](ctx, r.client, http.MethodPatch, pathOf("api", "servers", id), nil, body, options)
}

// Delete: delete a server. Its machines get nothing more from this moment.
//
// Permission: `servers.write`.
func (r *ServersResource) Delete(ctx context.Context, id int64, options ...RequestOption) (*DeletedServer, error) {
	return call[DeletedServer](ctx, r.client, http.MethodDelete, pathOf("api", "servers", id), nil, nil, options)
}

// Check: check the AWS account of a server. Of a server of type `alb` or `cloudfront`. The check is under way when this answers: `GET /servers/{id}` shows what it has found, with a later `checked_at`, a few seconds later. The account is also checked after each change of the server, and once a day.
//
// Permission: `servers.write`.
func (r *ServersResource) Check(ctx context.Context, id int64, options ...RequestOption) (*Server, error) {
	return call[Server](ctx, r.client, http.MethodPost, pathOf("api", "servers", id, "check"), nil, nil, options)
}

// GetAwsAccess: get the policies for a role in your AWS account. What the IAM role of a server of type `alb` or `cloudfront` needs, before or after the server is created: who may assume it, and what it may do. Both are JSON documents for IAM. `docs/servers/alb.md` and `docs/servers/cloudfront.md` show how to use them.
//
// Permission: `servers.read`.
func (r *ServersResource) GetAwsAccess(ctx context.Context, params GetAwsAccessParams, options ...RequestOption) (*AwsAccess, error) {
	return call[AwsAccess](ctx, r.client, http.MethodGet, "/api/aws-access", params.values(), nil, options)
}

// CreateEnrollment: enroll machines. Answers a token with which the agent of one machine registers its keys, once, within the hour. With `reusable` the token is for a fleet: up to `max_machines` machines enroll with it until it expires, and it can be revoked.
//
// Permission: `servers.write`.
func (r *ServersResource) CreateEnrollment(ctx context.Context, id int64, body CreateEnrollmentRequest, options ...RequestOption) (*Enrollment, error) {
	return call[Enrollment](ctx, r.client, http.MethodPost, pathOf("api", "servers", id, "enrollments"), nil, body, options)
}

// ListMachines: list the machines of a server. Every machine whose agent may fetch its certificates.
//
// Permission: `servers.read`.
//
// It asks for page after page. An error ends it.
func (r *ServersResource) ListMachines(ctx context.Context, id int64, params ListMachinesParams, options ...RequestOption) iter.Seq2[*Machine, error] {
	return items(pages[Machine](ctx, r.client, pathOf("api", "servers", id, "enrollments"), params.values(), options))
}

// ListMachinesPages is ListMachines by pages, each with the cursor that leads on.
func (r *ServersResource) ListMachinesPages(ctx context.Context, id int64, params ListMachinesParams, options ...RequestOption) iter.Seq2[*Page[Machine], error] {
	return pages[Machine](ctx, r.client, pathOf("api", "servers", id, "enrollments"), params.values(), options)
}

// RevokeMachine: revoke a machine. Its agent gets nothing more from this moment. What it has already stays on the machine: `keys` says which domains that concerns. With `rekey=true` each of them whose present certificate has such a key gets a certificate with a new key, at the pace of the order budget, and the old one is revoked for `keyCompromise`. To ask again changes nothing more; `rekey=true` is also possible for a machine that was revoked before.
//
// Permission: `servers.write`.
func (r *ServersResource) RevokeMachine(ctx context.Context, id int64, machineID string, params RevokeMachineParams, options ...RequestOption) (*RevokedMachine, error) {
	return call[RevokedMachine](ctx, r.client, http.MethodDelete, pathOf("api", "servers", id, "enrollments", machineID), params.values(), nil, options)
}

// ListMachineKeys: list the private keys that a machine got. Newest first, for 400 days; also of a machine that is revoked.
//
// Permission: `servers.read`.
//
// It asks for page after page. An error ends it.
func (r *ServersResource) ListMachineKeys(ctx context.Context, id int64, machineID string, params ListMachineKeysParams, options ...RequestOption) iter.Seq2[*MachineKey, error] {
	return items(pages[MachineKey](ctx, r.client, pathOf("api", "servers", id, "enrollments", machineID, "keys"), params.values(), options))
}

// ListMachineKeysPages is ListMachineKeys by pages, each with the cursor that leads on.
func (r *ServersResource) ListMachineKeysPages(ctx context.Context, id int64, machineID string, params ListMachineKeysParams, options ...RequestOption) iter.Seq2[*Page[MachineKey], error] {
	return pages[MachineKey](ctx, r.client, pathOf("api", "servers", id, "enrollments", machineID, "keys"), params.values(), options)
}

// ListEnrollmentTokens: list the reusable tokens of a server. Newest first, without their secrets; those that have expired or were revoked are not in the list.
//
// Permission: `servers.read`.
//
// It asks for page after page. An error ends it.
func (r *ServersResource) ListEnrollmentTokens(ctx context.Context, id int64, params ListEnrollmentTokensParams, options ...RequestOption) iter.Seq2[*EnrollmentToken, error] {
	return items(pages[EnrollmentToken](ctx, r.client, pathOf("api", "servers", id, "enrollment-tokens"), params.values(), options))
}

// ListEnrollmentTokensPages is ListEnrollmentTokens by pages, each with the cursor that leads on.
func (r *ServersResource) ListEnrollmentTokensPages(ctx context.Context, id int64, params ListEnrollmentTokensParams, options ...RequestOption) iter.Seq2[*Page[EnrollmentToken], error] {
	return pages[EnrollmentToken](ctx, r.client, pathOf("api", "servers", id, "enrollment-tokens"), params.values(), options)
}

// RevokeEnrollmentToken: revoke a reusable token. No machine enrolls with it from this moment. Those that have stay enrolled; revoke them one by one.
//
// Permission: `servers.write`.
func (r *ServersResource) RevokeEnrollmentToken(ctx context.Context, id int64, tokenID string, options ...RequestOption) (*RevokedEnrollmentToken, error) {
	return call[RevokedEnrollmentToken](ctx, r.client, http.MethodDelete, pathOf("api", "servers", id, "enrollment-tokens", tokenID), nil, nil, options)
}

// WebhooksResource has the operations of Client.Webhooks.
type WebhooksResource struct{ client *Client }

// Create: create a webhook. Registers where events go. Its address must lead to the public internet, now and whenever something is sent. Without a `secret` one is made; it is in this answer only. A key with `webhooks.write` alone may register one for any event, and so receives, with each event about a domain, all that `domains.read` shows of that domain. Values in the query of `url` are kept, and shown as `***`.
//
// Permission: `webhooks.write`.
func (r *WebhooksResource) Create(ctx context.Context, body CreateWebhookRequest, options ...RequestOption) (*WebhookWithSecret, error) {
	return call[WebhookWithSecret](ctx, r.client, http.MethodPost, "/api/webhooks", nil, body, options)
}

// List: list webhooks. Newest first.
//
// Permission: `webhooks.read`.
//
// It asks for page after page. An error ends it.
func (r *WebhooksResource) List(ctx context.Context, params ListWebhooksParams, options ...RequestOption) iter.Seq2[*Webhook, error] {
	return items(pages[Webhook](ctx, r.client, "/api/webhooks", params.values(), options))
}

// ListPages is List by pages, each with the cursor that leads on.
func (r *WebhooksResource) ListPages(ctx context.Context, params ListWebhooksParams, options ...RequestOption) iter.Seq2[*Page[Webhook], error] {
	return pages[Webhook](ctx, r.client, "/api/webhooks", params.values(), options)
}

// Get: get a webhook. Without its secret.
//
// Permission: `webhooks.read`.
func (r *WebhooksResource) Get(ctx context.Context, id int64, options ...RequestOption) (*Webhook, error) {
	return call[Webhook](ctx, r.client, http.MethodGet, pathOf("api", "webhooks", id), nil, nil, options)
}

// Update: change a webhook. While it is disabled nothing is queued; `status: active` enables it again, and `missed_since` tells from when on to replay what it has failed at or missed (listed with `state=missed`). The secret cannot be changed here: rotate it. A `url` as it is shown, with `***`, changes nothing.
//
// Permission: `webhooks.write`.
func (r *WebhooksResource) Update(ctx context.Context, id int64, body UpdateWebhookRequest, options ...RequestOption) (*ChangedWebhook, error) {
	return call[ChangedWebhook](ctx, r.client, http.MethodPatch, pathOf("api", "webhooks", id), nil, body, options)
}

// Delete: delete a webhook. Nothing more is sent to it, and its deliveries are no longer shown.
//
// Permission: `webhooks.write`.
func (r *WebhooksResource) Delete(ctx context.Context, id int64, options ...RequestOption) (*DeletedWebhook, error) {
	return call[DeletedWebhook](ctx, r.client, http.MethodDelete, pathOf("api", "webhooks", id), nil, nil, options)
}

// RotateSecret: rotate the secret of a webhook. Deliveries carry signatures by both secrets until the overlap is over. Without a `secret` one is made; it is in this answer only.
//
// Permission: `webhooks.write`.
func (r *WebhooksResource) RotateSecret(ctx context.Context, id int64, body RotateWebhookSecretRequest, options ...RequestOption) (*WebhookWithSecret, error) {
	return call[WebhookWithSecret](ctx, r.client, http.MethodPost, pathOf("api", "webhooks", id, "rotate-secret"), nil, body, options)
}

// Test: send a test. Sends a signed sample of an event, by default `webhook.test`, and waits for the answer of the receiver: 10 s, then `state` is still `pending`, and the delivery can be looked at later. Possible once in 10 s. A test is one attempt, never retried, with `is_test: true` in its signed body and the header `x-service-test: true`. The status is 200 whether or not the receiver took it: `state` says that. Without `domain_id` it shows a made-up domain. It is in no event log and in no timeline, no replay sends it again, and it is sent even where deliveries are held back because the receiver does not answer.
//
// Permission: `webhooks.write`.
func (r *WebhooksResource) Test(ctx context.Context, id int64, body TestWebhookRequest, options ...RequestOption) (*Delivery, error) {
	return call[Delivery](ctx, r.client, http.MethodPost, pathOf("api", "webhooks", id, "test"), nil, body, options)
}

// GetHealth: get the health of a webhook. How its receiver has answered in the last 24 hours: how many deliveries have succeeded, and how long it took. Read from the deliveries when it is asked for.
//
// Permission: `webhooks.read`.
func (r *WebhooksResource) GetHealth(ctx context.Context, id int64, options ...RequestOption) (*WebhookHealth, error) {
	return call[WebhookHealth](ctx, r.client, http.MethodGet, pathOf("api", "webhooks", id, "health"), nil, nil, options)
}

// ListDeliveries: list the deliveries of a webhook. Of the last 30 days, newest first. A page that is filtered may be short, even empty, and yet have a `next_cursor`. `state=missed` lists what can be redelivered or replayed though it was never sent, oldest first. An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s `events` included it; it is listed 15 s after it was made, and at once while the webhook is disabled.
//
// Permission: `webhooks.read`.
//
// It asks for page after page. An error ends it.
func (r *WebhooksResource) ListDeliveries(ctx context.Context, id int64, params ListDeliveriesParams, options ...RequestOption) iter.Seq2[*Delivery, error] {
	return items(pages[Delivery](ctx, r.client, pathOf("api", "webhooks", id, "deliveries"), params.values(), options))
}

// ListDeliveriesPages is ListDeliveries by pages, each with the cursor that leads on.
func (r *WebhooksResource) ListDeliveriesPages(ctx context.Context, id int64, params ListDeliveriesParams, options ...RequestOption) iter.Seq2[*Page[Delivery], error] {
	return pages[Delivery](ctx, r.client, pathOf("api", "webhooks", id, "deliveries"), params.values(), options)
}

// GetDelivery: get a delivery. Every attempt with the answer it got. With the `body` that is sent, if the key has `domains.read` as well. A missed one is in the list only.
//
// Permission: `webhooks.read`.
func (r *WebhooksResource) GetDelivery(ctx context.Context, id int64, deliveryID string, options ...RequestOption) (*Delivery, error) {
	return call[Delivery](ctx, r.client, http.MethodGet, pathOf("api", "webhooks", id, "deliveries", deliveryID), nil, nil, options)
}

// Redeliver: send a delivery again. A delivery that has succeeded or failed begins anew: the same body and `webhook-id`, a new series of attempts, the first at once. For a missed one send its `event_id`.
//
// Permission: `webhooks.write`.
func (r *WebhooksResource) Redeliver(ctx context.Context, id int64, deliveryID string, body RedeliverRequest, options ...RequestOption) (*Delivery, error) {
	return call[Delivery](ctx, r.client, http.MethodPost, pathOf("api", "webhooks", id, "deliveries", deliveryID, "redeliver"), nil, body, options)
}

// Replay: send again what failed or was missed. Begins anew every delivery of a time that has failed, then those that were missed, each oldest first; tests and what is pending or has succeeded are left alone. At most 500 a call: repeat the request with `next_cursor` as `cursor` until that is null.
//
// Permission: `webhooks.write`.
func (r *WebhooksResource) Replay(ctx context.Context, id int64, body ReplayDeliveriesRequest, options ...RequestOption) (*Replay, error) {
	return call[Replay](ctx, r.client, http.MethodPost, pathOf("api", "webhooks", id, "replay"), nil, body, options)
}

// EventsResource has the operations of Client.Events.
type EventsResource struct{ client *Client }

// List: list events. The last 30 days in the order in which the log took them, the first of them first; domains with `send_notifications: false` are in it too. What happens is usually in the log within seconds, and always after whatever was listed before: follow `next_cursor`, which is never null, and you see each event exactly once. A page with many or large events to go through may end early, even empty, while more follows. Where nothing follows yet, the page is empty and its `next_cursor` is the `cursor` that you sent, unless that is older than an hour: then ask once more. Do not expect `created_at` to ascend.
//
// Permission: `domains.read`.
//
// It asks for page after page. An error ends it.
func (r *EventsResource) List(ctx context.Context, params ListEventsParams, options ...RequestOption) iter.Seq2[*Event, error] {
	return items(pages[Event](ctx, r.client, "/api/events", params.values(), options))
}

// ListPages is List by pages, each with the cursor that leads on.
func (r *EventsResource) ListPages(ctx context.Context, params ListEventsParams, options ...RequestOption) iter.Seq2[*Page[Event], error] {
	return pages[Event](ctx, r.client, "/api/events", params.values(), options)
}

// Get: get an event. What a delivery of it says: the domain or webhook as it was at that moment.
//
// Permission: `domains.read`.
func (r *EventsResource) Get(ctx context.Context, id string, options ...RequestOption) (*Event, error) {
	return call[Event](ctx, r.client, http.MethodGet, pathOf("api", "events", id), nil, nil, options)
}

// APIKeysResource has the operations of Client.APIKeys.
type APIKeysResource struct{ client *Client }

// Create: create an API key. The secret is in this answer only. A key never gets a permission that its maker lacks (403), nor the other mode (422), and a key that ends, or is restricted to addresses or servers, makes none that lasts longer or is less restricted. An organization has at most 100 keys.
//
// Permission: `keys.write`.
func (r *APIKeysResource) Create(ctx context.Context, body CreateKeyRequest, options ...RequestOption) (*APIKeyWithSecret, error) {
	return call[APIKeyWithSecret](ctx, r.client, http.MethodPost, "/api/keys", nil, body, options)
}

// List: list API keys. Newest first, without their secrets. Revoked keys are not among them.
//
// Permission: `keys.read`.
//
// It asks for page after page. An error ends it.
func (r *APIKeysResource) List(ctx context.Context, params ListKeysParams, options ...RequestOption) iter.Seq2[*APIKey, error] {
	return items(pages[APIKey](ctx, r.client, "/api/keys", params.values(), options))
}

// ListPages is List by pages, each with the cursor that leads on.
func (r *APIKeysResource) ListPages(ctx context.Context, params ListKeysParams, options ...RequestOption) iter.Seq2[*Page[APIKey], error] {
	return pages[APIKey](ctx, r.client, "/api/keys", params.values(), options)
}

// Update: update an API key. Changes its name, when it ends, from where it may be used, or to which servers it is restricted, from its next request on. What is not named stays; null lifts a restriction, or lets it last. Whoever changes a key must have all its permissions, and no key makes another that lasts longer or is less restricted than itself. An expired key works again once it has a later end. Events tell of the end 30, 7 and 1 days before, and when it has come.
//
// Permission: `keys.write`.
func (r *APIKeysResource) Update(ctx context.Context, id string, body UpdateKeyRequest, options ...RequestOption) (*APIKey, error) {
	return call[APIKey](ctx, r.client, http.MethodPatch, pathOf("api", "keys", id), nil, body, options)
}

// Revoke: revoke an API key. Its next request is refused, and it is no longer listed. Whoever revokes a key must have all its permissions. A key cannot revoke itself.
//
// Permission: `keys.write`.
func (r *APIKeysResource) Revoke(ctx context.Context, id string, options ...RequestOption) (*RevokedAPIKey, error) {
	return call[RevokedAPIKey](ctx, r.client, http.MethodDelete, pathOf("api", "keys", id), nil, nil, options)
}

// Rotate: rotate the secret of an API key. The new secret is in this answer only. The former one is accepted until the overlap is over; until then it cannot make, rotate or revoke keys. Only the last two secrets of a key ever work. Whoever rotates a key must have all its permissions. A key may rotate itself: send an `Idempotency-Key`, so that an answer that gets lost can be fetched with the former secret.
//
// Permission: `keys.write`.
func (r *APIKeysResource) Rotate(ctx context.Context, id string, body RotateKeyRequest, options ...RequestOption) (*APIKeyWithSecret, error) {
	return call[APIKeyWithSecret](ctx, r.client, http.MethodPost, pathOf("api", "keys", id, "rotate"), nil, body, options)
}

// AuditResource has the operations of Client.Audit.
type AuditResource struct{ client *Client }

// List: list changes. Who changed what in your organization, when and from where, newest first: people, API keys, machines, whoever runs the service, and the service itself. Entries are kept for 400 days, and no function of the service can change or delete one. With a filter a page looks at 1,000 entries at most: it may be short, even empty, while `next_cursor` leads on. As a file (`format=csv` or `jsonl`) its last line has `next_cursor`: without that line, the file was cut off.
//
// Permission: `audit.read`.
//
// It asks for page after page. An error ends it.
func (r *AuditResource) List(ctx context.Context, params ListAuditParams, options ...RequestOption) iter.Seq2[*AuditEntry, error] {
	return items(pages[AuditEntry](ctx, r.client, "/api/audit", params.values(), options))
}

// ListPages is List by pages, each with the cursor that leads on.
func (r *AuditResource) ListPages(ctx context.Context, params ListAuditParams, options ...RequestOption) iter.Seq2[*Page[AuditEntry], error] {
	return pages[AuditEntry](ctx, r.client, "/api/audit", params.values(), options)
}

// RequestsResource has the operations of Client.Requests.
type RequestsResource struct{ client *Client }

// List: list requests. The requests of your API keys in the last 24 hours, newest first: those that change something (POST, PUT, PATCH and DELETE), and those that were refused or failed. Successful reads are not kept, nor are requests beyond a rate limit, nor any body or header. With a filter a page looks at 1,000 requests at most: it may be short, even empty, while `next_cursor` leads on. A changed object has an entry in the audit with the same `request_id`.
//
// Permission: `audit.read`.
//
// It asks for page after page. An error ends it.
func (r *RequestsResource) List(ctx context.Context, params ListRequestsParams, options ...RequestOption) iter.Seq2[*Request, error] {
	return items(pages[Request](ctx, r.client, "/api/requests", params.values(), options))
}

// ListPages is List by pages, each with the cursor that leads on.
func (r *RequestsResource) ListPages(ctx context.Context, params ListRequestsParams, options ...RequestOption) iter.Seq2[*Page[Request], error] {
	return pages[Request](ctx, r.client, "/api/requests", params.values(), options)
}

// ReportsResource has the operations of Client.Reports.
type ReportsResource struct{ client *Client }

// TimeToActive: time to active. How long your customers wait until a new domain is served with a certificate, and for whom. Percentiles are the upper edge of their bucket.
//
// Permission: `reports.read`.
func (r *ReportsResource) TimeToActive(ctx context.Context, params GetTimeToActiveParams, options ...RequestOption) (*TimeToActiveReport, error) {
	return call[TimeToActiveReport](ctx, r.client, http.MethodGet, "/api/reports/time-to-active", params.values(), nil, options)
}

// Failures: failures by cause. How often domains failed, by the code of their diagnosis and by who had to act, and how long it took until they were fixed.
//
// Permission: `reports.read`.
func (r *ReportsResource) Failures(ctx context.Context, params GetFailuresParams, options ...RequestOption) (*FailuresReport, error) {
	return call[FailuresReport](ctx, r.client, http.MethodGet, "/api/reports/failures", params.values(), nil, options)
}

// Renewals: renewals. Whether certificates were renewed in time, what is left of the error budget, who let certificates expire, and how the same renewals would have stood with certificates of 64 and 45 days.
//
// Permission: `reports.read`.
func (r *ReportsResource) Renewals(ctx context.Context, params GetRenewalsParams, options ...RequestOption) (*RenewalsReport, error) {
	return call[RenewalsReport](ctx, r.client, http.MethodGet, "/api/reports/renewals", params.values(), nil, options)
}

// Webhooks: webhook health. How many deliveries arrived, and how long their attempts took, by webhook. Tests do not count.
//
// Permission: `reports.read`.
func (r *ReportsResource) Webhooks(ctx context.Context, params GetWebhooksReportParams, options ...RequestOption) (*WebhooksReport, error) {
	return call[WebhooksReport](ctx, r.client, http.MethodGet, "/api/reports/webhooks", params.values(), nil, options)
}

// APIUse: use of the API. How often your API keys asked, and how often they reached a limit. Requests of people in the dashboard do not count.
//
// Permission: `reports.read`.
func (r *ReportsResource) APIUse(ctx context.Context, params GetAPIUseParams, options ...RequestOption) (*APIUseReport, error) {
	return call[APIUseReport](ctx, r.client, http.MethodGet, "/api/reports/api-use", params.values(), nil, options)
}

// Changes: changes of people and keys. How often members, invitations and API keys were changed. Who changed what stands in the audit.
//
// Permission: `reports.read`.
func (r *ReportsResource) Changes(ctx context.Context, params GetChangesReportParams, options ...RequestOption) (*ChangesReport, error) {
	return call[ChangesReport](ctx, r.client, http.MethodGet, "/api/reports/changes", params.values(), nil, options)
}
