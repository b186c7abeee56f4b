# Made from docs/openapi.json by `npm run docs`.

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Mapping, Sequence

from . import models
from ._request import UNSET, AsyncCaller, AsyncPages, AsyncResource, Unset, given, present, segment


class AsyncDomains(AsyncResource):
    async def create(
        self,
        *,
        url: str,
        server_id: int,
        send_notifications: bool | None = None,
        metadata: Mapping[str, str] | None = None,
        validation: models.CreateDomainValidation | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Domain:
        """Create a domain.

        Registers a hostname of a customer of yours, and starts looking for its CNAME record. The record to publish is in `dns_records`. A `server_id` that is not known makes an unclaimed server, unless the deployment forbids it; `warnings` says so. A hostname that is a domain of yours already is refused with `details.existing_domain_id`; one that is not available, with `details.claim`: the record that proves that it is yours. Publish it and repeat the request. If another organization serves the hostname, it then has 72 hours’ notice: the 422 has `details.transfer` in place of `details.claim`. Repeat the request after `until`, with the record still there.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.Domain,
            "POST",
            "/api/domains",
            body=present({"url": url, "server_id": server_id, "send_notifications": send_notifications, "metadata": metadata, "validation": validation}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        ssl_status: models.DomainSslStatus | None = None,
        dns_status: models.DomainDnsStatus | None = None,
        server_id: int | None = None,
        actor: models.Actor | None = None,
        diagnosis_code: models.DiagnosisCode | None = None,
        metadata: Mapping[str, str] | None = None,
        created_after: datetime | str | None = None,
        updated_after: datetime | str | None = None,
        expires_within: int | None = None,
        expires_after: datetime | str | None = None,
        expires_before: datetime | str | None = None,
        url: str | None = None,
        url_prefix: str | None = None,
        sort: models.ListDomainsSort | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Domain]:
        """List domains.

        Newest first; with `expires_within`, `expires_after` or `expires_before` the soonest expiry first. Filters combine; with an unusual combination a page may hold fewer domains than `limit`, or none, and still have a `next_cursor`.

        Permission: `domains.read`.
        """
        return AsyncPages(
            self._client,
            models.Domain,
            "/api/domains",
            present({"limit": limit, "cursor": cursor, "ssl_status": ssl_status, "dns_status": dns_status, "server_id": server_id, "actor": actor, "diagnosis_code": diagnosis_code, "metadata": metadata, "created_after": created_after, "updated_after": updated_after, "expires_within": expires_within, "expires_after": expires_after, "expires_before": expires_before, "url": url, "url_prefix": url_prefix, "sort": sort}),
            timeout=timeout,
        )

    async def count(
        self,
        *,
        timeout: float | None = None,
    ) -> models.DomainCounts:
        """Count domains by who has to act.

        How many domains wait for a customer, for you or for this service, and how many for nobody: these are served, or go on by themselves. Lists of them: `GET /domains?actor=…`.

        Permission: `domains.read`.
        """
        return await self._client._call(
            models.DomainCounts,
            "GET",
            "/api/domains/counts",
            timeout=timeout,
        )

    async def count_expiries(
        self,
        *,
        weeks: int | None = None,
        timeout: float | None = None,
    ) -> models.DomainExpiries:
        """Count certificates by the week in which they end.

        For a calendar: how many certificates end in which week, and how many of these cannot be renewed until you or a customer have done something. A list of a week: `GET /domains?expires_after=…&expires_before=…`.

        Permission: `domains.read`.
        """
        return await self._client._call(
            models.DomainExpiries,
            "GET",
            "/api/domains/expiries",
            query=present({"weeks": weeks}),
            timeout=timeout,
        )

    async def create_many(
        self,
        *,
        domains: Sequence[models.CreateDomainRequest],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.BulkResult:
        """Create up to 100 domains.

        Each item is created or refused on its own, as by a request to create one domain. If none could be created the answer is an error, with each item in `details.items`. Counts as one request.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.BulkResult,
            "POST",
            "/api/domains/bulk",
            body=present({"domains": domains}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def get(
        self,
        id: int,
        *,
        timeout: float | None = None,
    ) -> models.Domain:
        """Get a domain.

        How the domain stands now, what is in the way, and who has to act.

        Permission: `domains.read`.
        """
        return await self._client._call(
            models.Domain,
            "GET",
            f"/api/domains/{segment(id)}",
            timeout=timeout,
        )

    async def update(
        self,
        id: int,
        *,
        server_id: int | None = None,
        send_notifications: bool | None = None,
        validation: models.CreateDomainValidation | None = None,
        refuse_transfer: models.TransferReason | None = None,
        metadata: Mapping[str, str | None] | None = None,
        timeout: float | None = None,
    ) -> models.Domain:
        """Change a domain.

        `server_id` needs `servers.write` as well. A new one counts at once (one that is not known makes a server, as at the creation of a domain); the old server serves until the new one is seen serving, and `move` says how far that is. `metadata` is merged; null removes a key. `url` cannot be changed.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.Domain,
            "PATCH",
            f"/api/domains/{segment(id)}",
            body=present({"server_id": server_id, "send_notifications": send_notifications, "validation": validation, "refuse_transfer": refuse_transfer, "metadata": metadata}),
            timeout=timeout,
        )

    async def delete(
        self,
        id: int,
        *,
        timeout: float | None = None,
    ) -> models.DeletedDomain:
        """Delete a domain.

        Its certificate is taken away from your servers. You may create the same hostname again at once: it gets a new id.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.DeletedDomain,
            "DELETE",
            f"/api/domains/{segment(id)}",
            timeout=timeout,
        )

    async def check(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Domain:
        """Look at the DNS, and at what is served, now.

        Does not wait for the next check of the service. Once in 10 seconds for each domain, and for ten domains of an organization at once (or as many as the deployment allows); answers within 8. A domain in `error` goes on when the CNAME record is found. For an active domain it also opens a TLS connection, as a browser does, and asks whether the machines of its server are heard of: `diagnosis` says what was found, its `evidence` which certificate was shown or what became of the connection. What this check could not see again keeps the `checked_at` of the check that saw it.

        Permission: `domains.check`.
        """
        return await self._client._call(
            models.Domain,
            "POST",
            f"/api/domains/{segment(id)}/check",
            body={},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def retry(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Domain:
        """Start over.

        For a domain in `error`: the same id and history, and a fresh time window. Five times a day for each domain. If the hostname is somebody else’s by now, it has to be proved again: 422, as for a new domain.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.Domain,
            "POST",
            f"/api/domains/{segment(id)}/retry",
            body={},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def renew(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Domain:
        """Renew the certificate now.

        For an active domain on which nothing else is going on; the present certificate serves until the new one does. Once a day (UTC) for each domain.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.Domain,
            "POST",
            f"/api/domains/{segment(id)}/renew",
            body={},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def revoke(
        self,
        id: int,
        *,
        reason: models.RevocationReason,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Domain:
        """Revoke the certificate.

        A new certificate with a new key is ordered at once (a renewal that is under way is waited for). When that is seen served, the certificate authority revokes the former one, and `certificate.revoked` is sent; until then `revocation` shows how far it is. Where the renewal fails, the revocation waits for the next one. So the domain is served all the while, also for `keyCompromise`: whoever has the private key can revoke at the certificate authority without delay. A domain that is deleted meanwhile has it revoked at once. Five times a day (UTC) for each domain.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.Domain,
            "POST",
            f"/api/domains/{segment(id)}/revoke",
            body=present({"reason": reason}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_events(
        self,
        id: int,
        *,
        limit: int = 100,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.DomainEvent]:
        """List what happened to a domain.

        The timeline, newest first: every change of the diagnosis with the evidence for it, every order and installation, and who changed what. Looks that find nothing new are counted.

        Permission: `domains.read`.
        """
        return AsyncPages(
            self._client,
            models.DomainEvent,
            f"/api/domains/{segment(id)}/events",
            present({"limit": limit, "cursor": cursor}),
            timeout=timeout,
        )

    async def create_portal_link(
        self,
        id: int,
        *,
        expires_in_hours: int | None = None,
        locale: models.CreatePortalLinkLocale | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.PortalLink:
        """Make a link for the owner of the hostname.

        An address of your portal (`portal_url` of the organization) that shows this one domain: the record to publish, what stands in the way, and when it is live. Send it to whoever can change the DNS. It can be used as often as wanted until it expires, to read and to have the domain looked at; `DELETE` at the same path ends all links of the domain before that, and `rotate-portal-token` of an administrator those of all domains. Nothing is stored: each call makes another link.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.PortalLink,
            "POST",
            f"/api/domains/{segment(id)}/portal-link",
            body=present({"expires_in_hours": expires_in_hours, "locale": locale}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def end_portal_links(
        self,
        id: int,
        *,
        timeout: float | None = None,
    ) -> models.EndedPortalLinks:
        """End the links for the owner of the hostname.

        All links to this domain that were made until now end at once. Links that are made afterwards work.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.EndedPortalLinks,
            "DELETE",
            f"/api/domains/{segment(id)}/portal-link",
            timeout=timeout,
        )


class AsyncDns(AsyncResource):
    async def look(
        self,
        *,
        url: str,
        server_id: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DnsLook:
        """Check a hostname first.

        What the DNS of a hostname has now that is no domain yet, and what would come of one: the record to publish, what stands in the way, its DNS provider, and whether CAA records let the certificate authority issue. For a form in which customers enter their hostname. Nothing is stored. At most 20 a minute for each organization; an answer takes 8 seconds at most, usually a few hundred milliseconds.

        Permission: `domains.check`.
        """
        return await self._client._call(
            models.DnsLook,
            "POST",
            "/api/dns/look",
            body=present({"url": url, "server_id": server_id}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def look_many(
        self,
        *,
        urls: Sequence[str],
        server_id: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DnsChecks:
        """Check up to 20 hostnames first.

        As for one hostname, for a list of them at once: each is looked at or refused on its own. Counts as one request, and each hostname as one of the 20 checks a minute; where fewer are left than the list has, none is made. An answer takes 8 seconds at most.

        Permission: `domains.check`.
        """
        return await self._client._call(
            models.DnsChecks,
            "POST",
            "/api/dns/look/bulk",
            body=present({"urls": urls, "server_id": server_id}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncOrganization(AsyncResource):
    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Organization:
        """Get your organization.

        The organization and the API key that make this request, and what is left of the limits. Any valid key may ask.

        Permission: none.
        """
        return await self._client._call(
            models.Organization,
            "GET",
            "/api/organization",
            timeout=timeout,
        )

    async def get_theme(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Theme:
        """Get the theme.

        How your portal looks, and the widget with its style sheet (`theme.css` below `portal_url`). What you have not set is the standard.

        Permission: `domains.read`.
        """
        return await self._client._call(
            models.Theme,
            "GET",
            "/api/organization/theme",
            timeout=timeout,
        )

    async def put_theme(
        self,
        *,
        colors: models.PutThemeColors | None = None,
        font: models.ThemeFont | None = None,
        radius: int | None = None,
        support_url: str | None = None,
        texts: Mapping[str, models.PutThemeTexts] | None = None,
        locale: models.CreatePortalLinkLocale | None = None,
        frame_ancestors: Sequence[str] | None = None,
        logo: str | None = None,
        timeout: float | None = None,
    ) -> models.Theme:
        """Set the theme.

        The whole theme anew: what is absent is the standard again, the logo too. Colours that cannot be read on each other (under 4.5:1) are refused, with the nearest shade that can.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.Theme,
            "PUT",
            "/api/organization/theme",
            body=present({"colors": colors, "font": font, "radius": radius, "support_url": support_url, "texts": texts, "locale": locale, "frame_ancestors": frame_ancestors, "logo": logo}),
            timeout=timeout,
        )


class AsyncTestClock(AsyncResource):
    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.TestClock:
        """Get the test clock.

        What the clock of your test mode shows. With a live key: 409.

        Permission: `domains.read`.
        """
        return await self._client._call(
            models.TestClock,
            "GET",
            "/api/test/clock",
            timeout=timeout,
        )

    async def move(
        self,
        *,
        advance_seconds: int | None = None,
        now: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.TestClock:
        """Move the test clock.

        Moves the clock of your test mode forward, by `advance_seconds` or to `now`. Renewals, notices and expiries that fall into this time happen, in their order. With a live key: 409.

        Permission: `domains.write`.
        """
        return await self._client._call(
            models.TestClock,
            "POST",
            "/api/test/clock",
            body=present({"advance_seconds": advance_seconds, "now": now}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncServers(AsyncResource):
    async def create(
        self,
        *,
        id: int | None = None,
        name: str | None = None,
        type: models.CreateServerType | None = None,
        config: models.CreateServerConfig | None = None,
        address: Sequence[str] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Server:
        """Create a server.

        Without an `id` it gets the next one, counted from 1; ids above 1,000,000 are not counted on from. Its `cname_target` is where its domains have to point. One of type `cloudfront` takes no `address`: the check of its account finds it.

        Permission: `servers.write`.
        """
        return await self._client._call(
            models.Server,
            "POST",
            "/api/servers",
            body=present({"id": id, "name": name, "type": type, "config": config, "address": address}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Server]:
        """List servers.

        The highest id first.

        Permission: `servers.read`.
        """
        return AsyncPages(
            self._client,
            models.Server,
            "/api/servers",
            present({"limit": limit, "cursor": cursor}),
            timeout=timeout,
        )

    async def get(
        self,
        id: int,
        *,
        timeout: float | None = None,
    ) -> models.Server:
        """Get a server.

        How the server stands, and when one of its machines was last seen.

        Permission: `servers.read`.
        """
        return await self._client._call(
            models.Server,
            "GET",
            f"/api/servers/{segment(id)}",
            timeout=timeout,
        )

    async def update(
        self,
        id: int,
        *,
        config: models.UpdateServerConfig | None = None,
        name: str | None = None,
        address: Sequence[str] | None | Unset = UNSET,
        timeout: float | None = None,
    ) -> models.Server:
        """Change a server.

        Its name, its address, the roles of its machines; of a server of type `alb` the role and the listener of port 80; of one of type `cloudfront` the role and `managed`, but not the address, which the service finds. Its type cannot be changed. With another `config`, the AWS account is checked again at once.

        Permission: `servers.write`.
        """
        return await self._client._call(
            models.Server,
            "PATCH",
            f"/api/servers/{segment(id)}",
            body={**present({"config": config, "name": name}), **given({"address": address})},
            timeout=timeout,
        )

    async def delete(
        self,
        id: int,
        *,
        timeout: float | None = None,
    ) -> models.DeletedServer:
        """Delete a server.

        Its machines get nothing more from this moment.

        Permission: `servers.write`.
        """
        return await self._client._call(
            models.DeletedServer,
            "DELETE",
            f"/api/servers/{segment(id)}",
            timeout=timeout,
        )

    async def check(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Server:
        """Check the AWS account of a server.

        Of a server of type `alb` or `cloudfront`. The check is under way when this answers: `GET /servers/{id}` shows what it has found, with a later `checked_at`, a few seconds later. The account is also checked after each change of the server, and once a day.

        Permission: `servers.write`.
        """
        return await self._client._call(
            models.Server,
            "POST",
            f"/api/servers/{segment(id)}/check",
            body={},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def get_aws_access(
        self,
        *,
        type: models.GetAwsAccessType | None = None,
        server_id: int | None = None,
        role_arn: str | None = None,
        listener_arn: str | None = None,
        http_listener_arn: str | None = None,
        distribution_id: str | None = None,
        timeout: float | None = None,
    ) -> models.AwsAccess:
        """Get the policies for a role in your AWS account.

        What the IAM role of a server of type `alb` or `cloudfront` needs, before or after the server is created: who may assume it, and what it may do. Both are JSON documents for IAM. `docs/servers/alb.md` and `docs/servers/cloudfront.md` show how to use them.

        Permission: `servers.read`.
        """
        return await self._client._call(
            models.AwsAccess,
            "GET",
            "/api/aws-access",
            query=present({"type": type, "server_id": server_id, "role_arn": role_arn, "listener_arn": listener_arn, "http_listener_arn": http_listener_arn, "distribution_id": distribution_id}),
            timeout=timeout,
        )

    async def create_enrollment(
        self,
        id: int,
        *,
        reusable: bool | None = None,
        max_machines: int | None = None,
        expires_in_days: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Enrollment:
        """Enroll machines.

        Answers a token with which the agent of one machine registers its keys, once, within the hour. With `reusable` the token is for a fleet: up to `max_machines` machines enroll with it until it expires, and it can be revoked.

        Permission: `servers.write`.
        """
        return await self._client._call(
            models.Enrollment,
            "POST",
            f"/api/servers/{segment(id)}/enrollments",
            body=present({"reusable": reusable, "max_machines": max_machines, "expires_in_days": expires_in_days}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_machines(
        self,
        id: int,
        *,
        limit: int = 100,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Machine]:
        """List the machines of a server.

        Every machine whose agent may fetch its certificates.

        Permission: `servers.read`.
        """
        return AsyncPages(
            self._client,
            models.Machine,
            f"/api/servers/{segment(id)}/enrollments",
            present({"limit": limit, "cursor": cursor}),
            timeout=timeout,
        )

    async def revoke_machine(
        self,
        id: int,
        machine_id: str,
        *,
        rekey: bool | None = None,
        timeout: float | None = None,
    ) -> models.RevokedMachine:
        """Revoke a machine.

        Its agent gets nothing more from this moment. What it has already stays on the machine: `keys` says which domains that concerns. With `rekey=true` each of them whose present certificate has such a key gets a certificate with a new key, at the pace of the order budget, and the old one is revoked for `keyCompromise`. To ask again changes nothing more; `rekey=true` is also possible for a machine that was revoked before.

        Permission: `servers.write`.
        """
        return await self._client._call(
            models.RevokedMachine,
            "DELETE",
            f"/api/servers/{segment(id)}/enrollments/{segment(machine_id)}",
            query=present({"rekey": rekey}),
            timeout=timeout,
        )

    def list_machine_keys(
        self,
        id: int,
        machine_id: str,
        *,
        limit: int = 100,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.MachineKey]:
        """List the private keys that a machine got.

        Newest first, for 400 days; also of a machine that is revoked.

        Permission: `servers.read`.
        """
        return AsyncPages(
            self._client,
            models.MachineKey,
            f"/api/servers/{segment(id)}/enrollments/{segment(machine_id)}/keys",
            present({"limit": limit, "cursor": cursor}),
            timeout=timeout,
        )

    def list_enrollment_tokens(
        self,
        id: int,
        *,
        limit: int = 100,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.EnrollmentToken]:
        """List the reusable tokens of a server.

        Newest first, without their secrets; those that have expired or were revoked are not in the list.

        Permission: `servers.read`.
        """
        return AsyncPages(
            self._client,
            models.EnrollmentToken,
            f"/api/servers/{segment(id)}/enrollment-tokens",
            present({"limit": limit, "cursor": cursor}),
            timeout=timeout,
        )

    async def revoke_enrollment_token(
        self,
        id: int,
        token_id: str,
        *,
        timeout: float | None = None,
    ) -> models.RevokedEnrollmentToken:
        """Revoke a reusable token.

        No machine enrolls with it from this moment. Those that have stay enrolled; revoke them one by one.

        Permission: `servers.write`.
        """
        return await self._client._call(
            models.RevokedEnrollmentToken,
            "DELETE",
            f"/api/servers/{segment(id)}/enrollment-tokens/{segment(token_id)}",
            timeout=timeout,
        )


class AsyncWebhooks(AsyncResource):
    async def create(
        self,
        *,
        url: str,
        events: Sequence[models.Subscription],
        description: str | None = None,
        secret: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhookWithSecret:
        """Create a webhook.

        Registers where events go. Its address must lead to the public internet, now and whenever something is sent. Without a `secret` one is made; it is in this answer only. A key with `webhooks.write` alone may register one for any event, and so receives, with each event about a domain, all that `domains.read` shows of that domain. Values in the query of `url` are kept, and shown as `***`.

        Permission: `webhooks.write`.
        """
        return await self._client._call(
            models.WebhookWithSecret,
            "POST",
            "/api/webhooks",
            body=present({"url": url, "events": events, "description": description, "secret": secret}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Webhook]:
        """List webhooks.

        Newest first.

        Permission: `webhooks.read`.
        """
        return AsyncPages(
            self._client,
            models.Webhook,
            "/api/webhooks",
            present({"limit": limit, "cursor": cursor}),
            timeout=timeout,
        )

    async def get(
        self,
        id: int,
        *,
        timeout: float | None = None,
    ) -> models.Webhook:
        """Get a webhook.

        Without its secret.

        Permission: `webhooks.read`.
        """
        return await self._client._call(
            models.Webhook,
            "GET",
            f"/api/webhooks/{segment(id)}",
            timeout=timeout,
        )

    async def update(
        self,
        id: int,
        *,
        url: str | None = None,
        events: Sequence[models.Subscription] | None = None,
        description: str | None | Unset = UNSET,
        status: models.WebhookWithSecretStatus | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> models.ChangedWebhook:
        """Change a webhook.

        While it is disabled nothing is queued; `status: active` enables it again, and `missed_since` tells from when on to replay what it has failed at or missed (listed with `state=missed`). The secret cannot be changed here: rotate it. A `url` as it is shown, with `***`, changes nothing.

        Permission: `webhooks.write`.
        """
        return await self._client._call(
            models.ChangedWebhook,
            "PATCH",
            f"/api/webhooks/{segment(id)}",
            body={**present({"url": url, "events": events, "status": status}), **given({"description": description})},
            if_match=if_match,
            timeout=timeout,
        )

    async def delete(
        self,
        id: int,
        *,
        timeout: float | None = None,
    ) -> models.DeletedWebhook:
        """Delete a webhook.

        Nothing more is sent to it, and its deliveries are no longer shown.

        Permission: `webhooks.write`.
        """
        return await self._client._call(
            models.DeletedWebhook,
            "DELETE",
            f"/api/webhooks/{segment(id)}",
            timeout=timeout,
        )

    async def rotate_secret(
        self,
        id: int,
        *,
        secret: str | None = None,
        overlap_hours: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhookWithSecret:
        """Rotate the secret of a webhook.

        Deliveries carry signatures by both secrets until the overlap is over. Without a `secret` one is made; it is in this answer only.

        Permission: `webhooks.write`.
        """
        return await self._client._call(
            models.WebhookWithSecret,
            "POST",
            f"/api/webhooks/{segment(id)}/rotate-secret",
            body=present({"secret": secret, "overlap_hours": overlap_hours}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def test(
        self,
        id: int,
        *,
        event: models.EventName | None = None,
        domain_id: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Delivery:
        """Send a test.

        Sends a signed sample of an event, by default `webhook.test`, and waits for the answer of the receiver: 10 s, then `state` is still `pending`, and the delivery can be looked at later. Possible once in 10 s. A test is one attempt, never retried, with `is_test: true` in its signed body and the header `x-service-test: true`. The status is 200 whether or not the receiver took it: `state` says that. Without `domain_id` it shows a made-up domain. It is in no event log and in no timeline, no replay sends it again, and it is sent even where deliveries are held back because the receiver does not answer.

        Permission: `webhooks.write`.
        """
        return await self._client._call(
            models.Delivery,
            "POST",
            f"/api/webhooks/{segment(id)}/test",
            body=present({"event": event, "domain_id": domain_id}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def get_health(
        self,
        id: int,
        *,
        timeout: float | None = None,
    ) -> models.WebhookHealth:
        """Get the health of a webhook.

        How its receiver has answered in the last 24 hours: how many deliveries have succeeded, and how long it took. Read from the deliveries when it is asked for.

        Permission: `webhooks.read`.
        """
        return await self._client._call(
            models.WebhookHealth,
            "GET",
            f"/api/webhooks/{segment(id)}/health",
            timeout=timeout,
        )

    def list_deliveries(
        self,
        id: int,
        *,
        limit: int = 100,
        cursor: str | None = None,
        state: models.DeliveryState | None = None,
        domain_id: int | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Delivery]:
        """List the deliveries of a webhook.

        Of the last 30 days, newest first. A page that is filtered may be short, even empty, and yet have a `next_cursor`. `state=missed` lists what can be redelivered or replayed though it was never sent, oldest first. An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s `events` included it; it is listed 15 s after it was made, and at once while the webhook is disabled.

        Permission: `webhooks.read`.
        """
        return AsyncPages(
            self._client,
            models.Delivery,
            f"/api/webhooks/{segment(id)}/deliveries",
            present({"limit": limit, "cursor": cursor, "state": state, "domain_id": domain_id}),
            timeout=timeout,
        )

    async def get_delivery(
        self,
        id: int,
        delivery_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Delivery:
        """Get a delivery.

        Every attempt with the answer it got. With the `body` that is sent, if the key has `domains.read` as well. A missed one is in the list only.

        Permission: `webhooks.read`.
        """
        return await self._client._call(
            models.Delivery,
            "GET",
            f"/api/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}",
            timeout=timeout,
        )

    async def redeliver(
        self,
        id: int,
        delivery_id: str,
        *,
        event_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Delivery:
        """Send a delivery again.

        A delivery that has succeeded or failed begins anew: the same body and `webhook-id`, a new series of attempts, the first at once. For a missed one send its `event_id`.

        Permission: `webhooks.write`.
        """
        return await self._client._call(
            models.Delivery,
            "POST",
            f"/api/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/redeliver",
            body=present({"event_id": event_id}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def replay(
        self,
        id: int,
        *,
        since: datetime | str,
        until: datetime | str | None = None,
        states: Sequence[models.ReplayDeliveriesState] | None = None,
        cursor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Replay:
        """Send again what failed or was missed.

        Begins anew every delivery of a time that has failed, then those that were missed, each oldest first; tests and what is pending or has succeeded are left alone. At most 500 a call: repeat the request with `next_cursor` as `cursor` until that is null.

        Permission: `webhooks.write`.
        """
        return await self._client._call(
            models.Replay,
            "POST",
            f"/api/webhooks/{segment(id)}/replay",
            body=present({"since": since, "until": until, "states": states, "cursor": cursor}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncEvents(AsyncResource):
    def list(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        after: str | None = None,
        sort: models.ListEventsSort | None = None,
        event: models.EventName | None = None,
        domain_id: int | None = None,
        since: datetime | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Event]:
        """List events.

        The last 30 days in the order in which the log took them, the first of them first; domains with `send_notifications: false` are in it too. What happens is usually in the log within seconds, and always after whatever was listed before: follow `next_cursor`, which is never null, and you see each event exactly once. A page with many or large events to go through may end early, even empty, while more follows. Where nothing follows yet, the page is empty and its `next_cursor` is the `cursor` that you sent, unless that is older than an hour: then ask once more. Do not expect `created_at` to ascend.

        Permission: `domains.read`.
        """
        return AsyncPages(
            self._client,
            models.Event,
            "/api/events",
            present({"limit": limit, "cursor": cursor, "after": after, "sort": sort, "event": event, "domain_id": domain_id, "since": since}),
            timeout=timeout,
        )

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> models.Event:
        """Get an event.

        What a delivery of it says: the domain or webhook as it was at that moment.

        Permission: `domains.read`.
        """
        return await self._client._call(
            models.Event,
            "GET",
            f"/api/events/{segment(id)}",
            timeout=timeout,
        )


class AsyncApiKeys(AsyncResource):
    async def create(
        self,
        *,
        name: str,
        permissions: Sequence[models.Permission],
        mode: models.CreateKeyMode | None = None,
        expires_at: datetime | str | None = None,
        allowed_addresses: Sequence[str] | None = None,
        allowed_server_ids: Sequence[int] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ApiKeyWithSecret:
        """Create an API key.

        The secret is in this answer only. A key never gets a permission that its maker lacks (403), nor the other mode (422), and a key that ends, or is restricted to addresses or servers, makes none that lasts longer or is less restricted. An organization has at most 100 keys.

        Permission: `keys.write`.
        """
        return await self._client._call(
            models.ApiKeyWithSecret,
            "POST",
            "/api/keys",
            body=present({"name": name, "permissions": permissions, "mode": mode, "expires_at": expires_at, "allowed_addresses": allowed_addresses, "allowed_server_ids": allowed_server_ids}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.ApiKey]:
        """List API keys.

        Newest first, without their secrets. Revoked keys are not among them.

        Permission: `keys.read`.
        """
        return AsyncPages(
            self._client,
            models.ApiKey,
            "/api/keys",
            present({"limit": limit, "cursor": cursor}),
            timeout=timeout,
        )

    async def update(
        self,
        id: str,
        *,
        name: str | None = None,
        expires_at: datetime | str | None | Unset = UNSET,
        allowed_addresses: Sequence[str] | None | Unset = UNSET,
        allowed_server_ids: Sequence[int] | None | Unset = UNSET,
        timeout: float | None = None,
    ) -> models.ApiKey:
        """Update an API key.

        Changes its name, when it ends, from where it may be used, or to which servers it is restricted, from its next request on. What is not named stays; null lifts a restriction, or lets it last. Whoever changes a key must have all its permissions, and no key makes another that lasts longer or is less restricted than itself. An expired key works again once it has a later end. Events tell of the end 30, 7 and 1 days before, and when it has come.

        Permission: `keys.write`.
        """
        return await self._client._call(
            models.ApiKey,
            "PATCH",
            f"/api/keys/{segment(id)}",
            body={**present({"name": name}), **given({"expires_at": expires_at, "allowed_addresses": allowed_addresses, "allowed_server_ids": allowed_server_ids})},
            timeout=timeout,
        )

    async def revoke(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> models.RevokedApiKey:
        """Revoke an API key.

        Its next request is refused, and it is no longer listed. Whoever revokes a key must have all its permissions. A key cannot revoke itself.

        Permission: `keys.write`.
        """
        return await self._client._call(
            models.RevokedApiKey,
            "DELETE",
            f"/api/keys/{segment(id)}",
            timeout=timeout,
        )

    async def rotate(
        self,
        id: str,
        *,
        overlap_hours: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ApiKeyWithSecret:
        """Rotate the secret of an API key.

        The new secret is in this answer only. The former one is accepted until the overlap is over; until then it cannot make, rotate or revoke keys. Only the last two secrets of a key ever work. Whoever rotates a key must have all its permissions. A key may rotate itself: send an `Idempotency-Key`, so that an answer that gets lost can be fetched with the former secret.

        Permission: `keys.write`.
        """
        return await self._client._call(
            models.ApiKeyWithSecret,
            "POST",
            f"/api/keys/{segment(id)}/rotate",
            body=present({"overlap_hours": overlap_hours}),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncAudit(AsyncResource):
    def list(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        created_after: datetime | str | None = None,
        created_before: datetime | str | None = None,
        actor: str | None = None,
        object_type: models.ListAuditObjectType | None = None,
        object_id: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.AuditEntry]:
        """List changes.

        Who changed what in your organization, when and from where, newest first: people, API keys, machines, whoever runs the service, and the service itself. Entries are kept for 400 days, and nobody can change or delete one. With a filter a page looks at 1,000 entries at most: it may be short, even empty, while `next_cursor` leads on. As a file (`format=csv` or `jsonl`) its last line has `next_cursor`: without that line, the file was cut off.

        Permission: `audit.read`.
        """
        return AsyncPages(
            self._client,
            models.AuditEntry,
            "/api/audit",
            present({"limit": limit, "cursor": cursor, "created_after": created_after, "created_before": created_before, "actor": actor, "object_type": object_type, "object_id": object_id, "request_id": request_id}),
            timeout=timeout,
        )


class AsyncRequests(AsyncResource):
    def list(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        status: models.ListRequestsStatus | None = None,
        api_key_id: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Request]:
        """List requests.

        The requests of your API keys in the last 24 hours, newest first: those that change something (POST, PUT, PATCH and DELETE), and those that were refused or failed. Successful reads are not kept, nor are requests beyond a rate limit, nor any body or header. With a filter a page looks at 1,000 requests at most: it may be short, even empty, while `next_cursor` leads on. A changed object has an entry in the audit with the same `request_id`.

        Permission: `audit.read`.
        """
        return AsyncPages(
            self._client,
            models.Request,
            "/api/requests",
            present({"limit": limit, "cursor": cursor, "status": status, "api_key_id": api_key_id, "request_id": request_id}),
            timeout=timeout,
        )


class AsyncReports(AsyncResource):
    async def time_to_active(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.TimeToActiveReport:
        """Time to active.

        How long your customers wait until a new domain is served with a certificate, and for whom. Percentiles are the upper edge of their bucket.

        Permission: `reports.read`.
        """
        return await self._client._call(
            models.TimeToActiveReport,
            "GET",
            "/api/reports/time-to-active",
            query=present({"from": from_, "to": to}),
            timeout=timeout,
        )

    async def failures(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.FailuresReport:
        """Failures by cause.

        How often domains failed, by the code of their diagnosis and by who had to act, and how long it took until they were fixed.

        Permission: `reports.read`.
        """
        return await self._client._call(
            models.FailuresReport,
            "GET",
            "/api/reports/failures",
            query=present({"from": from_, "to": to}),
            timeout=timeout,
        )

    async def renewals(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.RenewalsReport:
        """Renewals.

        Whether certificates were renewed in time, what is left of the error budget, who let certificates expire, and how the same renewals would have stood with certificates of 64 and 45 days.

        Permission: `reports.read`.
        """
        return await self._client._call(
            models.RenewalsReport,
            "GET",
            "/api/reports/renewals",
            query=present({"from": from_, "to": to}),
            timeout=timeout,
        )

    async def webhooks(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksReport:
        """Webhook health.

        How many deliveries arrived, and how long their attempts took, by webhook. Tests do not count.

        Permission: `reports.read`.
        """
        return await self._client._call(
            models.WebhooksReport,
            "GET",
            "/api/reports/webhooks",
            query=present({"from": from_, "to": to}),
            timeout=timeout,
        )

    async def api_use(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.ApiUseReport:
        """Use of the API.

        How often your API keys asked, and how often they reached a limit. Requests of people in the dashboard do not count.

        Permission: `reports.read`.
        """
        return await self._client._call(
            models.ApiUseReport,
            "GET",
            "/api/reports/api-use",
            query=present({"from": from_, "to": to}),
            timeout=timeout,
        )

    async def changes(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.ChangesReport:
        """Changes of people and keys.

        How often members, invitations and API keys were changed. Who changed what stands in the audit.

        Permission: `reports.read`.
        """
        return await self._client._call(
            models.ChangesReport,
            "GET",
            "/api/reports/changes",
            query=present({"from": from_, "to": to}),
            timeout=timeout,
        )


class AsyncResources:
    """All operations, by what they are about."""

    def __init__(self, client: AsyncCaller) -> None:
        self.domains = AsyncDomains(client)
        self.dns = AsyncDns(client)
        self.organization = AsyncOrganization(client)
        self.test_clock = AsyncTestClock(client)
        self.servers = AsyncServers(client)
        self.webhooks = AsyncWebhooks(client)
        self.events = AsyncEvents(client)
        self.api_keys = AsyncApiKeys(client)
        self.audit = AsyncAudit(client)
        self.requests = AsyncRequests(client)
        self.reports = AsyncReports(client)
