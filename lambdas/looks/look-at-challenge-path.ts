import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { type CaaPorts, forbiddenByCaa, lookAtCaa } from '../dns/look-at-caa.ts';
import type { DryRunObservation } from '../lifecycle/observation.ts';
import { unreachable } from '../lifecycle/preparation-transition.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { servingServerOf } from '../model/domains/domain-servers.ts';
import { installer } from '../model/servers/installer.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { Preflight } from './preflight.ts';

export interface ChallengePathPorts {
  preflight: (domain: Domain, now: Date) => Promise<Preflight>;
  servers: Pick<ServerStore, 'get'>;
}

/** A challenge path that did not lead to us. `seenByAgent`: we alone may be refused, for the server's agent sees challenges arrive. */
export interface ChallengePathTrouble {
  serverConnected: boolean;
  seenByAgent?: true;
  reason?: DiagnosisReason;
  /** The addresses that lead elsewhere. */
  observed?: string;
  evidence: Evidence[];
}

/** What stands between a CA and the answer to its challenge; undefined where nothing does. Its server is read only then. */
export async function lookAtChallengePath(
  { preflight, servers }: ChallengePathPorts,
  domain: Domain,
  now: Date,
): Promise<ChallengePathTrouble | undefined> {
  const answer = await preflight(domain, now);
  if (answer.kind === 'passed') return undefined;
  const place = installer(await servers.get(domain.organizationId, servingServerOf(domain)));
  const seenByAgent = answer.refusesUs && place.seesItsChallengePath(now);
  const { kind: _, refusesUs: __, ...seen } = answer;
  return { serverConnected: place.isReady(), ...(seenByAgent && { seenByAgent }), ...seen };
}

export interface DryRunPorts extends CaaPorts, ChallengePathPorts {}

/** Whether a certificate could be had now: all that can be known without an order, but for the CNAME, which every look asks for. */
export async function dryRun(ports: DryRunPorts, domain: Domain, now: Date): Promise<DryRunObservation> {
  const [caa, trouble] = await Promise.all([lookAtCaa(ports, domain.url, now), lookAtChallengePath(ports, domain, now)]);
  const forbidden = forbiddenByCaa(caa);
  if (forbidden) return { kind: 'dry-run-failed', diagnosis: forbidden };
  if (trouble) return { kind: 'dry-run-failed', diagnosis: unreachable(trouble) };
  return { kind: caa.kind === 'caa-allows' ? 'dry-run-passed' : 'dry-run-unknown' };
}
