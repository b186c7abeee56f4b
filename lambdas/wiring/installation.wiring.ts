import { lookAtCname } from '../dns/look-at-cname.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Steps } from './steps.wiring.ts';

/** What the steps have that look whether a certificate is served. They have no right to the service's secret. */
export function openInstallation<S extends Steps & NetEdges>(steps: S) {
  const { settings, openDnsReader, openNet, resolveWithin, baseTarget } = steps;
  const lookAtLabel = (domain: Domain, now: Date) =>
    lookAtCname({ openDnsReader, servers: steps.servers, baseTarget }, domain, now);
  return lazily(
    {
      net: () => openNet(resolveWithin(Number.POSITIVE_INFINITY)),
      httpsPort: () => settings.edgeHttpsPort,
      lookAtLabel: () => lookAtLabel,
      // As if it was leaving no server: then only the domain's own target is found.
      lookAtOwnTarget: () => (domain: Domain, now: Date) => lookAtLabel(omit(domain, 'move') as Domain, now),
    },
    steps,
  );
}
