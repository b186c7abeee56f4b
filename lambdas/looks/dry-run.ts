import { type CaaPorts, forbiddenByCaa, lookAtCaa } from '../dns/look-at-caa.ts';
import type { DryRunObservation } from '../lifecycle/observation.ts';
import { unreachable } from '../lifecycle/preparation-transition.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { type ChallengePathPorts, lookAtChallengePath } from './look-at-challenge-path.ts';

export interface DryRunPorts extends CaaPorts, ChallengePathPorts {}

/** Whether a certificate could be had now: all that can be known without an order, but for the CNAME, which every look asks for. */
export async function dryRun(ports: DryRunPorts, domain: Domain, now: Date): Promise<DryRunObservation> {
  const [caa, trouble] = await Promise.all([lookAtCaa(ports, domain.url, now), lookAtChallengePath(ports, domain, now)]);
  const forbidden = forbiddenByCaa(caa);
  if (forbidden) return { kind: 'dry-run-failed', diagnosis: forbidden };
  if (trouble) return { kind: 'dry-run-failed', diagnosis: unreachable(trouble) };
  return { kind: caa.kind === 'caa-allows' ? 'dry-run-passed' : 'dry-run-unknown' };
}
