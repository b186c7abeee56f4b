// Made from docs/openapi.json by `npm run docs`.

export interface paths {
    "/api/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains
         * @description Newest first; with `expires_within`, `expires_after` or `expires_before` the soonest expiry first. Filters combine; with an unusual combination a page may hold fewer domains than `limit`, or none, and still have a `next_cursor`.
         *
         *     Permission: `domains.read`.
         */
        get: operations["listDomains"];
        put?: never;
        /**
         * Create a domain
         * @description Registers a hostname of a customer of yours, and starts looking for its CNAME record. The record to publish is in `dns_records`. A `server_id` that is not known makes an unclaimed server, unless the deployment forbids it; `warnings` says so. A hostname that is a domain of yours already is refused with `details.existing_domain_id`; one that is not available, with `details.claim`: the record that proves that it is yours. Publish it and repeat the request. If another organization serves the hostname, it then has 72 hours’ notice: the 422 has `details.transfer` in place of `details.claim`. Repeat the request after `until`, with the record still there.
         *
         *     Permission: `domains.write`.
         */
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count domains by who has to act
         * @description How many domains wait for a customer, for you or for this service, and how many for nobody: these are served, or go on by themselves. Lists of them: `GET /domains?actor=…`.
         *
         *     Permission: `domains.read`.
         */
        get: operations["countDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/expiries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count certificates by the week in which they end
         * @description For a calendar: how many certificates end in which week, and how many of these cannot be renewed until you or a customer have done something. A list of a week: `GET /domains?expires_after=…&expires_before=…`.
         *
         *     Permission: `domains.read`.
         */
        get: operations["countExpiries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 100 domains
         * @description Each item is created or refused on its own, as by a request to create one domain. If none could be created the answer is an error, with each item in `details.items`. Counts as one request.
         *
         *     Permission: `domains.write`.
         */
        post: operations["createDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a domain
         * @description How the domain stands now, what is in the way, and who has to act.
         *
         *     Permission: `domains.read`.
         */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        /**
         * Delete a domain
         * @description Its certificate is taken away from your servers. You may create the same hostname again at once: it gets a new id.
         *
         *     Permission: `domains.write`.
         */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        /**
         * Change a domain
         * @description `server_id` needs `servers.write` as well. A new one counts at once (one that is not known makes a server, as at the creation of a domain); the old server serves until the new one is seen serving, and `move` says how far that is. `metadata` is merged; null removes a key. `url` cannot be changed.
         *
         *     Permission: `domains.write`.
         */
        patch: operations["updateDomain"];
        trace?: never;
    };
    "/api/domains/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at the DNS, and at what is served, now
         * @description Does not wait for the next check of the service. Once in 10 seconds for each domain, and for ten domains of an organization at once (or as many as the deployment allows); answers within 8. A domain in `error` goes on when the CNAME record is found. For an active domain it also opens a TLS connection, as a browser does, and asks whether the machines of its server are heard of: `diagnosis` says what was found, its `evidence` which certificate was shown or what became of the connection. What this check could not see again keeps the `checked_at` of the check that saw it.
         *
         *     Permission: `domains.check`.
         */
        post: operations["checkDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start over
         * @description For a domain in `error`: the same id and history, and a fresh time window. Five times a day for each domain. If the hostname is somebody else’s by now, it has to be proved again: 422, as for a new domain.
         *
         *     Permission: `domains.write`.
         */
        post: operations["retryDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{id}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the certificate now
         * @description For an active domain on which nothing else is going on; the present certificate serves until the new one does. Once a day (UTC) for each domain.
         *
         *     Permission: `domains.write`.
         */
        post: operations["renewDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the certificate
         * @description A new certificate with a new key is ordered at once (a renewal that is under way is waited for). When that is seen served, the certificate authority revokes the former one, and `certificate.revoked` is sent; until then `revocation` shows how far it is. Where the renewal fails, the revocation waits for the next one. So the domain is served all the while, also for `keyCompromise`: whoever has the private key can revoke at the certificate authority without delay. A domain that is deleted meanwhile has it revoked at once. Five times a day (UTC) for each domain.
         *
         *     Permission: `domains.write`.
         */
        post: operations["revokeDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to a domain
         * @description The timeline, newest first: every change of the diagnosis with the evidence for it, every order and installation, and who changed what. Looks that find nothing new are counted.
         *
         *     Permission: `domains.read`.
         */
        get: operations["listDomainEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{id}/portal-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link for the owner of the hostname
         * @description An address of your portal (`portal_url` of the organization) that shows this one domain: the record to publish, what stands in the way, and when it is live. Send it to whoever can change the DNS. It can be used as often as wanted until it expires, to read and to have the domain looked at; `DELETE` at the same path ends all links of the domain before that, and `rotate-portal-token` of an administrator those of all domains. Nothing is stored: each call makes another link.
         *
         *     Permission: `domains.write`.
         */
        post: operations["createPortalLink"];
        /**
         * End the links for the owner of the hostname
         * @description All links to this domain that were made until now end at once. Links that are made afterwards work.
         *
         *     Permission: `domains.write`.
         */
        delete: operations["endPortalLinks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dns/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a hostname first
         * @description What the DNS of a hostname has now that is no domain yet, and what would come of one: the record to publish, what stands in the way, its DNS provider, and whether CAA records let the certificate authority issue. For a form in which customers enter their hostname. Nothing is stored. At most 20 a minute for each organization; an answer takes 8 seconds at most, usually a few hundred milliseconds.
         *
         *     Permission: `domains.check`.
         */
        post: operations["lookAtDns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dns/look/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check up to 20 hostnames first
         * @description As for one hostname, for a list of them at once: each is looked at or refused on its own. Counts as one request, and each hostname as one of the 20 checks a minute; where fewer are left than the list has, none is made. An answer takes 8 seconds at most.
         *
         *     Permission: `domains.check`.
         */
        post: operations["lookAtDnsOfMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your organization
         * @description The organization and the API key that make this request, and what is left of the limits. Any valid key may ask.
         *
         *     Permission: none.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organization/theme": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the theme
         * @description How your portal looks, and the widget with its style sheet (`theme.css` below `portal_url`). What you have not set is the standard.
         *
         *     Permission: `domains.read`.
         */
        get: operations["getTheme"];
        /**
         * Set the theme
         * @description The whole theme anew: what is absent is the standard again, the logo too. Colours that cannot be read on each other (under 4.5:1) are refused, with the nearest shade that can.
         *
         *     Permission: `domains.write`.
         */
        put: operations["putTheme"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the test clock
         * @description What the clock of your test mode shows. With a live key: 409.
         *
         *     Permission: `domains.read`.
         */
        get: operations["getTestClock"];
        put?: never;
        /**
         * Move the test clock
         * @description Moves the clock of your test mode forward, by `advance_seconds` or to `now`. Renewals, notices and expiries that fall into this time happen, in their order. With a live key: 409.
         *
         *     Permission: `domains.write`.
         */
        post: operations["moveTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List servers
         * @description The highest id first.
         *
         *     Permission: `servers.read`.
         */
        get: operations["listServers"];
        put?: never;
        /**
         * Create a server
         * @description Without an `id` it gets the next one, counted from 1; ids above 1,000,000 are not counted on from. Its `cname_target` is where its domains have to point. One of type `cloudfront` takes no `address`: the check of its account finds it.
         *
         *     Permission: `servers.write`.
         */
        post: operations["createServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a server
         * @description How the server stands, and when one of its machines was last seen.
         *
         *     Permission: `servers.read`.
         */
        get: operations["getServer"];
        put?: never;
        post?: never;
        /**
         * Delete a server
         * @description Its machines get nothing more from this moment.
         *
         *     Permission: `servers.write`.
         */
        delete: operations["deleteServer"];
        options?: never;
        head?: never;
        /**
         * Change a server
         * @description Its name, its address, the roles of its machines; of a server of type `alb` the role and the listener of port 80; of one of type `cloudfront` the role and `managed`, but not the address, which the service finds. Its type cannot be changed. With another `config`, the AWS account is checked again at once.
         *
         *     Permission: `servers.write`.
         */
        patch: operations["updateServer"];
        trace?: never;
    };
    "/api/servers/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the AWS account of a server
         * @description Of a server of type `alb` or `cloudfront`. The check is under way when this answers: `GET /servers/{id}` shows what it has found, with a later `checked_at`, a few seconds later. The account is also checked after each change of the server, and once a day.
         *
         *     Permission: `servers.write`.
         */
        post: operations["checkServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/aws-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the policies for a role in your AWS account
         * @description What the IAM role of a server of type `alb` or `cloudfront` needs, before or after the server is created: who may assume it, and what it may do. Both are JSON documents for IAM. `docs/servers/alb.md` and `docs/servers/cloudfront.md` show how to use them.
         *
         *     Permission: `servers.read`.
         */
        get: operations["getAwsAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{id}/enrollments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the machines of a server
         * @description Every machine whose agent may fetch its certificates.
         *
         *     Permission: `servers.read`.
         */
        get: operations["listMachines"];
        put?: never;
        /**
         * Enroll machines
         * @description Answers a token with which the agent of one machine registers its keys, once, within the hour. With `reusable` the token is for a fleet: up to `max_machines` machines enroll with it until it expires, and it can be revoked.
         *
         *     Permission: `servers.write`.
         */
        post: operations["createEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{id}/enrollments/{machine_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a machine
         * @description Its agent gets nothing more from this moment. What it has already stays on the machine: `keys` says which domains that concerns. With `rekey=true` each of them whose present certificate has such a key gets a certificate with a new key, at the pace of the order budget, and the old one is revoked for `keyCompromise`. To ask again changes nothing more; `rekey=true` is also possible for a machine that was revoked before.
         *
         *     Permission: `servers.write`.
         */
        delete: operations["revokeMachine"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{id}/enrollments/{machine_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the private keys that a machine got
         * @description Newest first, for 400 days; also of a machine that is revoked.
         *
         *     Permission: `servers.read`.
         */
        get: operations["listMachineKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{id}/enrollment-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reusable tokens of a server
         * @description Newest first, without their secrets; those that have expired or were revoked are not in the list.
         *
         *     Permission: `servers.read`.
         */
        get: operations["listEnrollmentTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{id}/enrollment-tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a reusable token
         * @description No machine enrolls with it from this moment. Those that have stay enrolled; revoke them one by one.
         *
         *     Permission: `servers.write`.
         */
        delete: operations["revokeEnrollmentToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Newest first.
         *
         *     Permission: `webhooks.read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Registers where events go. Its address must lead to the public internet, now and whenever something is sent. Without a `secret` one is made; it is in this answer only. A key with `webhooks.write` alone may register one for any event, and so receives, with each event about a domain, all that `domains.read` shows of that domain. Values in the query of `url` are kept, and shown as `***`.
         *
         *     Permission: `webhooks.write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Without its secret.
         *
         *     Permission: `webhooks.read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing more is sent to it, and its deliveries are no longer shown.
         *
         *     Permission: `webhooks.write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description While it is disabled nothing is queued; `status: active` enables it again, and `missed_since` tells from when on to replay what it has failed at or missed (listed with `state=missed`). The secret cannot be changed here: rotate it. A `url` as it is shown, with `***`, changes nothing.
         *
         *     Permission: `webhooks.write`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Deliveries carry signatures by both secrets until the overlap is over. Without a `secret` one is made; it is in this answer only.
         *
         *     Permission: `webhooks.write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description Sends a signed sample of an event, by default `webhook.test`, and waits for the answer of the receiver: 10 s, then `state` is still `pending`, and the delivery can be looked at later. Possible once in 10 s. A test is one attempt, never retried, with `is_test: true` in its signed body and the header `x-service-test: true`. The status is 200 whether or not the receiver took it: `state` says that. Without `domain_id` it shows a made-up domain. It is in no event log and in no timeline, no replay sends it again, and it is sent even where deliveries are held back because the receiver does not answer.
         *
         *     Permission: `webhooks.write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of a webhook
         * @description How its receiver has answered in the last 24 hours: how many deliveries have succeeded, and how long it took. Read from the deliveries when it is asked for.
         *
         *     Permission: `webhooks.read`.
         */
        get: operations["getWebhookHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Of the last 30 days, newest first. A page that is filtered may be short, even empty, and yet have a `next_cursor`. `state=missed` lists what can be redelivered or replayed though it was never sent, oldest first. An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s `events` included it; it is listed 15 s after it was made, and at once while the webhook is disabled.
         *
         *     Permission: `webhooks.read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Every attempt with the answer it got. With the `body` that is sent, if the key has `domains.read` as well. A missed one is in the list only.
         *
         *     Permission: `webhooks.read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description A delivery that has succeeded or failed begins anew: the same body and `webhook-id`, a new series of attempts, the first at once. For a missed one send its `event_id`.
         *
         *     Permission: `webhooks.write`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what failed or was missed
         * @description Begins anew every delivery of a time that has failed, then those that were missed, each oldest first; tests and what is pending or has succeeded are left alone. At most 500 a call: repeat the request with `next_cursor` as `cursor` until that is null.
         *
         *     Permission: `webhooks.write`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The last 30 days in the order in which the log took them, the first of them first; domains with `send_notifications: false` are in it too. What happens is usually in the log within seconds, and always after whatever was listed before: follow `next_cursor`, which is never null, and you see each event exactly once. A page with many or large events to go through may end early, even empty, while more follows. Where nothing follows yet, the page is empty and its `next_cursor` is the `cursor` that you sent, unless that is older than an hour: then ask once more. Do not expect `created_at` to ascend.
         *
         *     Permission: `domains.read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description What a delivery of it says: the domain or webhook as it was at that moment.
         *
         *     Permission: `domains.read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Newest first, without their secrets. Revoked keys are not among them.
         *
         *     Permission: `keys.read`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The secret is in this answer only. A key never gets a permission that its maker lacks (403), nor the other mode (422), and a key that ends, or is restricted to addresses or servers, makes none that lasts longer or is less restricted. An organization has at most 100 keys.
         *
         *     Permission: `keys.write`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Its next request is refused, and it is no longer listed. Whoever revokes a key must have all its permissions. A key cannot revoke itself.
         *
         *     Permission: `keys.write`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /**
         * Update an API key
         * @description Changes its name, when it ends, from where it may be used, or to which servers it is restricted, from its next request on. What is not named stays; null lifts a restriction, or lets it last. Whoever changes a key must have all its permissions, and no key makes another that lasts longer or is less restricted than itself. An expired key works again once it has a later end. Events tell of the end 30, 7 and 1 days before, and when it has come.
         *
         *     Permission: `keys.write`.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of an API key
         * @description The new secret is in this answer only. The former one is accepted until the overlap is over; until then it cannot make, rotate or revoke keys. Only the last two secrets of a key ever work. Whoever rotates a key must have all its permissions. A key may rotate itself: send an `Idempotency-Key`, so that an answer that gets lost can be fetched with the former secret.
         *
         *     Permission: `keys.write`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Who changed what in your organization, when and from where, newest first: people, API keys, machines, whoever runs the service, and the service itself. Entries are kept for 400 days, and nobody can change or delete one. With a filter a page looks at 1,000 entries at most: it may be short, even empty, while `next_cursor` leads on. As a file (`format=csv` or `jsonl`) its last line has `next_cursor`: without that line, the file was cut off.
         *
         *     Permission: `audit.read`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests
         * @description The requests of your API keys in the last 24 hours, newest first: those that change something (POST, PUT, PATCH and DELETE), and those that were refused or failed. Successful reads are not kept, nor are requests beyond a rate limit, nor any body or header. With a filter a page looks at 1,000 requests at most: it may be short, even empty, while `next_cursor` leads on. A changed object has an entry in the audit with the same `request_id`.
         *
         *     Permission: `audit.read`.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/time-to-active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Time to active
         * @description How long your customers wait until a new domain is served with a certificate, and for whom. Percentiles are the upper edge of their bucket.
         *
         *     Permission: `reports.read`.
         */
        get: operations["getTimeToActive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Failures by cause
         * @description How often domains failed, by the code of their diagnosis and by who had to act, and how long it took until they were fixed.
         *
         *     Permission: `reports.read`.
         */
        get: operations["getFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/renewals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Renewals
         * @description Whether certificates were renewed in time, what is left of the error budget, who let certificates expire, and how the same renewals would have stood with certificates of 64 and 45 days.
         *
         *     Permission: `reports.read`.
         */
        get: operations["getRenewals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook health
         * @description How many deliveries arrived, and how long their attempts took, by webhook. Tests do not count.
         *
         *     Permission: `reports.read`.
         */
        get: operations["getWebhooksReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/api-use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Use of the API
         * @description How often your API keys asked, and how often they reached a limit. Requests of people in the dashboard do not count.
         *
         *     Permission: `reports.read`.
         */
        get: operations["getApiUse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of people and keys
         * @description How often members, invitations and API keys were changed. Who changed what stands in the audit.
         *
         *     Permission: `reports.read`.
         */
        get: operations["getChangesReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "domain.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.created
         * @description Is sent when a domain is created, by a request of its own or in bulk.
         *
         *     Show your customer the records in `dns_records`.
         */
        post: operations["onDomainCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.updated
         * @description Is sent when a request changes the server, the notifications or the metadata of a domain.
         *
         *     Replace what you keep of the domain.
         */
        post: operations["onDomainUpdatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.deleted
         * @description Is sent when a domain is deleted.
         *
         *     Forget the domain. Its certificate is about to be removed from your servers.
         */
        post: operations["onDomainDeletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.validated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.validated
         * @description Is sent when the CNAME record of a domain is found and its certificate is about to be requested.
         *
         *     Nothing: the certificate comes next.
         */
        post: operations["onDomainValidatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.validation_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.validation_failed
         * @description Is sent when the CNAME record was not right within the time for validation, or another organization has proved the hostname.
         *
         *     Tell your customer what `diagnosis` says, then start over with a retry.
         */
        post: operations["onDomainValidationFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.dns_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.dns_changed
         * @description Is sent when the CNAME record of a served domain is gone or points elsewhere. If you asked for a check, the event is sent at once. Otherwise it is sent when the record was missing for a day, in six checks or more. If the record leads to another server of yours, a second check an hour after the first is enough.
         *
         *     Do what `diagnosis` says. Usually your customer must set the record again: without it the certificate cannot be renewed.
         */
        post: operations["onDomainDnsChangedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.dns_restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.dns_restored
         * @description Is sent when the CNAME record of a domain that has a certificate is right again.
         *
         *     Withdraw the warning to your customer.
         */
        post: operations["onDomainDnsRestoredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.transfer_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.transfer_requested
         * @description Is sent when another organization proves with a TXT record that your hostname is to become its own. `data.domain.transfer.until`, 72 hours later, is when it may take it.
         *
         *     Ask your customer. If it is a mistake, have the TXT record removed, or refuse: `PATCH /domains/{id}` with `refuse_transfer`. If not, do nothing: the hostname is served here until it is served there.
         */
        post: operations["onDomainTransferRequestedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.transferred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.transferred
         * @description Is sent when another organization has taken a hostname, after its notice. `domain.deleted` is sent with it.
         *
         *     Forget the domain, but keep serving its content until its visitors are led elsewhere. Its certificate stays on your servers until it is served there, or ends.
         */
        post: operations["onDomainTransferredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.requested
         * @description Is sent when the certificate authority accepts an order, for a first certificate or a renewal, and again for each new order.
         *
         *     Nothing: it takes some minutes.
         */
        post: operations["onCertificateRequestedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.installed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.installed
         * @description Is sent when a certificate is seen on a server: the first one, one after a renewal, or one on the server that a domain moves to. The service checks from outside. If it cannot connect, it trusts the agent of that server; `diagnosis` is then `certificate_not_served`.
         *
         *     Nothing: `certificate.issued` or `certificate.renewed` says what it means for the domain.
         */
        post: operations["onCertificateInstalledEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.issued
         * @description Is sent when the first certificate of a domain is installed, and seen from outside at the hostname. If the service cannot connect there, and the CNAME record leads to the domain’s own server, it trusts the agent of that server; `diagnosis` is then `certificate_not_served`.
         *
         *     Switch your links to the domain to HTTPS: it is safe now. With `certificate_not_served`, open the domain yourself first.
         */
        post: operations["onCertificateIssuedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.renewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.renewed
         * @description Is sent when a certificate that replaces another is served.
         *
         *     Nothing: `expires_at` says how long it lasts.
         */
        post: operations["onCertificateRenewedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.failed
         * @description Is sent when a domain without a served certificate did not get one.
         *
         *     Do what `diagnosis` says, then start over with a retry.
         */
        post: operations["onCertificateFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.at_risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.at_risk
         * @description Is sent when something prevents a renewal, or the certificate is not served as it should be. The service checks this daily and before a renewal. It sends one event for each cause until the certificate is replaced, and continues to try.
         *
         *     Do what `diagnosis` says before `expires_at`.
         */
        post: operations["onCertificateAtRiskEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.renewal_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.renewal_failed
         * @description Is sent when the service gives up a renewal. It sends one event for each cause until a renewal succeeds. The present certificate stays in use.
         *
         *     Do what `diagnosis` says before `expires_at`. The service tries again automatically at `renews_on`. A renewal that you request begins at once.
         */
        post: operations["onCertificateRenewalFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.expiring
         * @description Is sent when a certificate has 30, 14, 7, 3 and 1 days left, and its renewal is overdue by a day. For a life of less than 90 days, these times are shorter in proportion.
         *
         *     Do what `diagnosis` says before `expires_at`.
         */
        post: operations["onCertificateExpiringEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.expired
         * @description Is sent once, when a certificate expires that could not be renewed.
         *
         *     Do what `diagnosis` says: until then browsers refuse the domain. The service tries again automatically at `renews_on`, once a day at first. A retry starts over at once.
         */
        post: operations["onCertificateExpiredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.revoked
         * @description Is sent when the certificate authority has revoked a certificate at your request; another one is then served already. It is also sent once when the authority itself says that the served certificate must be replaced at once, because it has revoked it or will do so.
         *
         *     Nothing: another certificate is served already, or is being requested. `diagnosis.evidence` has what the authority said, and the address of its explanation if there is one.
         */
        post: operations["onCertificateRevokedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "machine.enrolled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * machine.enrolled
         * @description Is sent when a machine enrolls at a server. From now on its agent gets the certificates and private keys of that server.
         *
         *     Check that the machine is yours. If not, revoke it with `rekey=true`.
         */
        post: operations["onMachineEnrolledEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "machine.keys_rotated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * machine.keys_rotated
         * @description Is sent when an agent gives its machine new keys. The old ones are refused from then on.
         *
         *     Nothing, if you or its operator did that. Otherwise revoke the machine.
         */
        post: operations["onMachineKeysRotatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "machine.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * machine.revoked
         * @description Is sent when a machine is revoked. Its agent gets nothing more. With `data.reason` `silent` the service did that itself, because the machine had not called for seven days, or for the time that the deployment sets.
         *
         *     Nothing, if it was intended. Replace the private keys that the machine has, if somebody else may read them.
         */
        post: operations["onMachineRevokedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "server.offline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * server.offline
         * @description Is sent once for each silence, when a machine of a server has not called the service for 11 minutes, or for the time that the deployment sets. `data.silent_machines` lists the machines that are silent at that time, a hundred at most. `data.server.status` is `online` while another machine still calls, otherwise `offline`.
         *
         *     Start the agents of the silent machines again (`systemctl restart cps-agent`), or revoke machines that are gone. Until then they get no new certificates, and keep serving those that they have, even expired ones.
         */
        post: operations["onServerOfflineEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "server.online": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * server.online
         * @description Is sent once, when a machine that was silent calls the service again. `data.silent_machines` lists those that are still silent.
         *
         *     Nothing, if no machine is silent any more.
         */
        post: operations["onServerOnlineEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * api_key.expiring
         * @description Is sent when an API key expires in 30, 7 and 1 days: at most three times.
         *
         *     If it is still used (`last_used_at`), create another key and give it to the program, or give this one a later `expires_at`.
         */
        post: operations["onApiKeyExpiringEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * api_key.expired
         * @description Is sent once, when an API key has expired. Its requests are refused from then on.
         *
         *     Nothing, if no program needs it. Otherwise give the program another key. A person can also give this one a later `expires_at`.
         */
        post: operations["onApiKeyExpiredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.leaked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * api_key.leaked
         * @description Is sent when somebody has reported the secret of an API key as leaked: GitHub, which found it in public, or anybody who holds it. The key is revoked at once. If a rotation had replaced that secret, only that secret ends.
         *
         *     Give the program another key, find out who could read the secret, and look in the audit log at what the key has done since.
         */
        post: operations["onApiKeyLeakedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.disabled
         * @description Is sent to your other webhooks when one is disabled, because its receiver answered 410 or has failed for days. It is in the event log too.
         *
         *     Fix the receiver, enable the webhook, and replay what was missed.
         */
        post: operations["onWebhookDisabledEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.test
         * @description Is sent once, when somebody requests a test of a webhook, to that webhook only.
         *
         *     Verify it and answer 200.
         */
        post: operations["onWebhookTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description What is wrong. `code` is for your program, `message` for people. */
        ApiError: {
            /** @description For your program: a code never changes its meaning. */
            code: ("invalid_request" | "invalid_api_key" | "insufficient_permissions" | "api_key_restricted" | "resource_not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "validation_error" | "idempotency_key_reused" | "quota_exceeded" | "rate_limit_exceeded" | "internal_error" | "service_unavailable") | string;
            /** @description For people, in English; it may be worded differently in a later version. */
            message: string;
            /** @description What belongs to this `code`. `insufficient_permissions`: `required_permission`, `api_key_permissions`. `api_key_restricted`: `restriction`, `address`, `server_id`, `allowed_server_ids`. `resource_not_found`: `domain_id`, `server_id`, `webhook_id`. `validation_error`: `errors`, `existing_domain_id`, `claim`, `transfer`, `items`. `quota_exceeded`: `resource`, `limit`, `used`. `rate_limit_exceeded`: `limit`, `remaining`, `reset_at`. */
            details?: {
                /** @description What the operation needs. */
                required_permission?: ("domains.read" | "domains.check" | "domains.write" | "servers.read" | "servers.write" | "webhooks.read" | "webhooks.write" | "keys.read" | "keys.write" | "audit.read" | "reports.read") | string;
                /** @description What the key has. */
                api_key_permissions?: (("domains.read" | "domains.check" | "domains.write" | "servers.read" | "servers.write" | "webhooks.read" | "webhooks.write" | "keys.read" | "keys.write" | "audit.read" | "reports.read") | string)[];
                /** @description To what the key is restricted. */
                restriction?: ("addresses" | "servers") | string;
                /** @description From where the request came. */
                address?: string;
                /**
                 * Format: int64
                 * @description The server that the request is about; absent where it is about all.
                 */
                server_id?: number;
                /** @description The servers that the key may be used for. */
                allowed_server_ids?: number[];
                /**
                 * Format: int64
                 * @description The id for which there is no domain.
                 */
                domain_id?: number;
                /**
                 * Format: int64
                 * @description The id for which there is no webhook.
                 */
                webhook_id?: number;
                /** @description Every wrong field, by its path (`url`, `metadata.plan`, `domains[0].url`), with all its messages. */
                errors?: {
                    [key: string]: string[];
                };
                /**
                 * Format: int64
                 * @description Your own domain that has this hostname already.
                 */
                existing_domain_id?: number;
                /** @description The record that proves the hostname to be yours: publish it and repeat the request. */
                claim?: {
                    /**
                     * @description The type of the record.
                     * @constant
                     */
                    type: "TXT";
                    /** @description The whole name of the record. */
                    name: string;
                    /** @description What the record has to hold. */
                    value: string;
                };
                transfer?: components["schemas"]["Transfer"];
                /** @description Of a bulk request: what became of each item. */
                items?: components["schemas"]["FailedItem"][];
                /** @description What there are too many of. */
                resource?: string;
                /**
                 * Format: int64
                 * @description The most that is allowed.
                 */
                limit?: number;
                /**
                 * Format: int64
                 * @description How much of it is used up.
                 */
                used?: number;
                /**
                 * Format: int64
                 * @description How many requests are left.
                 */
                remaining?: number;
                /**
                 * Format: date-time
                 * @description From when on you may ask again.
                 */
                reset_at?: string;
            };
        };
        /** @description With what a program of yours calls the API. */
        ApiKey: {
            /** @description Its public part, which goes into `X-API-KEY-ID`. */
            id: string;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description What it is for, in words of your own. */
            name: string;
            /** @description What it may do. */
            permissions: (("domains.read" | "domains.check" | "domains.write" | "servers.read" | "servers.write" | "webhooks.read" | "webhooks.write" | "keys.read" | "keys.write" | "audit.read" | "reports.read") | string)[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last made a request; absent until the first.
             */
            last_used_at?: string;
            /** @description From which address it made that request. */
            last_used_from?: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expires_at?: string;
            /** @description Addresses and ranges from which alone it may be used; absent: from everywhere. */
            allowed_addresses?: string[];
            /** @description The servers whose domains alone it may see and change; absent: all. */
            allowed_server_ids?: number[];
            /**
             * Format: date-time
             * @description After a rotation: until then the former secret is accepted too.
             */
            previous_secret_ends_at?: string;
        };
        ApiKeyExpiredEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "api_key.expired";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The API key as it was at that moment. */
            data: {
                api_key: components["schemas"]["ApiKeyInEvent"];
            };
        };
        ApiKeyExpiringEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "api_key.expiring";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The API key as it was at that moment. */
            data: {
                api_key: components["schemas"]["ApiKeyInEvent"];
            };
        };
        /** @description An API key, without what it may do. */
        ApiKeyInEvent: {
            /** @description Its public part, which goes into `X-API-KEY-ID`. */
            id: string;
            /** @description What it is for, in words of your own. */
            name: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last made a request; absent until the first.
             */
            last_used_at?: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expires_at?: string;
        };
        ApiKeyLeakedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "api_key.leaked";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The API key as it was at that moment, and who reported its secret. */
            data: {
                api_key: components["schemas"]["ApiKeyInEvent"];
                leak: components["schemas"]["LeakInEvent"];
            };
        };
        ApiKeyPage: {
            /** @description The items of this page. */
            data: components["schemas"]["ApiKey"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description An API key, and its secret. */
        ApiKeyWithSecret: {
            /** @description Its public part, which goes into `X-API-KEY-ID`. */
            id: string;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description What it is for, in words of your own. */
            name: string;
            /** @description What it may do. */
            permissions: (("domains.read" | "domains.check" | "domains.write" | "servers.read" | "servers.write" | "webhooks.read" | "webhooks.write" | "keys.read" | "keys.write" | "audit.read" | "reports.read") | string)[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last made a request; absent until the first.
             */
            last_used_at?: string;
            /** @description From which address it made that request. */
            last_used_from?: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expires_at?: string;
            /** @description Addresses and ranges from which alone it may be used; absent: from everywhere. */
            allowed_addresses?: string[];
            /** @description The servers whose domains alone it may see and change; absent: all. */
            allowed_server_ids?: number[];
            /**
             * Format: date-time
             * @description After a rotation: until then the former secret is accepted too.
             */
            previous_secret_ends_at?: string;
            /** @description Goes into `X-API-KEY`. It is shown here only. */
            secret: string;
        };
        /** @description How much of the API’s limits is used, and by which key. Today is not in it. */
        ApiUseReport: {
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it. */
            is_complete: boolean;
            /** @description Days of which nothing is known: from before the organization, or this report. */
            missing_days: string[];
            /** @description Of all days. */
            total: {
                /**
                 * Format: int64
                 * @description Requests of all keys that were answered within the limits.
                 */
                requests: number;
                /**
                 * Format: int64
                 * @description Hours in which all keys together used all that they may; requests beyond that got 429.
                 */
                hours_at_limit: number;
            };
            /** @description As they are now, for the caller. */
            limits: {
                /**
                 * Format: int64
                 * @description Of a key.
                 */
                requests_per_minute: number;
                /**
                 * Format: int64
                 * @description Of all keys together.
                 */
                requests_per_hour: number;
            };
            /** @description By key, most requests first. */
            data: {
                /** @description The public id of the API key. */
                key_id: string;
                /**
                 * Format: int64
                 * @description Requests that were answered within the limits.
                 */
                requests: number;
                /**
                 * Format: int64
                 * @description Minutes in which the key used all that it may; requests beyond that got 429.
                 */
                minutes_at_limit: number;
            }[];
            /** @description Oldest first. A day lasts from one night’s computation to the next. */
            days: {
                /**
                 * Format: date
                 * @description In UTC.
                 */
                day: string;
                /**
                 * Format: int64
                 * @description Requests of all keys.
                 */
                requests: number;
                /**
                 * Format: int64
                 * @description Hours at the limit.
                 */
                hours_at_limit: number;
                /** @description By key, most requests first. */
                keys: {
                    /** @description The public id of the API key. */
                    key_id: string;
                    /**
                     * Format: int64
                     * @description Requests that were answered within the limits.
                     */
                    requests: number;
                    /**
                     * Format: int64
                     * @description Minutes in which the key used all that it may; requests beyond that got 429.
                     */
                    minutes_at_limit: number;
                }[];
            }[];
        };
        /** @description One change that somebody made. */
        AuditEntry: {
            /** @description Names the entry. */
            id: string;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the change was made, by the time of day, also in test mode.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description In test mode, what the test clock showed, where the change came through the API.
             */
            test_clock_at?: string;
            /** @description For example `domain.updated`; further ones may come. */
            action: string;
            /** @description What was changed. */
            object: {
                /** @description What was changed. */
                type: ("organization" | "api_key" | "member" | "invitation" | "domain" | "server" | "machine" | "webhook") | string;
                /** @description Its id. */
                id: string;
            };
            /** @description Who made the change. `administrator`: whoever runs the service; `service`: the service itself. */
            actor: {
                /** @description A key, a person, a machine’s agent, or one of the two below. */
                type: ("api_key" | "user" | "machine" | "administrator" | "service") | string;
                /** @description The public id of the API key. */
                key_id?: string;
                /** @description The id of the person. */
                user_id?: string;
                /** @description The id of the machine. */
                machine_id?: string;
            };
            /** @description The `X-Request-Id` of the request, where it was one of a key or a person. */
            request_id?: string;
            /** @description The address from which it came. */
            source_ip?: string;
            /** @description The program that sent it, as it called itself. */
            user_agent?: string;
            /** @description What was changed, as it was before; never a secret. */
            before?: {
                [key: string]: unknown;
            };
            /** @description The same as it was then. */
            after?: {
                [key: string]: unknown;
            };
        };
        AuditPage: {
            /** @description The items of this page. */
            data: components["schemas"]["AuditEntry"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description What a role in your AWS account needs. */
        AwsAccess: {
            /** @description What the service sends when it assumes the role: the id of your organization. */
            external_id: string;
            /** @description The role of this deployment that assumes yours. */
            service_role_arn: string;
            /** @description Who may assume your role. */
            trust_policy: {
                [key: string]: unknown;
            };
            /** @description What your role has to be allowed. */
            permissions_policy: {
                [key: string]: unknown;
            };
        };
        /** @description One result for each item, in the order of the request. */
        BulkResult: {
            /** @description One result for each item, in the order of the request. */
            data: (components["schemas"]["CreatedItem"] | components["schemas"]["FailedItem"])[];
            /** @description How many there are of each kind. */
            summary: {
                /**
                 * Format: int64
                 * @description How many domains were created.
                 */
                created: number;
                /**
                 * Format: int64
                 * @description How many items were refused.
                 */
                failed: number;
            };
        };
        /** @description The certificate that was last seen served. */
        Certificate: {
            /** @description Hexadecimal, lower case. */
            serial_number: string;
            /** @description The distinguished name of who signed it. */
            issuer: string;
            /**
             * Format: date-time
             * @description From when on it is valid.
             */
            not_before: string;
            /**
             * Format: date-time
             * @description Until when it is valid.
             */
            not_after: string;
            /** @description SHA-256 of the whole certificate: hexadecimal, lower case. */
            fingerprint_sha256: string;
            /** @description The kind of its key, such as `ECDSA P-256`. */
            key_type: string;
            /** @description The certificate authority that issued it. */
            ca: string;
        };
        CertificateAtRiskEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.at_risk";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateExpiredEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.expired";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateExpiringEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.expiring";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateFailedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.failed";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateInstalledEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.installed";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateIssuedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.issued";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateRenewalFailedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.renewal_failed";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateRenewedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.renewed";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateRequestedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.requested";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        CertificateRevokedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "certificate.revoked";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        /** @description A webhook, and when it is enabled again, since when it may lack events. */
        ChangedWebhook: {
            /**
             * Format: int64
             * @description Names the webhook in every other call.
             */
            id: number;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Where events are sent. What follows a `?` is masked: it may hold a secret. */
            url: string;
            /** @description `*` stands for all, future ones too. */
            events: (("domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test" | "*") | string)[];
            /** @description `disabled`: nothing is sent until you enable it again. */
            status: ("active" | "disabled") | string;
            /** @description Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days. */
            disabled?: {
                /**
                 * Format: date-time
                 * @description When it was disabled.
                 */
                at: string;
                /** @description `asked`: by a request. `gone`: it answered 410. `failing`: its deliveries have failed for days. */
                because: ("asked" | "gone" | "failing") | string;
            };
            /** @description What it is for, in words of your own. */
            description?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description After a rotation: until then deliveries are signed with the former secret too.
             */
            previous_secret_ends_at?: string;
            /** @description How the last delivery stands; absent before the first. */
            last_delivery?: {
                /** @description `pending`: it is tried again. */
                status: ("pending" | "succeeded" | "failed") | string;
                /**
                 * Format: date-time
                 * @description When that was decided.
                 */
                at: string;
            };
            /** @description What may be wrong with the `url`, found when it was set. Only in the answer to that request. */
            warnings?: string[];
            /**
             * Format: date-time
             * @description In the answer that enables it again: `since` for a replay of what it may lack, from its first failure on. Deliveries with `state=missed` list what was never sent.
             */
            missed_since?: string;
        };
        /** @description How often people, invitations and API keys were changed. Today is not in it. */
        ChangesReport: {
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it. */
            is_complete: boolean;
            /** @description Days of which nothing is known: from before the organization, or this report. */
            missing_days: string[];
            /** @description Most frequent first. */
            data: {
                /** @description As in the audit. */
                action: string;
                /**
                 * Format: int64
                 * @description How often.
                 */
                changes: number;
            }[];
            /** @description Oldest first. */
            days: {
                /**
                 * Format: date
                 * @description In UTC.
                 */
                day: string;
                /**
                 * Format: int64
                 * @description Changes of people, invitations and keys.
                 */
                changes: number;
            }[];
        };
        CheckDomainRequest: Record<string, never>;
        CheckServerRequest: Record<string, never>;
        /** @description A hostname of a list that was checked. */
        CheckedItem: {
            /**
             * Format: int64
             * @description The place of the hostname in the request.
             */
            index: number;
            /**
             * @description The hostname was checked. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "checked";
            check: components["schemas"]["DnsLook"];
        };
        CreateDomainRequest: {
            /**
             * @description A hostname without scheme: a subdomain, no apex domain. Upper case and one trailing dot are taken away, and an internationalized name is answered as punycode. Where the deployment allows wildcards, `*.shop.customer.com` stands for every name one label below; it needs `validation` `dns`.
             * @example shop.customer.com
             */
            url: string;
            /**
             * Format: int64
             * @description The id of the server on which the certificate is installed. One that does not exist yet comes into being where the deployment allows it.
             */
            server_id: number;
            /**
             * @description Whether your webhooks are told what happens to it. The list of events has it in any case.
             * @default true
             */
            send_notifications?: boolean;
            /**
             * @description What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too.
             * @default {}
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description `http`: the certificate authority asks the server, so that the CNAME record comes first. `dns`: it reads a record of its own, the first of `dns_records`, so that the certificate comes before the traffic.
             * @default http
             * @enum {string}
             */
            validation?: "http" | "dns";
        };
        CreateDomainsRequest: {
            /** @description The domains to create, each as in a request of its own. */
            domains: {
                /**
                 * @description A hostname without scheme: a subdomain, no apex domain. Upper case and one trailing dot are taken away, and an internationalized name is answered as punycode. Where the deployment allows wildcards, `*.shop.customer.com` stands for every name one label below; it needs `validation` `dns`.
                 * @example shop.customer.com
                 */
                url: string;
                /**
                 * Format: int64
                 * @description The id of the server on which the certificate is installed. One that does not exist yet comes into being where the deployment allows it.
                 */
                server_id: number;
                /**
                 * @description Whether your webhooks are told what happens to it. The list of events has it in any case.
                 * @default true
                 */
                send_notifications?: boolean;
                /**
                 * @description What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too.
                 * @default {}
                 */
                metadata?: {
                    [key: string]: string;
                };
                /**
                 * @description `http`: the certificate authority asks the server, so that the CNAME record comes first. `dns`: it reads a record of its own, the first of `dns_records`, so that the certificate comes before the traffic.
                 * @default http
                 * @enum {string}
                 */
                validation?: "http" | "dns";
            }[];
        };
        CreateEnrollmentRequest: {
            /** @description `true`: for up to `max_machines` machines, until `expires_in_days`; else for one machine, within the hour. */
            reusable?: boolean;
            /** @description How many machines may enroll with it in all, those included that are revoked later. */
            max_machines?: number;
            /** @description After how many days a reusable token ends. */
            expires_in_days?: number;
        };
        CreateKeyRequest: {
            /** @description What it is for, in words of your own. */
            name: string;
            /** @description What it may do: at most what you may. */
            permissions: ("domains.read" | "domains.check" | "domains.write" | "servers.read" | "servers.write" | "webhooks.read" | "webhooks.write" | "keys.read" | "keys.write" | "audit.read" | "reports.read")[];
            /**
             * @description Which data it reaches. It must be the mode of this request, which is what it is without this field.
             * @enum {string}
             */
            mode?: "live" | "test";
            /**
             * Format: date-time
             * @description When it ends by itself; without one it does not.
             */
            expires_at?: string;
            /** @description IP addresses and ranges (CIDR) from which alone it may be used. Absent: from everywhere. */
            allowed_addresses?: string[];
            /** @description Ids of the servers whose domains alone it may see and change. Absent: all. */
            allowed_server_ids?: number[];
        };
        CreatePortalLinkRequest: {
            /**
             * @description For how long the link works; seven days if absent.
             * @default 168
             */
            expires_in_hours?: number;
            /**
             * @description The language of the page; without it, that of the browser, else that of your theme.
             * @enum {string}
             */
            locale?: "en" | "de" | "fr" | "es" | "pt-BR" | "ja";
        };
        CreateServerRequest: {
            /**
             * Format: int64
             * @description The id that you want it to have; without one it gets the next.
             */
            id?: number;
            /** @description A name of your choice, for people. */
            name?: string;
            /**
             * @description How certificates are installed: `agent`, by a program on your machines; `alb`, by this service, at an Application Load Balancer in your AWS account; `cloudfront`, by this service, at a multi-tenant distribution of CloudFront there.
             * @default agent
             * @enum {string}
             */
            type?: "agent" | "alb" | "cloudfront";
            /** @description What the type needs to know; one of type `agent` needs nothing. */
            config?: {
                /** @description ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`. */
                machine_roles?: string[];
                /** @description The IAM role in your account that this service assumes. */
                role_arn?: string;
                /** @description The HTTPS listener to which certificates are added. Its default certificate stays as it is. */
                listener_arn?: string;
                /** @description That of `listener_arn`; it may be left out. */
                region?: string;
                /** @description The id of the multi-tenant distribution, for a server of type `cloudfront`: each hostname gets a distribution tenant there. */
                distribution_id?: string;
                /** @description The id of the connection group of the tenants. Without one: the default one of the account. */
                connection_group_id?: string;
                /** @description `true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported. */
                managed?: boolean;
                /** @description The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule. */
                http_listener_arn?: string;
            };
            /** @description One hostname, or one to eight IP addresses: where the `cname_target` points. */
            address?: string[];
        };
        CreateWebhookRequest: {
            /** @description Where events are sent. It has no user name and no fragment. It is kept as the URL standard writes it: with a path, its host in lower case and in punycode. */
            url: string;
            /** @description The names of the events to be sent; `*` stands for all, future ones too. */
            events: ("domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test" | "*")[];
            /** @description What it is for, in words of your own. */
            description?: string;
            /** @description The secret that signs the deliveries, 8 to 256 characters. Without one the service makes one. */
            secret?: string;
        };
        /** @description An item of a bulk request that made a domain. */
        CreatedItem: {
            /**
             * Format: int64
             * @description The place of the item in the request.
             */
            index: number;
            /**
             * @description The item made a domain. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "created";
            domain: components["schemas"]["Domain"];
        };
        DeletedDomain: {
            /**
             * Format: int64
             * @description The id that the domain had. It is not used again.
             */
            id: number;
            /** @description It is gone. */
            deleted: boolean;
        };
        DeletedServer: {
            /**
             * Format: int64
             * @description The id that the server had.
             */
            id: number;
            /** @description It is gone. */
            deleted: boolean;
        };
        DeletedWebhook: {
            /**
             * Format: int64
             * @description The id that the webhook had.
             */
            id: number;
            /** @description It is gone. */
            deleted: boolean;
        };
        /** @description One event on its way to one webhook. */
        Delivery: {
            /** @description Names the delivery: the same in every attempt. */
            id: string;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description What every attempt carries as `webhook-id`. */
            event_id: string;
            /** @description What it tells of. */
            event: ("domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test") | string;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id?: number;
            /** @description An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s `events` included it; it is listed 15 s after it was made, and at once while the webhook is disabled. */
            state: ("pending" | "succeeded" | "failed" | "missed") | string;
            /** @description Why it was given up. */
            failure?: ("refused" | "redirected" | "gone" | "attempts_exhausted" | "webhook_disabled") | string;
            /**
             * Format: date-time
             * @description When the event was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is tried again; absent where it is not.
             */
            next_attempt_at?: string;
            /** @description Oldest first, the last 24, those of earlier redeliveries too. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When the attempt was made.
                 */
                at: string;
                /**
                 * Format: int64
                 * @description How long it took.
                 */
                milliseconds: number;
                /**
                 * Format: int64
                 * @description Of the answer; absent where there was no complete one.
                 */
                status?: number;
                /** @description Why there was no complete answer. */
                error?: ("dns" | "refused_address" | "connection" | "tls" | "timeout" | "too_large" | "protocol") | string;
                /** @description The first KiB of the answer, or in words what went wrong. */
                reply?: string;
            }[];
            /** @description A sample; it is not in the event log. */
            is_test?: boolean;
            /** @description What is sent: in the answer of one delivery, if the key has `domains.read` as well. */
            body?: {
                [key: string]: unknown;
            };
        };
        DeliveryPage: {
            /** @description The items of this page. */
            data: components["schemas"]["Delivery"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description `ok` only when the certificate is active and served. */
        Diagnosis: {
            /** @description How the domain stands, for your program. */
            code: ("ok" | "in_progress" | "cname_not_found" | "invalid_cname_target" | "dns_validation_failed" | "dns_validation_timeout" | "proxied_dns" | "conflicting_records" | "caa_forbids_issuance" | "challenge_unreachable" | "ca_rate_limited" | "certificate_request_failed" | "certificate_timeout" | "certificate_install_failed" | "server_not_connected" | "certificate_not_served" | "certificate_expired" | "hostname_claimed" | "ready_to_switch") | string;
            /** @description What exactly was found, where that is known beyond the code. */
            reason?: ("target_typo" | "missing_dot" | "base_target" | "name_before_target" | "other_target" | "other_server" | "doubled_name" | "address_instead" | "txt_instead" | "wildcard_answer" | "cname_loop" | "chain_too_long" | "chain_unanswered" | "negative_cache" | "servfail" | "dnssec_bogus" | "dnssec_expired" | "dnssec_key_missing" | "lame_servers" | "servers_silent" | "servers_not_public" | "servers_disagree" | "name_servers_differ" | "domain_not_registered" | "validation_missing" | "validation_wrong" | "caa_unreadable" | "caa_restricted" | "caa_not_understood" | "caa_at_target" | "ca_account_refused" | "record_beside_cname" | "proxy_addresses" | "server_created" | "former_server" | "reached_by_agent" | "addresses_elsewhere" | "ipv6_elsewhere" | "lookup_failed" | "connection_failed" | "server_busy" | "bad_gateway" | "redirect_refused" | "answered_by_wordpress" | "answered_by_login_page" | "answered_by_parked_page" | "answered_by_cloudflare" | "answered_by_default_page" | "answered_by_firewall" | "renewal_paused" | "former_certificate" | "certificate_ends_soon" | "other_certificate" | "other_hostname" | "self_signed" | "chain_incomplete" | "tls_failed" | "https_unreachable" | "server_silent" | "machine_silent" | "not_seen_now" | "access_unchecked" | "role_not_assumable" | "external_id_not_required" | "action_denied" | "listener_not_found" | "listener_of_other_account" | "listener_without_tls" | "listener_full" | "rules_full" | "certificates_full" | "imports_used_up" | "certificate_unsupported" | "certificate_in_use" | "distribution_not_found" | "distribution_for_one_tenant" | "connection_group_not_found" | "tenants_full" | "hostname_taken_at_aws" | "hostname_not_at_cloudfront" | "managed_certificate_failed" | "aws_throttled" | "aws_unavailable") | string;
            /** @description What is the matter, in a sentence that you may show to your customer. */
            summary: string;
            /**
             * @description Who has to act; `nobody` means that waiting is enough.
             * @enum {string}
             */
            actor: "customer" | "integrator" | "service" | "nobody";
            /** @description What whoever has to act should do. */
            fix: {
                /** @description In words that you may show to your customer. */
                text: string;
                /** @description The same as changes to DNS records, one by one; empty where no record is the remedy. */
                records: components["schemas"]["RecordFix"][];
            };
            /** @description The answers from outside on which this rests. */
            evidence: components["schemas"]["Evidence"][];
            /**
             * Format: date-time
             * @description Since when `code` and `actor` have been these. Absent where there is no domain yet.
             */
            since?: string;
            /**
             * Format: date-time
             * @description When the service last checked and found this. In lists and events: when it first found it, or somebody asked for a check.
             */
            checked_at?: string;
            /**
             * Format: date-time
             * @description When the next automatic check is, where that is known. Not in lists and events.
             */
            next_check_at?: string;
        };
        /** @description One result for each hostname, in the order of the request. */
        DnsChecks: {
            /** @description One result for each hostname, in the order of the request. */
            data: (components["schemas"]["CheckedItem"] | components["schemas"]["FailedItem"])[];
        };
        /** @description What the provider’s form for a record calls things, as far as it is known. */
        DnsForm: {
            /** @description The field for the type of a record. Absent where `path` ends with its choice. */
            type?: string;
            /** @description The field for the name of a record, into which `host` goes. */
            name?: string;
            /** @description The field for its value. */
            value?: string;
            /** @description The name is entered with the zone. If false, it is entered as `host` has it. */
            full_name?: boolean;
            /** @description It appends the zone to a value that does not end in a dot. */
            appends_zone?: boolean;
            /** @description The form has a switch for a proxy, which has to be off. */
            has_proxy?: boolean;
            /** @description The switch of its proxy. */
            proxy_switch?: {
                /** @description What the switch is called. */
                name: string;
                /** @description The position in which the proxy is off. */
                off: string;
            };
        };
        /** @description What a hostname’s DNS has now, and what would come of it. Nothing of it is stored. */
        DnsLook: {
            /** @description The hostname as it would be created. */
            url: string;
            /** @description What would come of a domain that is created now. `certificate`: its DNS is right, and it gets its certificate at once; `waits_for_dns`: `diagnosis` says for what; `forbidden_by_caa`: its DNS is right, and CAA records forbid the certificate; `exists`: it is a domain of yours already, see `domain_id`. */
            forecast: ("certificate" | "waits_for_dns" | "forbidden_by_caa" | "exists") | string;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id?: number;
            /**
             * Format: int64
             * @description The server that was looked for: the one that was asked for, else your first.
             */
            server_id?: number;
            /** @description Absent where there is no such server yet: a server gets its target when it is created. */
            cname_target?: string;
            /** @description The record to publish, and how it stands. None where there is no such server yet. */
            dns_records: components["schemas"]["DnsRecord"][];
            dns_provider?: components["schemas"]["DnsProvider"];
            diagnosis?: components["schemas"]["Diagnosis"];
            /** @description What CAA records say, whatever else stands in the way. */
            caa: {
                /** @description Whether CAA records let the certificate authority issue, as soon as the CNAME record leads to `cname_target`. */
                state: ("allows" | "forbids" | "unknown") | string;
                /** @description What would allow it. */
                records: components["schemas"]["RecordFix"][];
            };
        };
        /** @description Where the customer edits DNS records, told from the name servers of the zone. Absent until they were seen, and where they are nobody’s who is known. */
        DnsProvider: {
            /** @description As your customer knows it. */
            name: string;
            /** @description Its console, or its help page about DNS records. */
            url?: string;
            /** @description Where to click from signing in to the form for a new record: the words of its menus, in English. */
            path?: string[];
            form?: components["schemas"]["DnsForm"];
        };
        /** @description A record that the customer has to publish. */
        DnsRecord: {
            /** @description The type of the record. */
            type: ("CNAME" | "TXT") | string;
            /** @description The whole name of the record. */
            name: string;
            /** @description What the DNS provider’s form asks for: the part before the zone. Where the hostname is a zone of its own, what the form takes for that: `@`, or nothing. */
            host: string;
            /** @description What the record has to hold. */
            value: string;
            /**
             * Format: int64
             * @description Suggested; seconds.
             */
            ttl: number;
            /** @description `routing`: leads visitors to your server. `validation`: certificates come by it; it is set once, and before that of the visitors. `ownership`: proves whose the hostname is. */
            purpose: ("routing" | "ownership" | "validation") | string;
            /** @description `ok`: visitors come by it, as far as the last check that saw it says. `former`: the domain moves, and the record still leads to the server that is left, which goes on serving; `diagnosis` says when it is to be changed to `value`. `missing`: no look has seen it yet; whether that is because it is not there, or because DNS gave no answer, `diagnosis` says. */
            state: ("missing" | "wrong" | "former" | "ok") | string;
            /** @description What is there instead. */
            observed?: string;
        };
        /** @description The DNS provider sets the record itself, after one confirmation of the owner (Domain Connect). Only while the record is missing or wrong, and where the provider has the template of this service. */
        DnsSetup: {
            /** @description The protocol behind it: there may be others one day. */
            type: "domain_connect" | string;
            /** @description The DNS provider, as it calls itself. */
            provider: string;
            /** @description A page of the provider, where the owner of the zone signs in and confirms. It leads back to your portal. Open it in a window that shows its address, never in a frame. */
            url: string;
        };
        /** @description A hostname of one of your customers, and how its certificate stands. */
        Domain: {
            /**
             * Format: int64
             * @description Names the domain in every other call.
             */
            id: number;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description The hostname: lower case, punycode, no trailing dot. */
            url: string;
            /** @description The same name as people write it, where that differs: `bücher.kunde.de` for `xn--bcher-kva.kunde.de`. For showing; compare and store `url`. Escape it, and beware of letters that look like others. */
            url_unicode?: string;
            /**
             * @description `validated`: the CNAME record was found. `error`: it was not found in time.
             * @enum {string}
             */
            dns_status: "pending" | "validated" | "error";
            /**
             * @description `active`: a valid certificate is served. `error`: there is none, and nothing continues automatically.
             * @enum {string}
             */
            ssl_status: "pending" | "active" | "error";
            /**
             * Format: int64
             * @description The id of the server on which the certificate is installed.
             */
            server_id: number;
            /** @description Whether your webhooks are told what happens to it. The list of events has it in any case. */
            send_notifications: boolean;
            /** @description What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too. */
            metadata: {
                [key: string]: string;
            };
            /** @description Where the CNAME record of the hostname has to point. */
            cname_target: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description How the hostname is proven to the certificate authority. Absent: `http`. */
            validation?: ("http" | "dns") | string;
            /** @description The records that your customer has to publish, each with how it stands. */
            dns_records: components["schemas"]["DnsRecord"][];
            dns_provider?: components["schemas"]["DnsProvider"];
            dns_setup?: components["schemas"]["DnsSetup"];
            diagnosis: components["schemas"]["Diagnosis"];
            error?: components["schemas"]["DomainError"];
            /**
             * Format: date
             * @description From the first activation on.
             */
            renews_on?: string;
            /**
             * Format: date-time
             * @description From the first activation on.
             */
            last_renewed?: string;
            /**
             * Format: date-time
             * @description From the first activation on.
             */
            expires_at?: string;
            certificate?: components["schemas"]["Certificate"];
            move?: components["schemas"]["Move"];
            renewal?: components["schemas"]["Renewal"];
            revocation?: components["schemas"]["Revocation"];
            transfer?: components["schemas"]["Transfer"];
            /** @description Only in the answer to the request that is warned of: it was carried out, but probably not meant so. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description How many domains wait for whom. */
        DomainCounts: {
            /**
             * Format: int64
             * @description All domains of the organization. It lags by a second or two.
             */
            total: number;
            /** @description By `diagnosis.actor`. */
            by_actor: {
                /**
                 * Format: int64
                 * @description A customer has to change something in DNS.
                 */
                customer: number;
                /**
                 * Format: int64
                 * @description You have to.
                 */
                integrator: number;
                /**
                 * Format: int64
                 * @description This service has to.
                 */
                service: number;
                /**
                 * Format: int64
                 * @description Served, or going on by themselves.
                 */
                nobody: number;
            };
            /** @description False where so many wait for somebody that they were not all counted: there are at least these. */
            is_complete: boolean;
            /**
             * Format: date-time
             * @description When `customer`, `integrator` and `service` were counted: at most 30 s ago. `total` and `nobody` are of now.
             */
            counted_at: string;
        };
        DomainCreatedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.created";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        DomainDeletedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.deleted";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        DomainDnsChangedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.dns_changed";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        DomainDnsRestoredEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.dns_restored";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        /** @description The present obstacle, or why it ended. Absent while all is well. */
        DomainError: {
            /** @description For your program: a code never changes its meaning. */
            code: ("dns_validation_failed" | "cname_not_found" | "invalid_cname_target" | "dns_validation_timeout" | "certificate_request_failed" | "certificate_timeout" | "certificate_install_failed" | "certificate_expired") | string;
            /** @description For people, in English; it may be worded differently in a later version. */
            message: string;
            /** @description What belongs to this `code`. `dns_validation_failed`: `domain`, `expected_cname`. `cname_not_found`: `domain`, `expected_target`. `invalid_cname_target`: `domain`, `actual_target`, `expected_target`. `dns_validation_timeout`: `domain`, `started_at`, `timed_out_at`. `certificate_request_failed`: `domain`, `acme_error`. `certificate_timeout`: `domain`, `certificate_request_id`. `certificate_install_failed`: `domain`, `expected_fingerprint`, `observed_fingerprint`. `certificate_expired`: `domain`, `expired_at`. */
            details: {
                /** @description The hostname. */
                domain: string;
                /** @description Where the CNAME record has to point. */
                expected_cname?: string;
                /** @description Where the CNAME record has to point. */
                expected_target?: string;
                /** @description Where the CNAME record points instead. */
                actual_target?: string;
                /**
                 * Format: date-time
                 * @description When the service began to look for the record.
                 */
                started_at?: string;
                /**
                 * Format: date-time
                 * @description When it gave up.
                 */
                timed_out_at?: string;
                /** @description `<problem type>: <detail>`, in the words of the certificate authority. */
                acme_error?: string;
                /** @description Names the service’s request for the certificate: tell it when you report the problem. */
                certificate_request_id?: string;
                /** @description SHA-256, hexadecimal, lower case. */
                expected_fingerprint?: string;
                /** @description SHA-256, hexadecimal, lower case. */
                observed_fingerprint?: string;
                /**
                 * Format: date-time
                 * @description When the last certificate ended.
                 */
                expired_at?: string;
            };
        };
        /** @description One entry of a domain’s timeline. */
        DomainEvent: {
            /** @description Names the entry. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description For example `order.created`. New types are added over time. */
            type: string;
            /** @description The code of the diagnosis at that moment. */
            diagnosis: ("ok" | "in_progress" | "cname_not_found" | "invalid_cname_target" | "dns_validation_failed" | "dns_validation_timeout" | "proxied_dns" | "conflicting_records" | "caa_forbids_issuance" | "challenge_unreachable" | "ca_rate_limited" | "certificate_request_failed" | "certificate_timeout" | "certificate_install_failed" | "server_not_connected" | "certificate_not_served" | "certificate_expired" | "hostname_claimed" | "ready_to_switch") | string;
            /** @description The reason of the diagnosis, where it has one. */
            reason?: ("target_typo" | "missing_dot" | "base_target" | "name_before_target" | "other_target" | "other_server" | "doubled_name" | "address_instead" | "txt_instead" | "wildcard_answer" | "cname_loop" | "chain_too_long" | "chain_unanswered" | "negative_cache" | "servfail" | "dnssec_bogus" | "dnssec_expired" | "dnssec_key_missing" | "lame_servers" | "servers_silent" | "servers_not_public" | "servers_disagree" | "name_servers_differ" | "domain_not_registered" | "validation_missing" | "validation_wrong" | "caa_unreadable" | "caa_restricted" | "caa_not_understood" | "caa_at_target" | "ca_account_refused" | "record_beside_cname" | "proxy_addresses" | "server_created" | "former_server" | "reached_by_agent" | "addresses_elsewhere" | "ipv6_elsewhere" | "lookup_failed" | "connection_failed" | "server_busy" | "bad_gateway" | "redirect_refused" | "answered_by_wordpress" | "answered_by_login_page" | "answered_by_parked_page" | "answered_by_cloudflare" | "answered_by_default_page" | "answered_by_firewall" | "renewal_paused" | "former_certificate" | "certificate_ends_soon" | "other_certificate" | "other_hostname" | "self_signed" | "chain_incomplete" | "tls_failed" | "https_unreachable" | "server_silent" | "machine_silent" | "not_seen_now" | "access_unchecked" | "role_not_assumable" | "external_id_not_required" | "action_denied" | "listener_not_found" | "listener_of_other_account" | "listener_without_tls" | "listener_full" | "rules_full" | "certificates_full" | "imports_used_up" | "certificate_unsupported" | "certificate_in_use" | "distribution_not_found" | "distribution_for_one_tenant" | "connection_group_not_found" | "tenants_full" | "hostname_taken_at_aws" | "hostname_not_at_cloudfront" | "managed_certificate_failed" | "aws_throttled" | "aws_unavailable") | string;
            /** @description What a wrong record points to, or what else was seen. Written by strangers: escape it wherever it is shown. */
            observed?: string;
            /** @description What the diagnosis rests on. With `reason` and `observed` only where it became another. */
            evidence?: components["schemas"]["Evidence"][];
            /**
             * Format: int64
             * @description So many looks at DNS before this one found nothing new, and are no entries. Absent: none that are known of.
             */
            quiet_looks?: number;
            /** @description Who caused it. */
            actor: {
                /** @description `api_key`: a request of yours. `user`: one of your people, in the dashboard. `service`: the service on its own. */
                type: ("api_key" | "user" | "service") | string;
                /** @description The public id of the API key. */
                key_id?: string;
                /** @description The id of the person. */
                user_id?: string;
            };
            /** @description The `X-Request-Id` of the request that it comes from, where it comes from one. */
            request_id?: string;
        };
        DomainEventPage: {
            /** @description The items of this page. */
            data: components["schemas"]["DomainEvent"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description How many certificates end in which week. */
        DomainExpiries: {
            /** @description Certificates that ended before the first of the weeks. */
            earlier: {
                /**
                 * Format: int64
                 * @description It is renewed without anybody.
                 */
                by_itself: number;
                /**
                 * Format: int64
                 * @description You or a customer have to do something before it can be renewed.
                 */
                needs_somebody: number;
            };
            /** @description Weeks from Monday to Monday in UTC, the present one first. */
            weeks: {
                /**
                 * Format: date-time
                 * @description The Monday with which it begins.
                 */
                starts_at: string;
                /**
                 * Format: date-time
                 * @description The next Monday, which is not in it any more.
                 */
                ends_at: string;
                /**
                 * Format: int64
                 * @description It is renewed without anybody.
                 */
                by_itself: number;
                /**
                 * Format: int64
                 * @description You or a customer have to do something before it can be renewed.
                 */
                needs_somebody: number;
            }[];
            /** @description False where so many end that they were not all counted: from `complete_until` on there are more. */
            is_complete: boolean;
            /**
             * Format: date-time
             * @description Up to there everything was counted; absent if it was.
             */
            complete_until?: string;
            /**
             * Format: date-time
             * @description When the domains were counted.
             */
            counted_at: string;
        };
        DomainPage: {
            /** @description The items of this page. */
            data: components["schemas"]["Domain"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        DomainTransferRequestedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.transfer_requested";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        DomainTransferredEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.transferred";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        DomainUpdatedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.updated";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        DomainValidatedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.validated";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        DomainValidationFailedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "domain.validation_failed";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The domain as it was at that moment. */
            data: {
                domain: components["schemas"]["Domain"];
            };
        };
        /** @description All links to the page of a domain that were made before have ended. */
        EndedPortalLinks: {
            /**
             * Format: int64
             * @description The id of the domain.
             */
            id: number;
            /** @description It is gone. */
            deleted: boolean;
        };
        /** @description The right to enroll one machine, or several. */
        Enrollment: {
            /** @description Enrolls one machine, once, or as many as `max_machines` says. It is shown here only. */
            token: string;
            /**
             * Format: date-time
             * @description Until when the token can be used.
             */
            expires_at: string;
            /**
             * Format: int64
             * @description The id of the server whose certificates the machine will get.
             */
            server_id: number;
            /** @description Of a reusable token, to revoke it. */
            id?: string;
            /**
             * Format: int64
             * @description How many machines may enroll with it in all.
             */
            max_machines?: number;
        };
        /** @description A reusable token, without its secret. */
        EnrollmentToken: {
            /** @description Names the token, to revoke it. */
            id: string;
            /**
             * Format: int64
             * @description The id of the server whose certificates its machines get.
             */
            server_id: number;
            /**
             * Format: int64
             * @description How many machines may enroll with it in all.
             */
            max_machines: number;
            /**
             * Format: int64
             * @description How many have enrolled with it, those included that were revoked since.
             */
            machines_enrolled: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when machines can enroll with it.
             */
            expires_at: string;
        };
        EnrollmentTokenPage: {
            /** @description The items of this page. */
            data: components["schemas"]["EnrollmentToken"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description The body of every error. */
        ErrorBody: {
            error: components["schemas"]["ApiError"];
        };
        /** @description Something that happened: the body of its deliveries. */
        Event: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in the delivery of a test: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /** @description What happened. */
            event: ("domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test") | string;
            /**
             * Format: int64
             * @description Absent where the event is about a webhook.
             */
            domain_id?: number;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description `domain` or `webhook`, as the API showed it at that moment; by `event`, see the webhooks. */
            data: {
                [key: string]: unknown;
            };
        };
        EventPage: {
            /** @description The items of this page. */
            data: components["schemas"]["Event"][];
            /** @description Goes into `cursor` for what follows, also for what is yet to happen: never null. */
            next_cursor: string;
        };
        /** @description What somebody outside answered the service. */
        Evidence: {
            /** @description How the service asked. */
            kind: ("dns" | "http" | "tls" | "acme" | "caa") | string;
            /** @description What it asked. */
            asked: string;
            /** @description Who answered: a name server, or an address. */
            server?: string;
            /** @description Written by strangers: escape it wherever it is shown. */
            answer: string;
            /**
             * Format: date-time
             * @description When it asked.
             */
            at: string;
        };
        /** @description An item of a bulk request that was refused. */
        FailedItem: {
            /**
             * Format: int64
             * @description The place of the item in the request.
             */
            index: number;
            /**
             * @description The item was refused. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "error";
            /** @description The error that it would have had as a request of its own. */
            error: {
                /** @description For your program: a code never changes its meaning. */
                code: string;
                /** @description For people, in English; it may be worded differently in a later version. */
                message: string;
                /** @description What belongs to this `code`. */
                details?: {
                    [key: string]: unknown;
                };
            };
        };
        /** @description What goes wrong, who has to act, and how long it lasts. */
        FailuresReport: {
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it. */
            is_complete: boolean;
            /** @description Days of which nothing is known: from before the organization, or this report. */
            missing_days: string[];
            /** @description Most frequent first. */
            data: {
                /** @description The code of the diagnosis. */
                code: ("ok" | "in_progress" | "cname_not_found" | "invalid_cname_target" | "dns_validation_failed" | "dns_validation_timeout" | "proxied_dns" | "conflicting_records" | "caa_forbids_issuance" | "challenge_unreachable" | "ca_rate_limited" | "certificate_request_failed" | "certificate_timeout" | "certificate_install_failed" | "server_not_connected" | "certificate_not_served" | "certificate_expired" | "hostname_claimed" | "ready_to_switch") | string;
                /**
                 * @description Who had to act.
                 * @enum {string}
                 */
                actor: "customer" | "integrator" | "service" | "nobody";
                /**
                 * Format: int64
                 * @description How often a domain failed so.
                 */
                failed: number;
                /**
                 * Format: int64
                 * @description How often it threatened a certificate in use.
                 */
                at_risk: number;
                /**
                 * Format: int64
                 * @description How many such failures ended.
                 */
                fixed: number;
                /** @description From the failure to its end; absent where none ended. */
                mean_hours_until_fixed?: number;
            }[];
            /** @description Oldest first. */
            days: {
                /**
                 * Format: date
                 * @description In UTC.
                 */
                day: string;
                /**
                 * Format: int64
                 * @description Failures.
                 */
                failed: number;
                /**
                 * Format: int64
                 * @description Threats to a certificate in use.
                 */
                at_risk: number;
                /**
                 * Format: int64
                 * @description Failures that ended.
                 */
                fixed: number;
            }[];
        };
        /** @description A report that a secret has leaked. */
        LeakInEvent: {
            /** @description GitHub, as its signature proves, or whoever holds the secret. */
            reporter: ("github" | "holder") | string;
            /** @description The key, or only the secret that a rotation had replaced. */
            ended: ("key" | "former_secret") | string;
            /** @description Where it was found, as the reporter says. Where that is not GitHub, anybody may have written it. */
            url?: string;
        };
        LookAtDnsOfManyRequest: {
            /** @description The hostnames, each without scheme. */
            urls: string[];
            /**
             * Format: int64
             * @description The id of the server on which the certificate is installed.
             */
            server_id?: number;
        };
        LookAtDnsRequest: {
            /**
             * @description A hostname without scheme: a subdomain, no apex domain. Upper case and one trailing dot are taken away, and an internationalized name is answered as punycode. Where the deployment allows wildcards, `*.shop.customer.com` stands for every name one label below; it needs `validation` `dns`.
             * @example shop.customer.com
             */
            url: string;
            /**
             * Format: int64
             * @description The id of the server on which the certificate is installed.
             */
            server_id?: number;
        };
        /** @description A machine whose agent may fetch the certificates of its server. */
        Machine: {
            /** @description Names the machine, to revoke it. */
            id: string;
            /** @description The name with which the machine was enrolled. */
            name: string;
            /**
             * Format: date-time
             * @description When its agent registered its keys.
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When its agent last called the service; absent until the first time.
             */
            last_seen_at?: string;
        };
        MachineEnrolledEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "machine.enrolled";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The machine and its server as they were at that moment. */
            data: {
                machine: components["schemas"]["Machine"];
                server: components["schemas"]["Server"];
            };
        };
        /** @description The record that a machine got a private key. */
        MachineKey: {
            /** @description Of the record. */
            id: string;
            /**
             * Format: int64
             * @description The id of the domain that it is about.
             */
            domain_id: number;
            /** @description The hostname of the domain then. */
            hostname: string;
            /** @description Of the certificate whose key it is. */
            fingerprint_sha256: string;
            /**
             * Format: date-time
             * @description When it left the service.
             */
            released_at: string;
        };
        MachineKeyPage: {
            /** @description The items of this page. */
            data: components["schemas"]["MachineKey"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        MachineKeysRotatedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "machine.keys_rotated";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The machine and its server as they were at that moment. */
            data: {
                machine: components["schemas"]["Machine"];
                server: components["schemas"]["Server"];
            };
        };
        MachinePage: {
            /** @description The items of this page. */
            data: components["schemas"]["Machine"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        MachineRevokedEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "machine.revoked";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The machine and its server as they were at that moment. */
            data: {
                machine: components["schemas"]["Machine"];
                /**
                 * @description The service itself took the machine out, which had been silent for days.
                 * @constant
                 */
                reason?: "silent";
                server: components["schemas"]["Server"];
            };
        };
        /** @description On its way to the server that `server_id` names. */
        Move: {
            /**
             * Format: int64
             * @description The server that serves until the move is over.
             */
            from_server_id: number;
            /** @description `awaiting_dns`: the new server serves; the CNAME record still leads to the old one. */
            state: ("installing" | "awaiting_dns") | string;
        };
        MoveTestClockRequest: {
            /** @description By how many seconds the clock goes forward. */
            advance_seconds?: number;
            /**
             * Format: date-time
             * @description In place of `advance_seconds`: what the clock is to show. Not before what it shows.
             */
            now?: string;
        };
        /** @description Your organization, and what is left of its limits. */
        Organization: {
            /** @description Names your organization: tell it when you report a problem. */
            id: string;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description The name that an administrator gave it. */
            name: string;
            /** @description The API key of this request. */
            key: {
                /** @description Its public part, which goes into `X-API-KEY-ID`. */
                id: string;
                /** @description The name that an administrator gave it. */
                name: string;
                /** @description What it may do. */
                permissions: (("domains.read" | "domains.check" | "domains.write" | "servers.read" | "servers.write" | "webhooks.read" | "webhooks.write" | "keys.read" | "keys.write" | "audit.read" | "reports.read") | string)[];
                /** @description IP addresses and ranges (CIDR) from which alone it may be used. */
                allowed_addresses?: string[];
                /** @description Ids of the servers whose domains alone it may see and change. */
                allowed_server_ids?: number[];
            };
            /** @description What your organization may use, and how much of it is used up. */
            limits: {
                /** @description Of this API key, in the present minute of the clock. */
                requests_per_minute: {
                    /**
                     * Format: int64
                     * @description The most that is allowed.
                     */
                    limit: number;
                    /**
                     * Format: int64
                     * @description How much of it is used up.
                     */
                    used: number;
                };
                /** @description Of all API keys together, in the present hour of the clock. */
                requests_per_hour: {
                    /**
                     * Format: int64
                     * @description The most that is allowed.
                     */
                    limit: number;
                    /**
                     * Format: int64
                     * @description How much of it is used up.
                     */
                    used: number;
                };
                /** @description Domains. */
                domains: {
                    /**
                     * Format: int64
                     * @description The most that is allowed.
                     */
                    limit: number;
                    /**
                     * Format: int64
                     * @description How much of it is used up.
                     */
                    used: number;
                };
                /** @description Domains that were never validated. */
                unvalidated_domains: {
                    /**
                     * Format: int64
                     * @description The most that is allowed.
                     */
                    limit: number;
                    /**
                     * Format: int64
                     * @description How much of it is used up.
                     */
                    used: number;
                };
                /** @description Servers. */
                servers: {
                    /**
                     * Format: int64
                     * @description The most that is allowed.
                     */
                    limit: number;
                    /**
                     * Format: int64
                     * @description How much of it is used up.
                     */
                    used: number;
                };
                /** @description Webhooks. */
                webhooks: {
                    /**
                     * Format: int64
                     * @description The most that is allowed.
                     */
                    limit: number;
                    /**
                     * Format: int64
                     * @description How much of it is used up.
                     */
                    used: number;
                };
                /** @description Webhooks created, or sent to another host, in the present hour of the clock. */
                new_receivers_per_hour: {
                    /**
                     * Format: int64
                     * @description The most that is allowed.
                     */
                    limit: number;
                    /**
                     * Format: int64
                     * @description How much of it is used up.
                     */
                    used: number;
                };
            };
            /**
             * Format: uri
             * @description Your portal, in which the owner of a hostname sees what to do. Absent until it is needed the first time.
             */
            portal_url?: string;
            /** @description Under this name lies the CNAME target of every server. It is no target itself: what a customer has to publish is the `cname_target` of the domain. */
            base_target: string;
            /**
             * @deprecated
             * @description The same as `base_target`, under a name that misleads: no CNAME record may point here.
             */
            cname_target: string;
        };
        /** @description A link to the portal, for the owner of one hostname. */
        PortalLink: {
            /**
             * Format: uri
             * @description The address to send: whoever has it sees this domain, and can have it looked at.
             */
            url: string;
            /**
             * Format: date-time
             * @description Until when the link works.
             */
            expires_at: string;
        };
        PutThemeRequest: {
            /** @description Colours, each as `#` and six hexadecimal digits. */
            colors?: {
                /** @description Where the device of whoever looks is set to light. */
                light?: {
                    /** @description What is written. */
                    text?: string;
                    /** @description What it is written on. */
                    surface?: string;
                    /** @description Borders. */
                    line?: string;
                    /** @description Links and buttons. */
                    accent?: string;
                    /** @description What is written on buttons. */
                    on_accent?: string;
                    /** @description What is right. */
                    good?: string;
                    /** @description What takes time. */
                    wait?: string;
                    /** @description What has to be mended. */
                    bad?: string;
                };
                /** @description Where it is set to dark. */
                dark?: {
                    /** @description What is written. */
                    text?: string;
                    /** @description What it is written on. */
                    surface?: string;
                    /** @description Borders. */
                    line?: string;
                    /** @description Links and buttons. */
                    accent?: string;
                    /** @description What is written on buttons. */
                    on_accent?: string;
                    /** @description What is right. */
                    good?: string;
                    /** @description What takes time. */
                    wait?: string;
                    /** @description What has to be mended. */
                    bad?: string;
                };
            };
            /**
             * @description A stack of fonts that devices have already.
             * @enum {string}
             */
            font?: "system" | "humanist" | "geometric" | "rounded" | "old_style" | "slab";
            /** @description How round corners are, in pixels. */
            radius?: number;
            /** @description Where owners of hostnames get help from you: an `https://` or a `mailto:` address. */
            support_url?: string;
            /** @description Sentences of yours, by language. They are shown as they are: markup is text. */
            texts?: {
                /** @description For whoever reads English. */
                en?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads German. */
                de?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads French. */
                fr?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads Spanish. */
                es?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads Brazilian Portuguese. */
                "pt-BR"?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads Japanese. */
                ja?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
            };
            /**
             * @description The language where neither the address nor the browser asks for another.
             * @enum {string}
             */
            locale?: "en" | "de" | "fr" | "es" | "pt-BR" | "ja";
            /** @description Origins of yours in whose pages the portal may be framed, such as `https://app.example.com`. Empty: in none. */
            frame_ancestors?: string[];
            /** @description A PNG or WebP image of at most 100,000 bytes, as base64. */
            logo?: string;
        };
        /** @description One change to the customer’s DNS records. */
        RecordFix: {
            /** @description What to do with the record. */
            action: ("add" | "change" | "remove") | string;
            /** @description The type of the record. */
            type: string;
            /** @description The whole name of the record. */
            name: string;
            /** @description The name as the form of the DNS provider takes it: without the zone; `@`, or what that form takes, for the zone itself. */
            host: string;
            /** @description What the record has to hold, as the form of the DNS provider takes it; or what the one to be removed holds. It ends with a full stop where the form would append the zone. */
            value: string;
        };
        RedeliverRequest: {
            /** @description Of a missed delivery: its `event_id`. The service does not know the delivery by its id alone. */
            event_id?: string;
        };
        RenewDomainRequest: Record<string, never>;
        /** @description Another certificate is on its way; the present one serves until it does. */
        Renewal: {
            /** @description `issuing`: on the way at the certificate authority; `installing`: on the way to the server. */
            state: ("issuing" | "installing") | string;
        };
        /** @description Whether certificates are renewed in time, and whether shorter lives would be, too. */
        RenewalsReport: {
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it. */
            is_complete: boolean;
            /** @description Days of which nothing is known: from before the organization, or this report. */
            missing_days: string[];
            /** @description Of all days. */
            total: {
                /**
                 * Format: int64
                 * @description Certificates that were renewed.
                 */
                renewed: number;
                /**
                 * Format: int64
                 * @description Of these, 14 days or more before the end; of a life shorter than 42 days, a third of it.
                 */
                on_time: number;
                /**
                 * Format: int64
                 * @description Of these, later than that.
                 */
                late: number;
                /**
                 * Format: int64
                 * @description Of these, from before this report: it is not known.
                 */
                unmeasured: number;
                /**
                 * Format: int64
                 * @description Certificates that ended before another was served.
                 */
                expired: number;
                /** @description Of what is measured and what expired; absent where there is neither. */
                on_time_share?: number;
            };
            /** @description The error budget of the range. */
            objective: {
                /** @description What we promise. */
                on_time_share: number;
                /** @description How many may be late or expire by that. */
                allowed: number;
                /**
                 * Format: int64
                 * @description How many were, or did.
                 */
                used: number;
                /** @description What is left of the allowed; below 0: the promise is broken. */
                left_share: number;
            };
            /** @description Who had to act before they expired. */
            expired_by: {
                /**
                 * @description Who had to act.
                 * @enum {string}
                 */
                actor: "customer" | "integrator" | "service" | "nobody";
                /**
                 * Format: int64
                 * @description Certificates that expired.
                 */
                certificates: number;
            }[];
            /** @description From the planned instant of a renewal to its end. */
            delays: {
                /** @description The longest delay that counts here; null: longer than all others. */
                up_to_seconds: number | null;
                /**
                 * Format: int64
                 * @description Renewals that took longer than the bucket before, and no longer than this.
                 */
                renewals: number;
            }[];
            /** @description How long certificates live. */
            lifetimes: {
                /** @description The longest life that counts here; null: longer than all others. */
                up_to_days: number | null;
                /**
                 * Format: int64
                 * @description Certificates of the range with such a life.
                 */
                certificates: number;
            }[];
            /** @description How the same renewals would have stood with shorter lives. */
            readiness: {
                /**
                 * Format: int64
                 * @description If all certificates lived so long.
                 */
                life_days: number;
                /** @description Needed on average for the domains of today. */
                renewals_per_day?: number;
                /** @description Of the measured renewals: those whose delay would have been in time; absent where there are none. */
                on_time_share?: number;
            }[];
            /** @description The limit that renewals have to fit in. */
            ca_orders: {
                /**
                 * Format: int64
                 * @description Orders that the certificate authority takes of this service in a day.
                 */
                per_day: number;
                /** @description False: it takes renewals beyond that. */
                counts_renewals: boolean;
            };
            /** @description Oldest first. */
            days: {
                /**
                 * Format: date
                 * @description In UTC.
                 */
                day: string;
                /**
                 * Format: int64
                 * @description Renewals in time.
                 */
                on_time: number;
                /**
                 * Format: int64
                 * @description Renewals that were late.
                 */
                late: number;
                /**
                 * Format: int64
                 * @description Renewals of which it is not known.
                 */
                unmeasured: number;
                /**
                 * Format: int64
                 * @description Certificates that expired.
                 */
                expired: number;
            }[];
        };
        /** @description What a replay has queued. */
        Replay: {
            /**
             * Format: int64
             * @description How many deliveries this call has queued.
             */
            queued: number;
            /** @description Goes into `cursor` of the same request for the rest; null when there is none. */
            next_cursor: string | null;
        };
        ReplayDeliveriesRequest: {
            /**
             * Format: date-time
             * @description Of events made then or later; of the last 30 days, if that is longer ago.
             */
            since: string;
            /**
             * Format: date-time
             * @description And not later than that; now, if absent.
             */
            until?: string;
            /**
             * @description Deliveries that have failed, and events that were missed. An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s `events` included it; it is listed 15 s after it was made, and at once while the webhook is disabled.
             * @default [
             *       "failed",
             *       "missed"
             *     ]
             */
            states?: ("failed" | "missed")[];
            /** @description `next_cursor` of the replay before; the rest stays the same. */
            cursor?: string;
        };
        /** @description A request of an API key that changed something, was refused or failed; without its body. */
        Request: {
            /** @description The `X-Request-Id` of its answer. */
            id: string;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it came.
             */
            created_at: string;
            /** @description How it was sent: GET, POST, PUT, PATCH or DELETE. */
            method: string;
            /** @description Below the site’s address. `…` stands for a part that looks like a secret. */
            path: string;
            /** @description What followed the question mark. `…` stands for what is not kept: cursors, metadata and whatever is no filter. */
            query?: string;
            /**
             * Format: int64
             * @description Of its answer.
             */
            status: number;
            /** @description The `code` of the error that it was answered with. */
            error_code?: string;
            /** @description The public id of the API key that sent it. */
            api_key_id: string;
            /** @description The address from which it came. */
            source_ip: string;
            /**
             * Format: int64
             * @description How long its answer took in the service.
             */
            milliseconds: number;
        };
        RequestPage: {
            /** @description The items of this page. */
            data: components["schemas"]["Request"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        RetryDomainRequest: Record<string, never>;
        /** @description A certificate of the domain that you asked to be revoked, until it is. */
        Revocation: {
            /** @description The reason that you gave. */
            reason: ("unspecified" | "keyCompromise" | "affiliationChanged" | "superseded" | "cessationOfOperation") | string;
            /**
             * Format: date-time
             * @description When you asked for it.
             */
            requested_at: string;
            /** @description Of the certificate that is to be revoked. Hexadecimal, lower case. */
            serial_number: string;
            /** @description `renewing`: a new certificate, with a new key, is on its way; `revoking`: it is served, and the old one is being revoked. */
            state: ("renewing" | "revoking") | string;
            /** @description Why the certificate authority has not revoked it yet, in its words. It is asked again automatically. */
            acme_error?: string;
        };
        RevokeDomainRequest: {
            /**
             * @description By the names of RFC 5280. `keyCompromise`: somebody else has or may have the private key; `superseded`: another certificate is to take its place; `unspecified`: none of the others.
             * @enum {string}
             */
            reason: "unspecified" | "keyCompromise" | "affiliationChanged" | "superseded" | "cessationOfOperation";
        };
        RevokedApiKey: {
            /** @description The id that the key had. */
            id: string;
            /** @description It is gone. */
            deleted: boolean;
        };
        RevokedEnrollmentToken: {
            /** @description The id that the token had. */
            id: string;
            /** @description It is gone. */
            deleted: boolean;
        };
        /** @description A machine that gets nothing more, and what it got. */
        RevokedMachine: {
            /** @description The id that the machine had. */
            id: string;
            /** @description It is gone. */
            deleted: boolean;
            /** @description The domains whose private keys the machine got. */
            keys: {
                /**
                 * Format: int64
                 * @description How many domains.
                 */
                count: number;
                /** @description At most 100 of them, those whose keys it got last. */
                domains: {
                    /**
                     * Format: int64
                     * @description The id of the domain that it is about.
                     */
                    domain_id: number;
                    /** @description The hostname of the domain then. */
                    hostname: string;
                }[];
                /** @description There are others: `GET …/{machine_id}/keys` lists all keys. */
                has_more: boolean;
            };
            /** @description Whether these domains get new keys, and their present certificates are revoked. */
            rekey: boolean;
        };
        RotateKeyRequest: {
            /**
             * @description For how long the former secret is accepted too.
             * @default 24
             */
            overlap_hours?: number;
        };
        RotateWebhookSecretRequest: {
            /** @description The new secret, 8 to 256 characters. Without one the service makes one. */
            secret?: string;
            /**
             * @description For how long deliveries are signed with the former secret too.
             * @default 24
             */
            overlap_hours?: number;
        };
        /** @description A place where certificates are installed: one or more machines of yours, or a load balancer or a CloudFront distribution in your AWS account. */
        Server: {
            /**
             * Format: int64
             * @description The number that a domain names it by, as `server_id`.
             */
            id: number;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description A name of your choice, for people. */
            name: string;
            /** @description How certificates are installed: `agent`, by a program on your machines; `alb`, by this service, at an Application Load Balancer in your AWS account; `cloudfront`, by this service, at a multi-tenant distribution of CloudFront there. */
            type: ("agent" | "alb" | "cloudfront") | string;
            /** @description What the type needs to know; one of type `agent` needs nothing. */
            config: {
                /** @description ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`. */
                machine_roles?: string[];
                /** @description The IAM role in your account that this service assumes. */
                role_arn?: string;
                /** @description The HTTPS listener to which certificates are added. Its default certificate stays as it is. */
                listener_arn?: string;
                /** @description The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule. */
                http_listener_arn?: string;
                /** @description The AWS region of the load balancer. */
                region?: string;
                /** @description The id of the multi-tenant distribution, for a server of type `cloudfront`: each hostname gets a distribution tenant there. */
                distribution_id?: string;
                /** @description The id of the connection group of the tenants. Without one: the default one of the account. */
                connection_group_id?: string;
                /** @description `true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported. */
                managed?: boolean;
            };
            /** @description One hostname, or one to eight IP addresses. */
            address?: string[];
            /** @description Where the CNAME records of its domains have to point. */
            cname_target: string;
            /** @description `unclaimed`: no machine has been enrolled, or the AWS account was not checked yet. `error`: `problem` says why. */
            status: ("unclaimed" | "online" | "offline" | "error") | string;
            /**
             * Format: date-time
             * @description When the AWS account was last checked.
             */
            checked_at?: string;
            problem?: components["schemas"]["ServerProblem"];
            /** @description What AWS limits in the account; a domain is refused once one of them is used up. */
            quotas?: components["schemas"]["ServerQuota"][];
            /**
             * Format: date-time
             * @description When the agent of one of its machines last called the service, or when the check of the AWS account last found all well; absent until the first time.
             */
            last_seen_at?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        ServerOfflineEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "server.offline";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The server as it was at that moment, and which of its machines were silent then. */
            data: {
                server: components["schemas"]["Server"];
                /** @description Those of its machines that are known to be silent, this event’s among them if it tells of silence: a hundred at most. */
                silent_machines: components["schemas"]["Machine"][];
            };
        };
        ServerOnlineEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "server.online";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The server as it was at that moment, and which of its machines were silent then. */
            data: {
                server: components["schemas"]["Server"];
                /** @description Those of its machines that are known to be silent, this event’s among them if it tells of silence: a hundred at most. */
                silent_machines: components["schemas"]["Machine"][];
            };
        };
        ServerPage: {
            /** @description The items of this page. */
            data: components["schemas"]["Server"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description Why the service cannot work in the AWS account of a server. */
        ServerProblem: {
            /** @description Stays the same for programs; a diagnosis of a domain has the same reason. */
            reason: ("role_not_assumable" | "external_id_not_required" | "action_denied" | "listener_not_found" | "listener_of_other_account" | "listener_without_tls" | "listener_full" | "rules_full" | "certificates_full" | "imports_used_up" | "certificate_unsupported" | "certificate_in_use" | "distribution_not_found" | "distribution_for_one_tenant" | "connection_group_not_found" | "tenants_full" | "hostname_taken_at_aws" | "hostname_not_at_cloudfront" | "managed_certificate_failed" | "aws_throttled" | "aws_unavailable") | string;
            /** @description The action that AWS denies the role, as policies name it. */
            action?: string;
            /** @description What is the matter. */
            summary: string;
            /** @description What to do. */
            fix: string;
        };
        /** @description A quota of AWS. Once it is used up, no domain can be added to the server. */
        ServerQuota: {
            /** @description What is limited. */
            name: ("certificates_per_load_balancer" | "distribution_tenants" | "certificates_in_acm" | "imports_per_year") | string;
            /**
             * Format: int64
             * @description How much of it is in use, by whomever.
             */
            used: number;
            /**
             * Format: int64
             * @description As AWS applies it to the account at present.
             */
            limit: number;
        };
        /** @description The clock of the organization’s test mode. */
        TestClock: {
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description What the clock shows.
             */
            now: string;
            /** @description By how much it is ahead of the time of day. */
            ahead_seconds: number;
        };
        TestWebhookRequest: {
            /**
             * @description What the sample is of.
             * @default webhook.test
             * @enum {string}
             */
            event?: "domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test";
            /**
             * Format: int64
             * @description A domain of yours that the sample shows, for an event about a domain; needs `domains.read` as well.
             */
            domain_id?: number;
        };
        /** @description How the portal looks, and the widget with its style sheet. */
        Theme: {
            /** @description Colours, each as `#` and six hexadecimal digits. */
            colors: {
                /** @description Where the device of whoever looks is set to light. */
                light: {
                    /** @description What is written. */
                    text: string;
                    /** @description What it is written on. */
                    surface: string;
                    /** @description Borders. */
                    line: string;
                    /** @description Links and buttons. */
                    accent: string;
                    /** @description What is written on buttons. */
                    on_accent: string;
                    /** @description What is right. */
                    good: string;
                    /** @description What takes time. */
                    wait: string;
                    /** @description What has to be mended. */
                    bad: string;
                };
                /** @description Where it is set to dark. */
                dark: {
                    /** @description What is written. */
                    text: string;
                    /** @description What it is written on. */
                    surface: string;
                    /** @description Borders. */
                    line: string;
                    /** @description Links and buttons. */
                    accent: string;
                    /** @description What is written on buttons. */
                    on_accent: string;
                    /** @description What is right. */
                    good: string;
                    /** @description What takes time. */
                    wait: string;
                    /** @description What has to be mended. */
                    bad: string;
                };
            };
            /** @description A stack of fonts that devices have already. */
            font: ("system" | "humanist" | "geometric" | "rounded" | "old_style" | "slab") | string;
            /** @description How round corners are, in pixels. */
            radius: number;
            /** @description A PNG or WebP image of at most 100,000 bytes, as base64. */
            logo?: string;
            /** @description Where owners of hostnames get help from you: an `https://` or a `mailto:` address. */
            support_url?: string;
            /** @description Sentences of yours, by language. They are shown as they are: markup is text. */
            texts: {
                /** @description For whoever reads English. */
                en?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads German. */
                de?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads French. */
                fr?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads Spanish. */
                es?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads Brazilian Portuguese. */
                "pt-BR"?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
                /** @description For whoever reads Japanese. */
                ja?: {
                    /** @description A sentence or two at the top of the portal. */
                    welcome?: string;
                    /** @description A sentence or two beside the address where help is. */
                    help?: string;
                };
            };
            /** @description The language where neither the address nor the browser asks for another. */
            locale: ("en" | "de" | "fr" | "es" | "pt-BR" | "ja") | string;
            /** @description Origins of yours in whose pages the portal may be framed, such as `https://app.example.com`. Empty: in none. */
            frame_ancestors: string[];
        };
        /** @description How long customers wait for their first certificate, and for whom. */
        TimeToActiveReport: {
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it. */
            is_complete: boolean;
            /** @description Days of which nothing is known: from before the organization, or this report. */
            missing_days: string[];
            /** @description Of all days. */
            total: {
                /**
                 * Format: int64
                 * @description Domains that got their first certificate.
                 */
                domains: number;
                /**
                 * Format: int64
                 * @description Half of them waited no longer.
                 */
                p50_seconds?: number;
                /**
                 * Format: int64
                 * @description Nine of ten waited no longer.
                 */
                p90_seconds?: number;
                /**
                 * Format: int64
                 * @description 99 of 100 waited no longer.
                 */
                p99_seconds?: number;
                /** @description For whom a domain waited, on average; absent where it is known of none. */
                waits?: {
                    /**
                     * Format: int64
                     * @description Domains of which it is known: those of today are not among them.
                     */
                    domains: number;
                    /**
                     * Format: int64
                     * @description For the owner of the domain: the record, or another that is in the way.
                     */
                    customer_seconds: number;
                    /**
                     * Format: int64
                     * @description For the certificate authority.
                     */
                    ca_seconds: number;
                    /**
                     * Format: int64
                     * @description For your server.
                     */
                    server_seconds: number;
                    /**
                     * Format: int64
                     * @description For this service.
                     */
                    service_seconds: number;
                };
            };
            /** @description From the creation of a domain to its first certificate. The buckets never change. */
            histogram: {
                /** @description The longest wait that counts here; null: longer than all others. */
                up_to_seconds: number | null;
                /**
                 * Format: int64
                 * @description Domains that waited longer than the bucket before, and no longer than this.
                 */
                domains: number;
            }[];
            /** @description Oldest first. */
            days: {
                /**
                 * Format: date
                 * @description In UTC.
                 */
                day: string;
                /**
                 * Format: int64
                 * @description Domains that got their first certificate.
                 */
                domains: number;
                /**
                 * Format: int64
                 * @description Half of them waited no longer.
                 */
                p50_seconds?: number;
            }[];
        };
        /** @description Another organization has proven, with a TXT record, that the hostname is its own. */
        Transfer: {
            /** @description `completed`: only in the event `domain.transferred`, after which the domain is gone. */
            state: ("requested" | "refused" | "completed") | string;
            /**
             * Format: date-time
             * @description When the record was first seen, and the notice began.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description The end of the notice. From then on the other organization may take the hostname over.
             */
            until: string;
            /**
             * Format: date-time
             * @description 30 days later. From then on it is as if nobody had asked, nor refused.
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description When the holder refused.
             */
            refused_at?: string;
            /** @description Why it was refused. */
            reason?: ("owner_disagrees" | "contract_runs" | "zone_compromised") | string;
        };
        UpdateDomainRequest: {
            /**
             * Format: int64
             * @description The id of the server to which the domain moves.
             */
            server_id?: number;
            /** @description Whether your webhooks are told what happens to it. The list of events has it in any case. */
            send_notifications?: boolean;
            /**
             * @description `http`: the certificate authority asks the server, so that the CNAME record comes first. `dns`: it reads a record of its own, the first of `dns_records`, so that the certificate comes before the traffic.
             * @enum {string}
             */
            validation?: "http" | "dns";
            /**
             * @description Refuses the transfer that `transfer` shows, and says why. `owner_disagrees`: the owner of the hostname wants to stay with you; `contract_runs`: a contract binds it to you; `zone_compromised`: somebody else than the owner has set the TXT record. The other organization is told this word, and nothing else of you.
             * @enum {string}
             */
            refuse_transfer?: "owner_disagrees" | "contract_runs" | "zone_compromised";
            /** @description Merged with what is there; null removes a key. At most 20 keys may be left. */
            metadata?: {
                [key: string]: string | null;
            };
        };
        UpdateKeyRequest: {
            /** @description What it is for, in words of your own. */
            name?: string;
            /** @description When it ends by itself; null: never. */
            expires_at?: string | null;
            /** @description IP addresses and ranges (CIDR) from which alone it may be used. Null: from everywhere. */
            allowed_addresses?: string[] | null;
            /** @description Ids of the servers whose domains alone it may see and change. Null: all. */
            allowed_server_ids?: number[] | null;
        };
        UpdateServerRequest: {
            /** @description What the type needs to know; one of type `agent` needs nothing. */
            config?: {
                /** @description ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`. */
                machine_roles?: string[];
                /** @description The IAM role in your account that this service assumes. */
                role_arn?: string;
                /** @description The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule. Null takes it away. */
                http_listener_arn?: string | null;
                /** @description `true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported. */
                managed?: boolean;
            };
            /** @description A name of your choice, for people. */
            name?: string;
            /** @description Where the `cname_target` points: one hostname, or one to eight IP addresses; null takes it away. */
            address?: string[] | null;
        };
        UpdateWebhookRequest: {
            /** @description Where events are sent. It has no user name and no fragment. It is kept as the URL standard writes it: with a path, its host in lower case and in punycode. */
            url?: string;
            /** @description The names of the events to be sent; `*` stands for all, future ones too. */
            events?: ("domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test" | "*")[];
            /** @description What it is for, in words of your own. Null takes it away. */
            description?: string | null;
            /**
             * @description `disabled`: nothing is sent until you set `active`.
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        /** @description What was done, but probably not meant. */
        Warning: {
            /** @description `server_created`: the `server_id` that was sent has made the server. */
            code: "server_created" | string;
            /** @description What is probably not meant, and what to do then. */
            message: string;
        };
        /** @description Where events are sent. */
        Webhook: {
            /**
             * Format: int64
             * @description Names the webhook in every other call.
             */
            id: number;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Where events are sent. What follows a `?` is masked: it may hold a secret. */
            url: string;
            /** @description `*` stands for all, future ones too. */
            events: (("domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test" | "*") | string)[];
            /** @description `disabled`: nothing is sent until you enable it again. */
            status: ("active" | "disabled") | string;
            /** @description Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days. */
            disabled?: {
                /**
                 * Format: date-time
                 * @description When it was disabled.
                 */
                at: string;
                /** @description `asked`: by a request. `gone`: it answered 410. `failing`: its deliveries have failed for days. */
                because: ("asked" | "gone" | "failing") | string;
            };
            /** @description What it is for, in words of your own. */
            description?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description After a rotation: until then deliveries are signed with the former secret too.
             */
            previous_secret_ends_at?: string;
            /** @description How the last delivery stands; absent before the first. */
            last_delivery?: {
                /** @description `pending`: it is tried again. */
                status: ("pending" | "succeeded" | "failed") | string;
                /**
                 * Format: date-time
                 * @description When that was decided.
                 */
                at: string;
            };
            /** @description What may be wrong with the `url`, found when it was set. Only in the answer to that request. */
            warnings?: string[];
        };
        WebhookDisabledEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "webhook.disabled";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The webhook as it was at that moment. */
            data: {
                webhook: components["schemas"]["Webhook"];
            };
        };
        /** @description How a webhook’s receiver has answered in the last 24 hours. */
        WebhookHealth: {
            /**
             * Format: date-time
             * @description Events made since then are counted: for 24 hours, or less where `is_complete` is false.
             */
            since: string;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            until: string;
            /** @description Without tests. */
            deliveries: {
                /**
                 * Format: int64
                 * @description How many were received.
                 */
                succeeded: number;
                /**
                 * Format: int64
                 * @description How many were given up.
                 */
                failed: number;
                /**
                 * Format: int64
                 * @description How many are still tried.
                 */
                pending: number;
            };
            /** @description The share of those that have ended which succeeded. Absent where none has ended. */
            success_rate?: number;
            /**
             * Format: int64
             * @description How often they were sent in all.
             */
            attempts: number;
            /**
             * Format: int64
             * @description How long the receiver took at most in 95 % of these attempts. Absent where there was none.
             */
            p95_milliseconds?: number;
            /** @description False: there are more deliveries than the newest 1,000 (or a megabyte of them), which are counted. */
            is_complete: boolean;
        };
        WebhookPage: {
            /** @description The items of this page. */
            data: components["schemas"]["Webhook"][];
            /** @description Goes into `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        WebhookTestEvent: {
            /** @description The same in every attempt and in every webhook. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            event: "webhook.test";
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Only in a test that somebody requested: nothing has happened. Do not act on it. */
            is_test?: boolean;
            /**
             * Format: date-time
             * @description When it came true. Order is not promised: compare this.
             */
            created_at: string;
            /** @description The webhook as it was at that moment. */
            data: {
                webhook: components["schemas"]["Webhook"];
            };
        };
        /** @description A webhook, and the secret that signs its deliveries. */
        WebhookWithSecret: {
            /**
             * Format: int64
             * @description Names the webhook in every other call.
             */
            id: number;
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /** @description Where events are sent. What follows a `?` is masked: it may hold a secret. */
            url: string;
            /** @description `*` stands for all, future ones too. */
            events: (("domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test" | "*") | string)[];
            /** @description `disabled`: nothing is sent until you enable it again. */
            status: ("active" | "disabled") | string;
            /** @description Since when and why it is disabled: by a request, because it answered 410, or because its deliveries have failed for days. */
            disabled?: {
                /**
                 * Format: date-time
                 * @description When it was disabled.
                 */
                at: string;
                /** @description `asked`: by a request. `gone`: it answered 410. `failing`: its deliveries have failed for days. */
                because: ("asked" | "gone" | "failing") | string;
            };
            /** @description What it is for, in words of your own. */
            description?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description After a rotation: until then deliveries are signed with the former secret too.
             */
            previous_secret_ends_at?: string;
            /** @description How the last delivery stands; absent before the first. */
            last_delivery?: {
                /** @description `pending`: it is tried again. */
                status: ("pending" | "succeeded" | "failed") | string;
                /**
                 * Format: date-time
                 * @description When that was decided.
                 */
                at: string;
            };
            /** @description What may be wrong with the `url`, found when it was set. Only in the answer to that request. */
            warnings?: string[];
            /** @description Signs the deliveries. It is shown here only. */
            secret: string;
        };
        /** @description How your receivers take deliveries. Today is not in it. */
        WebhooksReport: {
            /** @description False for test data, which only keys of test mode reach. */
            livemode: boolean;
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Whether each day is counted whole. A day is computed in the night after it; until then, what can be told from the first 1,000 events since is in it. */
            is_complete: boolean;
            /** @description Days of which nothing is known: from before the organization, or this report. */
            missing_days: string[];
            /** @description Each webhook with deliveries that was there in the night after. */
            data: {
                /**
                 * Format: int64
                 * @description The id of the webhook.
                 */
                webhook_id: number;
                /**
                 * Format: int64
                 * @description Deliveries of events of that time that arrived.
                 */
                succeeded: number;
                /**
                 * Format: int64
                 * @description Deliveries that were given up.
                 */
                failed: number;
                /**
                 * Format: int64
                 * @description Deliveries that were still tried when they were counted.
                 */
                pending: number;
                /** @description Of those that ended; absent where none did. */
                success_rate?: number;
                /**
                 * Format: int64
                 * @description Attempts of all of them.
                 */
                attempts: number;
                /**
                 * Format: int64
                 * @description 95 of 100 attempts took no longer; absent where there were none, or it is more than 30 s.
                 */
                p95_milliseconds?: number;
                /** @description Days with deliveries, oldest first. */
                days: {
                    /**
                     * Format: date
                     * @description In UTC.
                     */
                    day: string;
                    /**
                     * Format: int64
                     * @description Deliveries of events of that time that arrived.
                     */
                    succeeded: number;
                    /**
                     * Format: int64
                     * @description Deliveries that were given up.
                     */
                    failed: number;
                    /**
                     * Format: int64
                     * @description Deliveries that were still tried when they were counted.
                     */
                    pending: number;
                    /** @description Of those that ended; absent where none did. */
                    success_rate?: number;
                    /**
                     * Format: int64
                     * @description Attempts of all of them.
                     */
                    attempts: number;
                    /**
                     * Format: int64
                     * @description 95 of 100 attempts took no longer; absent where there were none, or it is more than 30 s.
                     */
                    p95_milliseconds?: number;
                }[];
            }[];
        };
    };
    responses: {
        /** @description The key is valid, but restricted: to addresses from which it may be used, or to servers. `details.restriction` says to which of these. */
        ApiKeyRestrictedResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running; ask again for its answer. */
        ConflictResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The key is valid, but lacks the permission that `details.required_permission` names. Or: The key is valid, but restricted: to addresses from which it may be used, or to servers. `details.restriction` says to which of these. */
        InsufficientPermissionsOrApiKeyRestrictedResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service made a mistake. It has been recorded. */
        InternalErrorResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The key headers are missing, or the key is wrong, revoked or expired. Which of these is said only of an expired key, to whoever has its secret. */
        InvalidApiKeyResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request cannot be read: no valid JSON object, a wrong content type, or too large. */
        InvalidRequestResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The resource has been changed since you read it: its `ETag` is not the one in `If-Match`. */
        PreconditionFailedResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Too many requests in the present window; `details` describes the limit that was exceeded. */
        RateLimitExceededResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no such route, or no such resource in your organization. */
        ResourceNotFoundResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service could not finish the request just now. */
        ServiceUnavailableResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Fields are wrong. `details.errors` maps each field to everything that is wrong with it. Or: This `Idempotency-Key` was used for a different request in the last 24 hours. Or: Your organization has as many of these resources as it may have; see `details`. */
        ValidationErrorOrIdempotencyKeyReusedOrQuotaExceededResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Fields are wrong. `details.errors` maps each field to everything that is wrong with it. Or: This `Idempotency-Key` was used for a different request in the last 24 hours. */
        ValidationErrorOrIdempotencyKeyReusedResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Fields are wrong. `details.errors` maps each field to everything that is wrong with it. Or: Your organization has as many of these resources as it may have; see `details`. */
        ValidationErrorOrQuotaExceededResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Fields are wrong. `details.errors` maps each field to everything that is wrong with it. */
        ValidationErrorResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
        IdempotencyKey: string;
        /** @description The `ETag` of what you have read: where somebody has changed it since, the answer is 412, and nothing is changed. Without it the last change counts. */
        IfMatch: string;
        /**
         * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
         * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
         */
        DeliverySignature: string;
        /**
         * @description The same, made with the new secret. During the overlap of a rotation only.
         * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
         */
        DeliveryNextSignature: string;
        /**
         * @description The `id` of the event. A receiver that stores it does nothing twice.
         * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
         */
        DeliveryEventId: string;
        /**
         * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
         * @example 1795254073
         */
        DeliveryTimestamp: string;
        /**
         * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        DeliveryStandardSignature: string;
        /**
         * @description The `event` of the body.
         * @example certificate.issued
         */
        DeliveryEvent: string;
        /**
         * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
         * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
         */
        DeliveryId: string;
        /**
         * @description Which attempt this is, from 1; a redelivery counts anew.
         * @example 1
         */
        DeliveryAttempt: number;
        /**
         * @description Only of a test: what it tells has not happened.
         * @example true
         */
        DeliveryTest: "true";
        /**
         * @description The same for every delivery.
         * @example certificate-provisioning-service (webhooks)
         */
        DeliverySender: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request; tell it when you report a problem.
         * @example req_01KAGZ3T8Q4W1X7M2N5P6R9S0V
         */
        "X-Request-Id": string;
        /**
         * @description How many requests the window has, of the limit with fewer requests left; of a 429, of the limit that was exceeded.
         * @example 100
         */
        "X-RateLimit-Limit": number;
        /**
         * @description How many requests are left in the window.
         * @example 99
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the window ends: Unix time in seconds.
         * @example 1795253460
         */
        "X-RateLimit-Reset": number;
        /**
         * @description Whole seconds until a repeat makes sense.
         * @example 27
         */
        "Retry-After": number;
        /**
         * @description `true`: this is the answer of the first request with this Idempotency-Key.
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * @description The version of the settings: another after each change of them. Goes into `If-Match`.
         * @example "3"
         */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listDomains: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
                /** @description Domains with this `ssl_status`. */
                ssl_status?: "pending" | "active" | "error";
                /** @description Domains with this `dns_status`. */
                dns_status?: "pending" | "validated" | "error";
                /** @description Domains of this server. */
                server_id?: number;
                /** @description Who has to act, as in `diagnosis.actor`; `nobody`: waiting is enough. */
                actor?: "customer" | "integrator" | "service" | "nobody";
                /** @description As in `diagnosis.code`. */
                diagnosis_code?: "ok" | "in_progress" | "cname_not_found" | "invalid_cname_target" | "dns_validation_failed" | "dns_validation_timeout" | "proxied_dns" | "conflicting_records" | "caa_forbids_issuance" | "challenge_unreachable" | "ca_rate_limited" | "certificate_request_failed" | "certificate_timeout" | "certificate_install_failed" | "server_not_connected" | "certificate_not_served" | "certificate_expired" | "hostname_claimed" | "ready_to_switch";
                /** @description `metadata[plan]=pro`: domains whose `metadata` has this value under this key; several: all of them. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Domains with this `created_at` or a later one. */
                created_after?: string;
                /** @description Domains with this `updated_at` or a later one. */
                updated_after?: string;
                /** @description Days: domains with a certificate whose `expires_at` is before now plus that, the soonest first. */
                expires_within?: number;
                /** @description Domains with a certificate whose `expires_at` is this or later, the soonest first. */
                expires_after?: string;
                /** @description Domains with a certificate whose `expires_at` is before this, the soonest first. */
                expires_before?: string;
                /** @description The whole hostname, in any case, as Unicode or punycode. What is no hostname is no domain’s. */
                url?: string;
                /** @description How the hostname begins, as `url` is answered: in punycode. */
                url_prefix?: string;
                /** @description `newest`, as without it: the domain that was created last comes first; `oldest`: the one that was created first. Where `actor` is somebody, `diagnosis.since` takes the place of the creation: `oldest` has first whatever has waited longest. `expires_within` has an order of its own. */
                sort?: "newest" | "oldest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of domains. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDomainRequest"];
            };
        };
        responses: {
            /** @description The new domain. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedOrQuotaExceededResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    countDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainCounts"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    countExpiries: {
        parameters: {
            query?: {
                /** @description How many weeks, the present one included. */
                weeks?: number;
                /** @description `csv` for a table, as with `Accept: text/csv`: a line for what ended before, and one for each week. `is_complete` says in each line whether all of it was counted. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainExpiries"];
                    "text/csv": string;
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createDomains: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDomainsRequest"];
            };
        };
        responses: {
            /** @description At least one domain was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedDomain"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    updateDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDomainRequest"];
            };
        };
        responses: {
            /** @description The domain as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorOrQuotaExceededResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    checkDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CheckDomainRequest"];
            };
        };
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    retryDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryDomainRequest"];
            };
        };
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    renewDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RenewDomainRequest"];
            };
        };
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    revokeDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeDomainRequest"];
            };
        };
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listDomainEvents: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainEventPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createPortalLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreatePortalLinkRequest"];
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalLink"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    endPortalLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the domain.
                 * @example 118271623110656
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They have ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedPortalLinks"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    lookAtDns: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookAtDnsRequest"];
            };
        };
        responses: {
            /** @description What was seen. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DnsLook"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    lookAtDnsOfMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookAtDnsOfManyRequest"];
            };
        };
        responses: {
            /** @description What was seen, or why it was not looked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DnsChecks"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["ApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getTheme: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The theme. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    putTheme: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutThemeRequest"];
            };
        };
        responses: {
            /** @description The theme. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    moveTestClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveTestClockRequest"];
            };
        };
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listServers: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of servers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServerRequest"];
            };
        };
        responses: {
            /** @description The new server. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedOrQuotaExceededResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    deleteServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedServer"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    updateServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateServerRequest"];
            };
        };
        responses: {
            /** @description The server as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    checkServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CheckServerRequest"];
            };
        };
        responses: {
            /** @description The server as it is; the check has begun. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getAwsAccess: {
        parameters: {
            query?: {
                /** @description The type of the server. Without it: that of the server that `server_id` names, else `alb`. */
                type?: "alb" | "cloudfront";
                /** @description A server that is there already: its ARNs and its distribution are taken. */
                server_id?: number;
                /** @description The role, if it has its name already. */
                role_arn?: string;
                /** @description The listener of HTTPS. Without it, the policy is for each load balancer of the account. */
                listener_arn?: string;
                /** @description The listener of port 80, if the service is to make its rule there. */
                http_listener_arn?: string;
                /** @description The distribution. Without it, the policy is for each multi-tenant distribution of the account. */
                distribution_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwsAccess"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listMachines: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of machines. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MachinePage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createEnrollment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateEnrollmentRequest"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    revokeMachine: {
        parameters: {
            query?: {
                /** @description `true`: replace the private keys that the machine has, and revoke their certificates. */
                rekey?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
                /**
                 * @description The id of the machine.
                 * @example mch_01KAGZ3T8Q4W1X7M2N5P6R9S0V
                 */
                machine_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedMachine"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listMachineKeys: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
                /**
                 * @description The id of the machine.
                 * @example mch_01KAGZ3T8Q4W1X7M2N5P6R9S0V
                 */
                machine_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of records. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MachineKeyPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listEnrollmentTokens: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentTokenPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    revokeEnrollmentToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the server.
                 * @example 1
                 */
                id: number;
                /**
                 * @description The id of the token.
                 * @example ent_01KAGZ3T8Q4W1X7M2N5P6R9S0V
                 */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedEnrollmentToken"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description The new webhook, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedOrQuotaExceededResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhook"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what you have read: where somebody has changed it since, the answer is 412, and nothing is changed. Without it the last change counts. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWebhook"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            412: components["responses"]["PreconditionFailedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description The webhook, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictResponse"];
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            /** @description The delivery of the sample. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getWebhookHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of the webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHealth"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
                /** @description Deliveries in this state; without it all but the missed ones. */
                state?: "pending" | "succeeded" | "failed" | "missed";
                /** @description Deliveries of events about this domain. */
                domain_id?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries, without their bodies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
                /**
                 * @description The id of the delivery.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
                /**
                 * @description The id of the delivery.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RedeliverRequest"];
            };
        };
        responses: {
            /** @description The delivery, pending. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example 118271623110657
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayDeliveriesRequest"];
            };
        };
        responses: {
            /** @description How many were queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
                /** @description Events that follow this one in the log; not together with `cursor`. */
                after?: string;
                /** @description Without it, or with `oldest`, the first event comes first. `newest`: the last one does, and `next_cursor` leads to earlier ones; behind the last page there is an empty one. */
                sort?: "oldest" | "newest";
                /** @description Events of this name. */
                event?: "domain.created" | "domain.updated" | "domain.deleted" | "domain.validated" | "domain.validation_failed" | "domain.dns_changed" | "domain.dns_restored" | "domain.transfer_requested" | "domain.transferred" | "certificate.requested" | "certificate.installed" | "certificate.issued" | "certificate.renewed" | "certificate.failed" | "certificate.at_risk" | "certificate.renewal_failed" | "certificate.expiring" | "certificate.expired" | "certificate.revoked" | "machine.enrolled" | "machine.keys_rotated" | "machine.revoked" | "server.offline" | "server.online" | "api_key.expiring" | "api_key.expired" | "api_key.leaked" | "webhook.disabled" | "webhook.test";
                /** @description Events about this domain. */
                domain_id?: number;
                /** @description Events with this `created_at` or a later one. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events, and where to go on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the event.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description The new key, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedOrQuotaExceededResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the API key.
                 * @example cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKey"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the API key.
                 * @example cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKeyRequest"];
            };
        };
        responses: {
            /** @description The key as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the API key.
                 * @example cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateKeyRequest"];
            };
        };
        responses: {
            /** @description The key, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequestResponse"];
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            /** @description The present state of the resource forbids this; the message says which states allow it. Or the first request with the same `Idempotency-Key` is still running. Or a request of an agent (below `/edge/v1`) was sent a second time. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            422: components["responses"]["ValidationErrorOrIdempotencyKeyReusedResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
                /** @description `csv` or `jsonl` for the page as a file, as with `Accept: text/csv` or `application/jsonl`. Its last line has `next_cursor`, empty or null on the last page. */
                format?: "json" | "csv" | "jsonl";
                /** @description Entries with this `created_at` or a later one. */
                created_after?: string;
                /** @description Entries with an earlier `created_at`. */
                created_before?: string;
                /** @description Who made the change: the id of an API key, a person or a machine, or one of `api_key`, `user`, `machine`, `administrator`, `service`. */
                actor?: string;
                /** @description What was changed. */
                object_type?: "organization" | "api_key" | "member" | "invitation" | "domain" | "server" | "machine" | "webhook";
                /** @description The id of what was changed; with `object_type`. */
                object_id?: string;
                /** @description The `X-Request-Id` of the request that made the change. */
                request_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description The most to answer. */
                limit?: number;
                /** @description `next_cursor` of the page before; the other parameters stay the same. */
                cursor?: string;
                /** @description How they were answered: `2xx` for changes that were made, `4xx` for refusals, `5xx` for failures of ours. */
                status?: "2xx" | "4xx" | "5xx";
                /** @description The public id of the API key that sent them. */
                api_key_id?: string;
                /** @description The `X-Request-Id` of its answer: lists this request alone. */
                request_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getTimeToActive: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days. */
                from?: string;
                /** @description The last day, in UTC; without it, today. A report has 92 days at most. */
                to?: string;
                /** @description `csv` for a table, as with `Accept: text/csv`: a line for each day. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeToActiveReport"];
                    "text/csv": string;
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getFailures: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days. */
                from?: string;
                /** @description The last day, in UTC; without it, today. A report has 92 days at most. */
                to?: string;
                /** @description `csv` for a table, as with `Accept: text/csv`: a line for each day. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailuresReport"];
                    "text/csv": string;
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getRenewals: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days. */
                from?: string;
                /** @description The last day, in UTC; without it, today. A report has 92 days at most. */
                to?: string;
                /** @description `csv` for a table, as with `Accept: text/csv`: a line for each day. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewalsReport"];
                    "text/csv": string;
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getWebhooksReport: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days. */
                from?: string;
                /** @description The last day, in UTC; without it, today. A report has 92 days at most. */
                to?: string;
                /** @description `csv` for a table, as with `Accept: text/csv`: a line for each day. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksReport"];
                    "text/csv": string;
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getApiUse: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days. */
                from?: string;
                /** @description The last day, in UTC; without it, today. A report has 92 days at most. */
                to?: string;
                /** @description `csv` for a table, as with `Accept: text/csv`: a line for each day. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiUseReport"];
                    "text/csv": string;
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getChangesReport: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; without it, 90 days end with `to`. Reports are kept for 400 days. */
                from?: string;
                /** @description The last day, in UTC; without it, today. A report has 92 days at most. */
                to?: string;
                /** @description `csv` for a table, as with `Accept: text/csv`: a line for each day. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangesReport"];
                    "text/csv": string;
                };
            };
            401: components["responses"]["InvalidApiKeyResponse"];
            403: components["responses"]["InsufficientPermissionsOrApiKeyRestrictedResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    onDomainCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainCreatedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainUpdatedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainUpdatedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainDeletedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainDeletedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainValidatedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainValidatedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainValidationFailedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainValidationFailedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainDnsChangedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainDnsChangedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainDnsRestoredEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainDnsRestoredEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainTransferRequestedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainTransferRequestedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainTransferredEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainTransferredEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateRequestedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateRequestedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateInstalledEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateInstalledEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateIssuedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateIssuedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateRenewedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateRenewedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateFailedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateFailedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateAtRiskEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateAtRiskEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateRenewalFailedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateRenewalFailedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateExpiringEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateExpiringEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateExpiredEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateExpiredEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCertificateRevokedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateRevokedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMachineEnrolledEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MachineEnrolledEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMachineKeysRotatedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MachineKeysRotatedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMachineRevokedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MachineRevokedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onServerOfflineEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerOfflineEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onServerOnlineEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerOnlineEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApiKeyExpiringEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyExpiringEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApiKeyExpiredEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyExpiredEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApiKeyLeakedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyLeakedEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookDisabledEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDisabledEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTestEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256 of the raw body in lower-case hex; the key is the whole secret as UTF-8. During the overlap of a rotation it is made with the previous secret.
                 * @example sha256=5f9c4c3d1d1f0d6b2c7f6a1f0f4b7a0c9e8d7c6b5a493827160504f3e2d1c0b9
                 */
                "x-service-signature": components["parameters"]["DeliverySignature"];
                /**
                 * @description The same, made with the new secret. During the overlap of a rotation only.
                 * @example sha256=0b1a2938475665748392a1b0cfdeed0c1b2a39485766758493a2b1c0dfeefd0c
                 */
                "x-service-signature-next"?: components["parameters"]["DeliveryNextSignature"];
                /**
                 * @description The `id` of the event. A receiver that stores it does nothing twice.
                 * @example evt_01M7YQPDJ44W1X7M2N5P6R9S0V
                 */
                "webhook-id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description When this attempt was made: Unix time in seconds. Refuse what is more than five minutes off.
                 * @example 1795254073
                 */
                "webhook-timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. The key is what stands after `whsec_`, decoded from base64, or any other secret as UTF-8. During the overlap of a rotation there are two, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["DeliveryStandardSignature"];
                /**
                 * @description The `event` of the body.
                 * @example certificate.issued
                 */
                "x-service-event": components["parameters"]["DeliveryEvent"];
                /**
                 * @description Names the delivery of this event to this webhook, the same in every attempt; the delivery log has it by this id.
                 * @example dlv_01M7YQPDJ4WM0VNHHS9FK5KP6D
                 */
                "x-service-delivery": components["parameters"]["DeliveryId"];
                /**
                 * @description Which attempt this is, from 1; a redelivery counts anew.
                 * @example 1
                 */
                "x-service-attempt": components["parameters"]["DeliveryAttempt"];
                /**
                 * @description Only of a test: what it tells has not happened.
                 * @example true
                 */
                "x-service-test"?: components["parameters"]["DeliveryTest"];
                /**
                 * @description The same for every delivery.
                 * @example certificate-provisioning-service (webhooks)
                 */
                "user-agent": components["parameters"]["DeliverySender"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description The delivery has failed for good, and the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 5 seconds, and do your work afterwards; 30 seconds are a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good: a redirect is never followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery has failed for good, 429 too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same body is sent again, at growing intervals and so many times, as after an answer that does not come. On a 503 `Retry-After` is honoured, up to 24 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
