import { lookAtCname } from '../dns/look-at-cname.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Steps } from './steps.wiring.ts';

/** The ports of the steps that check if a certificate is served. They have no access to the service's secret. */
export function openInstallation<S extends Steps & NetEdges>(steps: S) {
  const { settings, openDnsReader, openNet, resolveWithin, baseTarget } = steps;
  const lookAtLabel = (domain: Domain, now: Date) =>
    lookAtCname({ openDnsReader, servers: steps.servers, baseTarget }, domain, now);
  return lazily(
    {
      net: () => openNet(resolveWithin(Number.POSITIVE_INFINITY)),
      httpsPort: () => settings.edgeHttpsPort,
      lookAtLabel: () => lookAtLabel,
      // Without its move, so that only the domain's own target counts.
      lookAtOwnTarget: () => (domain: Domain, now: Date) => lookAtLabel(omit(domain, 'move') as Domain, now),
    },
    steps,
  );
}
