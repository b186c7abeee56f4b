import { type CaaPorts, lookAtCaa } from '../dns/look-at-caa.ts';
import type { DryRunObservation } from '../lifecycle/observation.ts';
import { unreachable } from '../lifecycle/preparation-transition.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { type ChallengePathPorts, lookAtChallengePath } from './look-at-challenge-path.ts';

export interface DryRunPorts extends CaaPorts, ChallengePathPorts {}

/** Whether a certificate could be had now: all that can be known without an order, but for the CNAME, which every look asks for. */
export async function dryRun(ports: DryRunPorts, domain: Domain, now: Date): Promise<DryRunObservation> {
  const [caa, trouble] = await Promise.all([lookAtCaa(ports, domain.url, now), lookAtChallengePath(ports, domain, now)]);
  if (caa.kind === 'caa-forbids')
    return {
      kind: 'dry-run-failed',
      diagnosis: { code: 'caa_forbids_issuance', observed: caa.identity, evidence: caa.evidence },
    };
  if (trouble) return { kind: 'dry-run-failed', diagnosis: unreachable(trouble) };
  return { kind: caa.kind === 'caa-unknown' ? 'dry-run-unknown' : 'dry-run-passed' };
}
