import * as z from 'zod/mini';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { DNS_CHECKS } from '../../../contract/api/limits.ts';
import { maxLength, minLength } from '../../../contract/text.schema.ts';
import { DOMAIN_WORDS } from '../../model/domains/domain-words.ts';
import { bodyByTenant } from '../../model/domains/hostnames/hostname-field.schema.ts';
import { ServerId } from '../../model/servers/server.schema.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { fieldErrors } from '../../shared/errors/field-errors.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { findServer, type LookAtDnsPorts, lookAt, lookAtDnsRequest, takeChecks } from './look-at-dns.ts';

/** All that a key may check in a minute: a longer list could never be let through. */
export const MOST_AT_ONCE = DNS_CHECKS.limit;
const howMany = `must have 1 to ${MOST_AT_ONCE} hostnames`;

/** The body of POST /dns/look/bulk. Each hostname is checked on its own. */
export const LookAtManyRequest = z.strictObject({
  urls: z.array(z.unknown()).check(minLength(1, howMany), maxLength(MOST_AT_ONCE, howMany)),
  server_id: z.optional(ServerId.check(int64(DOMAIN_WORDS.server))),
});

/**
 * A list of hostnames, each as by a request of its own: all at once, so that the list takes as long as its slowest. One request
 * counts one call, and as many checks as it has hostnames.
 */
export function lookAtDnsOfMany(ports: LookAtDnsPorts): ApiRoute {
  const schemaOf = bodyByTenant(lookAtDnsRequest, ports.settings);
  return {
    operation: 'lookAtDnsOfMany',
    async prepare(request, caller) {
      const { urls, server_id: wanted } = readJsonBody(request, LookAtManyRequest);
      refuseQuery(request);
      const schema = schemaOf(caller);
      const read = urls.map((url) => schema.safeParse({ url }, { reportInput: true }));
      const [server, claims] = await Promise.all([
        findServer(caller, wanted, ports),
        Promise.all(read.map(({ data }) => data && ports.claims.get(data.url, caller.organizationId))),
      ]);
      return async ({ now }) => {
        const count = read.filter(({ success }) => success).length;
        if (count > 0) await takeChecks(count, caller, now, ports);
        const checkOne = async ({ data, error }: (typeof read)[number], index: number) => {
          if (!data) return refusedItem(index, fieldErrors(error.issues));
          const check = await lookAt({ url: data.url, claim: claims[index] }, server, { caller, now }, ports);
          return { index, status: 'checked', check };
        };
        return { status: 200, json: { data: await Promise.all(read.map(checkOne)) } };
      };
    },
  };
}

function refusedItem(index: number, errors: Record<string, string[]>) {
  const { code, message, details } = validationError(errors);
  return { index, status: 'error', error: { code, message, details } };
}
