import { STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import type { CodeSample } from './code-samples.ts';

/** What holds for every operation. Markdown. `first`: the samples of the first request. */
export function introduction(first: readonly CodeSample[]): string {
  const [curl = '', typescript = ''] = first.map(({ source }) => source);
  return `
Register the hostnames of your customers; each customer publishes one CNAME record; the service obtains the certificate and
installs it on your server. A call of \`POST /api/domains/{id}/renew\` replaces it.

## A first request

With the address of this site and a key, which an administrator makes (after \`npm start\` all three are in \`.local/connection.json\`):

\`\`\`sh
api=https://certificates.example.com/api
key_id=cps_pk_…
key=sk_…

${curl}
\`\`\`

The same in TypeScript, with the package \`certificate-provisioning-client\`:

\`\`\`ts
import { createClient } from 'certificate-provisioning-client';

const client = createClient({ baseUrl: 'https://certificates.example.com/api', apiKeyId, apiKey });
${typescript}
\`\`\`

The answer says in \`dns_records\` what your customer has to publish, and \`GET /api/domains/{id}\` from then on how it stands. On this page **Test
Request**, beside each operation, sends a request to this site with the keys that you type: they stay in the page's memory and are gone when you leave it.

## Authentication

Every request carries both headers, \`X-API-KEY-ID\` and \`X-API-KEY\`. A key that is missing, wrong, revoked or expired is answered
with 401; which of these it was is never said. Each operation names the permission that it needs.

## Requests

Bodies are JSON objects in UTF-8, of at most 256 KiB, with \`Content-Type: application/json\`. Nothing is converted: \`"1"\` is no
integer. A field or parameter that an operation does not have is an error that names it; so is a parameter that is sent twice.

Send an \`Idempotency-Key\` with a POST to make it safe to repeat: for 24 hours the same request with the same key gets the first
answer again.

## Answers

Every answer has an \`X-Request-Id\`. Fields that do not apply are absent; only \`next_cursor\` is ever null. Later versions may add fields
and events: ignore what you do not know.

An error is \`{"error": {"code", "message", "details"}}\`. A path that is not in this reference is answered with 404
\`resource_not_found\`, and a method that a path does not have with 405 \`method_not_allowed\`, with the methods it has in \`Allow\`.

## Lists

A list answers one page: \`data\`, and in \`next_cursor\` what to send as \`cursor\` for the next one, with the same filters. It is null
on the last page. \`limit\` is 1 to 100.

## Events

What happens is told as events: sent to your webhooks, signed, and repeated until they are taken, and kept for 30 days in
\`GET /api/events\`, where whatever comes later stands behind what you have read. A delivery may come twice, and none waits for another: an
event is known by its \`id\`, and its time by \`created_at\`. A test carries \`x-service-test: true\`.

## Limits

A key may make ${STANDARD_LIMITS.requestsPerMinute} requests in a minute of the clock, and an organization ${STANDARD_LIMITS.requestsPerHour} in an hour, unless
raised. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` describe the limit with fewer requests left. Beyond it the
answer is 429, with \`Retry-After\`, and describes the limit that was exceeded, also where that is one of a single operation.

## Versions

This is version 1. Changes only add. A removal would be announced 12 months ahead by the headers \`Deprecation\` and \`Sunset\`.
`.trim();
}
