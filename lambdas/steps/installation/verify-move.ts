import type { TimedDecision } from '../../../contract/stack/timings.schema.ts';
import { decideOnMove } from '../../lifecycle/move-transition.ts';
import { type DnsObservation, type InstallationObservation, type MoveObservation, wasSeen } from '../../lifecycle/observation.ts';
import { noTransition } from '../../lifecycle/transition.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { ServableCertificate } from '../../model/servers/certificate.schema.ts';
import { type InstallingPorts, installer, notAnnounced } from '../../model/servers/installer.ts';
import { whyNotReady } from '../../model/servers/server.ts';
import type { Step } from '../run-step.ts';
import {
  announceAll,
  certificateOf,
  deleteFormerWrites,
  graceSecondsOf,
  type InstallationPorts,
  lookFromOutside,
  machinesAt,
  type VerifyInstallationObservation,
} from './verify-installation.ts';

export interface MovePorts extends InstallationPorts {
  /** Checks if the hostname's CNAME chain contains the domain's own target: another label of its organization does not count. */
  lookAtOwnTarget: (domain: Domain, now: Date) => Promise<DnsObservation>;
}

type VerifyMoveObservation = MoveObservation & Pick<VerifyInstallationObservation, 'unannounced'>;

/** Installs a certificate at the server that its domain moves to, and checks if it is served there and DNS points there. */
export function verifyMove(ports: MovePorts, announcing: InstallingPorts): Step<'moving', VerifyMoveObservation> {
  return {
    name: 'verify-move',
    phase: 'moving',
    async gather(domain, time) {
      const certificate = await certificateOf(domain, ports);
      const [installation, dns] = await Promise.all([
        lookAtServer(domain, certificate, ports, time),
        ports.lookAtOwnTarget(domain, time.now),
      ]);
      const hasArrived = wasSeen(installation) && dns.kind === 'cname-matched';
      const observation = { installation, dns, unannounced: notAnnounced([certificate]) };
      return { observation, alongside: hasArrived ? deleteFormerWrites(domain, ports) : [] };
    },
    decide: (domain, { unannounced, ...seen }, time) => {
      if (unannounced.length > 0 && wasSeen(seen.installation)) return noTransition(domain, time.timings.installPollSeconds);
      return decideOnMove(domain, seen, time);
    },
    announce: (_, now, { unannounced }) => announceAll(unannounced, announcing, now),
  };
}

/**
 * Checks the new server by its label, because the hostname still points to the old one. Repeated at every check: weeks may pass
 * before DNS follows, and this check leads to the removal of the old server's copy.
 */
async function lookAtServer(
  domain: Domain,
  certificate: ServableCertificate,
  ports: MovePorts,
  { now, timings }: TimedDecision,
): Promise<InstallationObservation> {
  const server = await ports.servers.get(certificate.organizationId, certificate.serverId);
  const place = installer(server);
  const observation = await lookFromOutside(certificate, server, ports, now, {
    connectTo: domain.cname.target,
    graceSeconds: graceSecondsOf(timings),
  });
  // Old and new server have the same certificate, and both labels may point to one address: only the new server itself tells them
  // apart.
  if (observation.kind === 'other-certificate-seen' || observation.kind === 'nothing-seen') return observation;
  if (place.confirms(certificate, await machinesAt(server, ports))) return observation;
  const whyNot = whyNotReady(server);
  return {
    kind: 'nothing-seen',
    seenByAgent: false,
    serverConnected: place.isReady(),
    ...(whyNot?.reason && { whyNot }),
    evidence: observation.evidence,
  };
}
