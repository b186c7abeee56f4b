import type { Settings } from '../../contract/stack/settings.schema.ts';
import { caaIdentitiesOf } from '../acme/caa-identities.ts';
import type { ReadDirectory } from '../acme/directory.gateway.ts';
import { lookAtCname } from '../dns/look-at-cname.ts';
import type { OpenDnsLook } from '../dns/walk/dns-look.ts';
import type { LookObservation } from '../lifecycle/observation.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isDryRunDue } from '../model/domains/renewal-time.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { GuardedNet } from '../shared/net/guarded.gateway.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { dryRun } from './look-at-challenge-path.ts';
import { lookAtServed } from './look-at-served.ts';
import { preflight } from './preflight.ts';

export interface LookPorts {
  openLook: OpenDnsLook;
  resolve: Resolve;
  net: GuardedNet;
  servers: Pick<ServerStore, 'get' | 'ownerOfLabel'>;
  serviceSecret: ServiceSecret;
  settings: Pick<Settings, 'baseTarget' | 'edgeHttpPort' | 'edgeHttpsPort'>;
  directory: ReadDirectory;
  /** By which the CA knows our account. */
  accountUrl: () => Promise<string | undefined>;
  /** CAs that may take its place, in order. */
  otherCas?: readonly Pick<LookPorts, 'directory' | 'accountUrl'>[];
}

export type LookAtDomain = (domain: Domain, now: Date) => Promise<LookObservation>;

/** Looks at domains that rest: at their CNAME, at what they serve while they are active, and ahead of a renewal at that. All at once. */
export function looksAtDomains(ports: LookPorts): LookAtDomain {
  const { openLook, resolve, net, servers, serviceSecret, settings, directory, accountUrl, otherCas = [] } = ports;
  const { baseTarget, edgeHttpPort, edgeHttpsPort } = settings;
  const path = {
    ...{ net, secret: serviceSecret, baseTarget },
    httpPort: edgeHttpPort,
    httpsPort: edgeHttpsPort,
  };
  const dryRunPorts = {
    ...{ resolve, servers, accountUrl, baseTarget },
    caaIdentities: () => caaIdentitiesOf(directory),
    others: otherCas.map((ca) => ({ caaIdentities: () => caaIdentitiesOf(ca.directory), accountUrl: ca.accountUrl })),
    preflight: (domain: Domain, now: Date) => preflight(path, domain, now),
  };
  return async (domain, now) => {
    const { phase, served, url } = domain;
    const [dns, shown, rehearsed] = await Promise.all([
      lookAtCname({ openLook, servers, baseTarget, serviceSecret }, domain, now),
      phase === 'active' && served ? lookAtServed({ net, httpsPort: edgeHttpsPort }, url, served.certificate, now) : undefined,
      isDryRunDue(domain, now) ? dryRun(dryRunPorts, domain, now) : undefined,
    ]);
    return { dns, ...(shown && { served: shown }), ...(rehearsed && { dryRun: rehearsed }) };
  };
}
