import { MAX_HANDSHAKES, type ReportAnswer, type ReportRequest } from '../../lambdas/agent-api/edge.schema.ts';
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
  /** Sends a report signed as this machine to the identity's site. */
  report: (identity: EnrolledIdentity, report: ReportRequest) => Promise<EdgeResult<ReportAnswer>>;
  /** At most `most` certificates of this machine. */
  certificates: (most: number) => Promise<Pick<StoredCertificate, 'hostname' | 'fingerprintSha256'>[]>;
  nowMs: () => number;
  log: Log;
}

/** How long the agent falls back to the former site. Limited, because its name may belong to somebody else one day. */
const FORMER_KEPT_MS = 86_400_000;

/**
 * Moves this machine to another site of the same service. It keeps its keys. The new site must accept its signature and know one
 * of its certificates; otherwise it throws with the remedy, and nothing changes.
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

/** Retry interval for a site that did not pass the checks. */
const CHECK_AGAIN_MS = 600_000;

/** For a running agent: moves to the site that the service names. A site that fails the checks is logged and retried later. */
export function siteFollower(ports: SetSitePorts): (site: string) => Promise<void> {
  let quietUntilMs = 0;
  return async (named) => {
    if (ports.nowMs() < quietUntilMs) return;
    try {
      const site = checkedSite(named);
      const { enrollment, next } = await ports.readEnrolled();
      // A key rotation writes the same file and must finish first.
      if (enrollment.site !== site && !next) await setSite(site, ports);
    } catch (error) {
      quietUntilMs = ports.nowMs() + CHECK_AGAIN_MS;
      ports.log('warn', 'the service names another site, which is not taken', { site: named, reason: reasonOf(error) });
    }
  };
}

async function refuseOtherService(moved: EnrolledIdentity, former: string, ports: SetSitePorts): Promise<void> {
  const stays = `; this machine stays at ${former}`;
  const { site } = moved.enrollment;
  // A restored service may not know the newest certificates. One that it knows is enough.
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
