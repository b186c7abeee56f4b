import * as z from 'zod/mini';
import { DNS_CHECKS } from '../../../contract/api/limits.ts';
import { maxLength, minLength } from '../../../contract/text.schema.ts';
import { ANY_HOSTNAME, bodyByTenant } from '../../model/domains/hostnames/hostname-field.schema.ts';
import { apexProblem } from '../../model/domains/hostnames/normalize-hostname.ts';
import { failedItem, validationError } from '../../shared/errors/app-error.ts';
import { fieldErrors } from '../../shared/errors/field-errors.ts';
import { domainNow } from '../../shared/time/instant.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { dnsCheckExample, EXAMPLE_HOSTNAME } from './dns-check-example.ts';
import { LookAtManyRequest, lookAtDnsRequest, MAX_BULK_HOSTNAMES } from './dns-check-requests.schema.ts';
import { DnsChecksResource } from './dns-check-resource.schema.ts';
import { countChecks, type DnsCheckPorts, findServer, lookAt } from './look-at-hostname.ts';

/** The documented schema of an item. Validation runs per item, so that a bad one fails alone. */
const documented = z.extend(LookAtManyRequest, {
  urls: z
    .array(lookAtDnsRequest(ANY_HOSTNAME).shape.url)
    .check(minLength(1), maxLength(MAX_BULK_HOSTNAMES), z.describe('The hostnames, each without scheme.')),
});

/** Checks run in parallel: the request takes as long as its slowest hostname. */
export const lookAtDnsOfMany = defineOperation({
  id: 'lookAtDnsOfMany',
  clientMethod: 'dns.look_many',
  tag: 'Domains',
  reach: 'domain',
  summary: `Check up to ${MAX_BULK_HOSTNAMES} hostnames first`,
  description: `As for one hostname, for a list of them at once: each is looked at or refused on its own. Counts as one request, and each hostname as one of the ${DNS_CHECKS.limit} checks a minute; where fewer are left than the list has, none is made. An answer takes 8 seconds at most.`,
  body: {
    schema: LookAtManyRequest,
    documented,
    example: () => ({ urls: [EXAMPLE_HOSTNAME, 'www.customer.com'], server_id: 1 }),
  },
  answer: {
    status: 200,
    description: 'What was seen, or why it was not looked for.',
    schema: DnsChecksResource,
    example: () => ({
      data: [
        { index: 0, status: 'checked', check: dnsCheckExample() },
        failedItem(1, validationError({ url: [apexProblem('customer.com', 'https://api.example.net')] })),
      ],
    }),
  },
  prepare: (ports: DnsCheckPorts) => {
    const schemaOf = bodyByTenant(lookAtDnsRequest, ports.settings);
    return async ({ caller, body: { urls, server_id: wanted } }) => {
      const schema = schemaOf(caller);
      const read = urls.map((url) => schema.safeParse({ url }, { reportInput: true }));
      const [server, claims] = await Promise.all([
        findServer(caller, wanted, ports),
        Promise.all(read.map(({ data }) => data && ports.claims.get(data.url, caller.organizationId))),
      ]);
      return async (call) => {
        const count = read.filter(({ success }) => success).length;
        if (count > 0) await countChecks(count, caller, call.now, ports);
        const checkOne = async ({ data, error }: (typeof read)[number], index: number) => {
          if (!data) return failedItem(index, validationError(fieldErrors(error.issues)));
          const check = await lookAt({ url: data.url, claim: claims[index] }, server, { caller, now: domainNow(call) }, ports);
          return { index, status: 'checked', check };
        };
        return { status: 200, json: { data: await Promise.all(read.map(checkOne)) } };
      };
    };
  },
});
