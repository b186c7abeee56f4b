import { orderedCas } from '../../contract/stack/settings.schema.ts';
import type { ChallengeType } from '../acme/challenge.ts';
import { preflight } from '../checks/preflight.ts';
import { AMAZON, lookAtCaa, lookAtCaaOfEach } from '../dns/look-at-caa.ts';
import { lookAtValidation } from '../dns/look-at-cname.ts';
import type { Domain, Validation } from '../model/domains/domain-row.schema.ts';
import { announceTenant } from '../model/servers/aws-installer.ts';
import { expectedHostnameStore } from '../model/servers/change-list.store.ts';
import { openDispatch } from './dispatch.wiring.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import { openRecords } from './records.wiring.ts';
import type { Steps } from './steps.wiring.ts';

/**
 * The ports of the step that prepares an order: all that needs no CA. A check of 8 s and a preflight of 7.5 s (preflight.ts),
 * with the CAA check in parallel, leave 14 of the Lambda's 30 s for KMS and the table.
 */
export function openPreparation<S extends Steps & NetEdges>(steps: S) {
  const { table, settings, openDnsReader, openNet, baseTarget, serviceSecret } = steps;
  const records = openRecords(steps);
  const { resolve } = records;
  const { edgeHttpPort: httpPort, edgeHttpsPort: httpsPort } = settings;
  const preflightPorts = { net: openNet(resolve), secret: serviceSecret, baseTarget, httpPort, httpsPort };
  const [preferred, ...fallbacks] = orderedCas(settings);
  return lazily(
    {
      lookAtValidation: () => (domain: Domain, validation: Validation, now: Date) =>
        lookAtValidation({ openDnsReader }, domain, validation, now),
      lookAtCaa: () => (hostname: string, now: Date, method: ChallengeType) =>
        lookAtCaaOfEach({ cas: steps.caaIssuers, resolve, baseTarget, method }, hostname, now),
      /** For hostnames whose certificate CloudFront gets itself. */
      cloudFront: () => ({
        lookAtCaa: (hostname: string, now: Date) => lookAtCaa({ ...AMAZON, resolve, baseTarget }, hostname, now),
        tenants: steps.managedTenants,
        certificates: steps.certificates,
      }),
      preflight: () => (domain: Domain, now: Date) => preflight(preflightPorts, domain, now),
      caNames: (): [string, ...string[]] => [preferred.caName, ...fallbacks.map(({ caName }) => caName)],
      hostnameWrites: () => ({ expected: expectedHostnameStore(table), servers: steps.servers }),
      announceTenant:
        () =>
        async ({ organizationId, serverId, url }: Domain, now: Date): Promise<void> => {
          const tenant = await steps.managedTenants.get(organizationId, serverId, url);
          if (tenant) await announceTenant(tenant, await steps.servers.get(organizationId, serverId), steps.installers, now);
        },
    },
    openDispatch(records),
  );
}
