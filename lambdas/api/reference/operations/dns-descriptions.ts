import * as z from 'zod/mini';
import { DNS_CHECKS } from '../../../../contract/api/limits.ts';
import { maxLength, minLength } from '../../../../contract/text.schema.ts';
import { ERROR_MESSAGES } from '../../../../copy/en/error-messages.ts';
import { apexProblem } from '../../../model/domains/hostnames/normalize-hostname.ts';
import { DnsCheckResource, DnsChecksResource } from '../../dns/dns-check-resource.schema.ts';
import { dnsCheckResource, lookAtDnsRequest } from '../../dns/look-at-dns.ts';
import { LookAtManyRequest, MOST_AT_ONCE } from '../../dns/look-at-many.ts';
import type { OperationDescription } from './operation-description.ts';

const NOW = new Date('2026-11-21T09:30:02.117Z');
const HOSTNAME = 'shop.customer.com';
const EXAMPLE = dnsCheckResource({
  url: HOSTNAME,
  server: { id: 1, label: 'k7m2p4q6r8s3t5v9' },
  cnameTarget: 'k7m2p4q6r8s3t5v9.cname.service.example',
  domainId: undefined,
  dns: {
    kind: 'cname-missing',
    reason: 'address_instead',
    observed: '198.51.100.7',
    hosting: { zone: 'customer.com' },
    evidence: [
      {
        kind: 'dns',
        asked: `A ${HOSTNAME}`,
        server: 'ns1.provider.example (192.0.2.53)',
        answer: `${HOSTNAME} 300 A 198.51.100.7`,
        at: NOW.toISOString(),
      },
    ],
  },
  caa: { kind: 'caa-allows' },
  now: NOW,
});

// Which names a deployment refuses besides is no matter of the schema.
const checkRequest = lookAtDnsRequest({ ownNames: [], allowedSpecialSuffixes: [] });
/** What each hostname has to be; one that is not fails on its own. */
const lookAtManyRequest = z.extend(LookAtManyRequest, {
  urls: z
    .array(checkRequest.shape.url)
    .check(minLength(1), maxLength(MOST_AT_ONCE), z.describe('The hostnames, each without scheme.')),
});

export const DNS_DESCRIPTIONS = {
  lookAtDns: {
    tag: 'Domains',
    summary: 'Check a hostname first',
    description:
      'What the DNS of a hostname has now that is no domain yet, and what would come of one: the record to publish, what stands in the way, its DNS provider, and whether CAA records let the certificate authority issue. For a form in which customers enter their hostname. Nothing is stored. At most 20 a minute for each organization; an answer takes 8 seconds at most, usually a few hundred milliseconds.',
    body: {
      schema: checkRequest,
      example: { url: HOSTNAME, server_id: 1 },
    },
    answer: { status: 200, description: 'What was seen.', schema: DnsCheckResource, example: EXAMPLE },
  },
  lookAtDnsOfMany: {
    tag: 'Domains',
    summary: `Check up to ${MOST_AT_ONCE} hostnames first`,
    description: `As for one hostname, for a list of them at once: each is looked at or refused on its own. Counts as one request, and each hostname as one of the ${DNS_CHECKS.limit} checks a minute; where fewer are left than the list has, none is made. An answer takes 8 seconds at most.`,
    body: { schema: lookAtManyRequest, example: { urls: [HOSTNAME, 'www.customer.com'], server_id: 1 } },
    answer: {
      status: 200,
      description: 'What was seen, or why it was not looked for.',
      schema: DnsChecksResource,
      example: {
        data: [
          { index: 0, status: 'checked', check: EXAMPLE },
          {
            index: 1,
            status: 'error',
            error: {
              code: 'validation_error',
              message: ERROR_MESSAGES.validation_error.fields,
              details: { errors: { url: [apexProblem('customer.com', 'https://api.example.net')] } },
            },
          },
        ],
      },
    },
  },
} as const satisfies Record<string, OperationDescription>;
