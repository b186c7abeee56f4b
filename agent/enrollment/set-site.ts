import { MAX_HANDSHAKES, type ReportAnswer, type ReportRequest } from '../../lambdas/edge/edge.schema.ts';
import type { StoredCertificate } from '../certificates/stored-certificate.ts';
import { EMPTY_REPORT } from '../doctor/service-check.ts';
import type { EnrolledIdentity, Identity } from '../machine/identity.schema.ts';
import type { EdgeResult } from '../service/edge-result.ts';
import type { Log } from '../shared/log.gateway.ts';
import { reasonOf } from '../shared/reason.ts';
import { checkedSite } from './enroll.ts';

export interface SetSitePorts {
  readEnrolled: () => Promise<EnrolledIdentity>;
  writeIdentity: (identity: Identity) => Promise<void>;
  /** A report signed as this machine, at the site that the identity names. */
  report: (identity: EnrolledIdentity, report: ReportRequest) => Promise<EdgeResult<ReportAnswer>>;
  /** So many at most of those that are here. */
  certificates: (most: number) => Promise<Pick<StoredCertificate, 'hostname' | 'fingerprintSha256'>[]>;
  nowMs: () => number;
  log: Log;
}

/** How long an agent goes back to the former site where the new one fails: whoever moves a service sees within a day how it goes. */
const FORMER_KEPT_MS = 86_400_000;
/**
 * Has this machine belong to another site of the same service, with the keys that it has. The site must take this machine's
 * signature for its server, and know one of the certificates that are here. Else nothing changes. Throws with the remedy.
 */
export async function setSite(to: string, ports: SetSitePorts): Promise<void> {
  const site = checkedSite(to);
  const identity = await ports.readEnrolled();
  const { site: former, machine_id } = identity.enrollment;
  if (former === site) return ports.log('info', 'the machine is at this site already', { site, machine_id });
  const until = new Date(ports.nowMs() + FORMER_KEPT_MS).toISOString();
  const moved = { ...identity, enrollment: { ...identity.enrollment, site, former: { site: former, until } } };
  await refuseOtherService(moved, former, ports);
  await ports.writeIdentity(moved);
  ports.log('info', 'the machine belongs to the new site; its agent asks there from its next poll on', {
    site,
    machine_id,
  });
}

/** A site that was not taken is asked again after so long. */
const AGAIN_MS = 600_000;

/** For a running agent: follows the site that the service names. What is not taken is logged, and tried again after a while. */
export function siteFollower(ports: SetSitePorts): (site: string) => Promise<void> {
  let quietUntilMs = 0;
  return async (site) => {
    if (ports.nowMs() < quietUntilMs) return;
    try {
      const { enrollment, next } = await ports.readEnrolled();
      // A rotation of keys is at work on the same file: its turn comes first.
      if (enrollment.site !== site && !next) await setSite(site, ports);
    } catch (error) {
      quietUntilMs = ports.nowMs() + AGAIN_MS;
      ports.log('warn', 'the service names another site, which is not taken', { site, reason: reasonOf(error) });
    }
  };
}

async function refuseOtherService(moved: EnrolledIdentity, former: string, ports: SetSitePorts): Promise<void> {
  const stays = `; this machine stays at ${former}`;
  const { site } = moved.enrollment;
  // Some may be younger than a restored service: one that it knows is enough.
  const held = await ports.certificates(MAX_HANDSHAKES);
  const handshakes = held.map(({ hostname, fingerprintSha256 }) => ({ hostname, fingerprint_sha256: fingerprintSha256 }));
  const result = await ports.report(moved, handshakes.length > 0 ? { handshakes } : EMPTY_REPORT);
  switch (result.kind) {
    case 'unavailable':
      throw new Error(`${site} does not answer: ${result.reason}${stays}`);
    case 'refused':
      throw new Error(`${site} does not know this machine, or this clock is off by more than a minute${stays}`);
    case 'answered':
      if (held.length > 0 && result.body.accepted === 0)
        throw new Error(`${site} has none of the certificates that are here: it is another service, or an old copy${stays}`);
  }
}
