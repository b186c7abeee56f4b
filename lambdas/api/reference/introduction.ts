import { STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import type { CodeSample } from './code-samples.ts';

/** What applies to every operation, as Markdown. `first`: the samples of the first request. */
export function introduction(first: readonly CodeSample[]): string {
  const [curl = '', typescript = ''] = first.map(({ source }) => source);
  return `
The service gets certificates for your customers' own hostnames and renews them automatically. You register a hostname, and your
customer publishes one CNAME record. The service gets the certificate, installs it on your server, and replaces it before it expires,
for as long as the record is there. A renewal needs no call; \`POST /api/domains/{id}/renew\` renews at once.

## A first request

You need the address of this site and a key from an administrator. After \`npm start\`, \`. .local/connection.env\` sets them:

\`\`\`sh
api=https://certificates.example.com/api
CPS_API_KEY_ID=cps_pk_…
CPS_API_KEY=sk_…

${curl}
\`\`\`

The same in TypeScript, with the package \`certificate-provisioning-client\`:

\`\`\`ts
import { createClient } from 'certificate-provisioning-client';

const client = createClient({ siteUrl: 'https://certificates.example.com', apiKeyId, apiKey });
${typescript}
\`\`\`

The answer lists in \`dns_records\` what your customer has to publish. Then \`GET /api/domains/{id}\` shows the state of the domain. On
this page, **Test Request** beside each operation sends a request to this site with the keys that you type. The page forgets them
when you leave it.

## Authentication

Every request carries both headers, \`X-API-KEY-ID\` and \`X-API-KEY\`. If the key is missing, wrong, revoked or expired, the answer is
401. It says that a key has expired only to somebody who has its secret. Each operation names the permission that it needs.

A key reaches either live or test data, as its name says: \`cps_pk_live_…\` or \`cps_pk_test_…\`. For data of the other mode it gets the
same answers as for data that does not exist. Resources and events say \`livemode\`.

## Requests

Bodies are JSON objects in UTF-8, of at most 256 KiB, with \`Content-Type: application/json\`. The service converts nothing: \`"1"\` is
not an integer. An unknown field or parameter is an error, which names it. So is a parameter that is sent twice.

Send an \`Idempotency-Key\` with a POST, and you can repeat it safely: for 24 hours the same request with the same key gets the first
answer again.

## Answers

Every answer has an \`X-Request-Id\`. Fields that do not apply are absent; only \`next_cursor\` is ever null. Later versions may add fields
and events: ignore what you do not know.

An error is \`{"error": {"code", "message", "details"}}\`. A path that is not in this reference gets 404
\`resource_not_found\`. A method that the path does not have gets 405 \`method_not_allowed\`, with the methods that it has in \`Allow\`.

## Lists

A list answers one page: \`data\`, and \`next_cursor\`. Send that as \`cursor\` to get the next page, with the same filters. It is null
on the last page. \`limit\` is 1 to 100.

## Events

The service sends events to your webhooks. Each delivery is signed, and repeated until your server accepts it. \`GET /api/events\`
lists the events of the last 30 days in a fixed order: new events come after those that you have read. A delivery can arrive twice,
and deliveries can arrive in any order: recognise an event by its \`id\`, and order events by \`created_at\`. A test has \`is_test: true\`: it tells of nothing real.

## Limits

A key may make ${STANDARD_LIMITS.requestsPerMinute} requests in a minute of the clock, and an organization ${STANDARD_LIMITS.requestsPerHour} in an hour, unless
whoever runs the service has set other numbers: \`GET /api/organization\` shows yours. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` describe one of the two limits: the one with fewer
requests left. Above a limit the answer is 429 with \`Retry-After\`, and names the exceeded limit. Some operations have a limit of their own.

## Times

DNS validation times out after 24 hours, and so does the wait for a certificate. At a site that \`npm start\` runs on a developer's machine times are
shorter: 15 minutes and 10 minutes there, a check of DNS every 2 seconds instead of every 5 minutes.

## Versions

This is version 1. Changes only add fields and operations. Headers announce a removal 12 months ahead: \`Deprecation\` and \`Sunset\`.
`.trim();
}
