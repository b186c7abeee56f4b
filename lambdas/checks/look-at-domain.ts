import type { Settings } from '../../contract/stack/settings.schema.ts';
import { challengeMethod, challengeTypeOf, type PublishedPorts } from '../acme/challenge.ts';
import { AMAZON, type CaaIssuer, type CaaPorts, forbiddenByCaa, lookAtCaa } from '../dns/look-at-caa.ts';
import { lookAtBoth } from '../dns/look-at-cname.ts';
import type { OpenDnsReader } from '../dns/walk/dns-reader.ts';
import { validationFinding } from '../lifecycle/dns-transition.ts';
import type { DnsObservation, DomainObservation, DryRunObservation } from '../lifecycle/observation.ts';
import { unreachableDiagnosis } from '../lifecycle/preparation-transition.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isDryRunDue } from '../model/domains/scan-time.ts';
import type { Server } from '../model/servers/server.schema.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import { isManagedAt } from '../model/servers/server.ts';
import type { GuardedNet } from '../shared/net/guarded.gateway.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { serverChecker } from './look-at-server.ts';
import { preflight } from './preflight.ts';

export interface LookAtDomainPorts {
  openDnsReader: OpenDnsReader;
  resolve: Resolve;
  net: GuardedNet;
  servers: Pick<ServerReads, 'get' | 'ownerOfLabel'>;
  serviceSecret: ServiceSecret;
  settings: Pick<Settings, 'baseTarget' | 'edgeHttpPort' | 'edgeHttpsPort' | 'agent'>;
  /** The CAs that may issue, in order. */
  caaIssuers: readonly [CaaIssuer, ...CaaIssuer[]];
}

export type LookAtDomain = (domain: Domain, now: Date) => Promise<DomainObservation>;

/**
 * Checks idle domains, all in parallel: their CNAME, what an active one serves, whether the machines of its server connect, and
 * before a renewal also whether it would succeed.
 */
export function domainChecker(ports: LookAtDomainPorts): LookAtDomain {
  const { openDnsReader, resolve, net, servers, serviceSecret, settings } = ports;
  const { baseTarget, edgeHttpPort, edgeHttpsPort } = settings;
  const path = {
    net,
    secret: serviceSecret,
    baseTarget,
    httpPort: edgeHttpPort,
    httpsPort: edgeHttpsPort,
  };
  const [preferred, ...others] = ports.caaIssuers;
  const dryRunPorts = {
    ...{ ...preferred, others, resolve, servers, baseTarget },
    preflight: (domain: Domain, now: Date) => preflight(path, domain, now),
  };
  return async (domain, now) => {
    const server = readOnce(() => servers.get(domain.organizationId, domain.serverId));
    const [dns, seen, rehearsed] = await Promise.all([
      lookAtBoth({ openDnsReader, servers, baseTarget, serviceSecret }, domain, now),
      serverChecker({ ...ports, servers: { get: server } })(domain, now),
      isDryRunDue(domain, now) ? dryRun(dryRunPorts, domain, server, now) : undefined,
    ]);
    return { dns, ...seen, ...(rehearsed && { dryRun: validationRecordMissing(dns) ?? rehearsed }) };
  };
}

/** The validation record is missing or points elsewhere: no CA would issue. */
function validationRecordMissing({ validation }: DnsObservation): DryRunObservation | undefined {
  if (validation?.kind !== 'cname-missing' && validation?.kind !== 'cname-elsewhere') return undefined;
  return { kind: 'dry-run-failed', diagnosis: { ...validationFinding(validation), evidence: validation.evidence } };
}

/** Caches one read, because two checks of a domain need its server. */
function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= read();
    return answer;
  };
}

/**
 * Checks whether a certificate could be issued now, as far as that is possible without an order. The CNAME is left out, because
 * every check reads it.
 */
async function dryRun(
  ports: CaaPorts & PublishedPorts,
  domain: Domain,
  server: () => Promise<Server | undefined>,
  now: Date,
): Promise<DryRunObservation> {
  const isManaged = isManagedAt(await server(), domain);
  const [caa, trouble] = await Promise.all([
    lookAtCaa(isManaged ? { ...ports, ...AMAZON, others: [] } : { ...ports, method: challengeTypeOf(domain) }, domain.url, now),
    // CloudFront answers the challenges of its own CA.
    isManaged ? undefined : challengeMethod(challengeTypeOf(domain)).isPublished(domain, ports, now),
  ]);
  const forbidden = forbiddenByCaa(caa);
  if (forbidden) return { kind: 'dry-run-failed', diagnosis: forbidden };
  if (trouble) return { kind: 'dry-run-failed', diagnosis: unreachableDiagnosis(trouble) };
  return { kind: caa.kind === 'caa-allows' ? 'dry-run-passed' : 'dry-run-unknown' };
}
