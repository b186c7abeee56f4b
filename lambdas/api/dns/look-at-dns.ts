import { ANY_HOSTNAME, bodyByTenant } from '../../model/domains/hostnames/hostname-field.schema.ts';
import { domainNow } from '../../shared/time/instant.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { dnsCheckExample, EXAMPLE_HOSTNAME } from './dns-check-example.ts';
import { lookAtDnsRequest } from './dns-check-requests.schema.ts';
import { DnsCheckResource } from './dns-check-resource.schema.ts';
import { countChecks, type DnsCheckPorts, findServer, lookAt } from './look-at-hostname.ts';

/** The check writes nothing but its count. */
export const lookAtDns = defineOperation({
  id: 'lookAtDns',
  clientMethod: 'dns.look',
  tag: 'Domains',
  reach: 'domain',
  summary: 'Check a hostname first',
  description:
    'What the DNS of a hostname has now that is no domain yet, and what would come of one: the record to publish, what stands in the way, its DNS provider, and whether CAA records let the certificate authority issue. For a form in which customers enter their hostname. Nothing is stored. At most 20 a minute for each organization; an answer takes 8 seconds at most, usually a few hundred milliseconds.',
  body: {
    schema: (settings) => bodyByTenant(lookAtDnsRequest, settings),
    documented: lookAtDnsRequest(ANY_HOSTNAME),
    example: () => ({ url: EXAMPLE_HOSTNAME, server_id: 1 }),
  },
  answer: { status: 200, description: 'What was seen.', schema: DnsCheckResource, example: dnsCheckExample },
  prepare:
    (ports: DnsCheckPorts) =>
    async ({ caller, body: { url, server_id: wanted } }) => {
      const [server, claim] = await Promise.all([
        findServer(caller, wanted, ports),
        ports.claims.get(url, caller.organizationId),
      ]);
      return async (call) => {
        await countChecks(1, caller, call.now, ports);
        return { status: 200, json: await lookAt({ url, claim }, server, { caller, now: domainNow(call) }, ports) };
      };
    },
});
