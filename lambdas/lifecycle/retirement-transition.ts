import type { TimedDecision, Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { type CommonDomain, withoutPhase } from '../model/domains/phase.ts';
import { isRevocationDue } from '../model/domains/revocation.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { type Transition, transitionTo } from './transition.ts';

/** Servers whose copy of the certificate is no longer needed: those already listed, and these. */
export function serversToRetireFrom({ retireFrom = [] }: Pick<Domain, 'retireFrom'>, more: (number | undefined)[]): number[] {
  return [...new Set([...retireFrom, ...more.filter((id) => id !== undefined)])];
}

/**
 * A served domain without further work. A renewal during a move continues with the move. If a server that the domain has left is
 * serving, the domain moves from there, so that DNS decides when that copy is removed.
 */
export function toServedAtRest(
  { retireFrom = [], ...rest }: CommonDomain,
  issued: CertificateFacts,
  time: TimedDecision,
): Domain {
  const moving = rest.move ? { ...rest, retireFrom } : toLeaving(rest, retireFrom);
  if (!moving) return servedWithoutCopies(rest);
  return isRevocationDue(moving) ? { ...moving, phase: 'revoking' } : toMoving(moving, issued, time);
}

function toLeaving(domain: CommonDomain, [fromServerId, ...others]: number[]): CommonDomain | undefined {
  if (fromServerId === undefined) return undefined;
  return { ...domain, move: { fromServerId, state: 'installing' }, retireFrom: others };
}

/** A moving domain, whose certificate is at both of its servers. */
export function toMoving(domain: CommonDomain, issued: CertificateFacts, time: TimedDecision): Domain {
  return { ...domain, phase: 'moving', issued, moveDeadlineAt: addSeconds(time.now, time.timings.installWindowSeconds) };
}

/**
 * A domain whose other copies serve nobody: DNS points to its own server, or nothing is served at all. It rests once they are
 * removed, after a pause.
 */
export function toSettled(domain: CommonDomain): Domain {
  if (domain.retireFrom?.length) return { ...domain, phase: 'retiring' };
  const rest: CommonDomain = omit(domain, 'retireFrom');
  return rest.sslStatus === 'active' ? servedWithoutCopies(rest) : { ...rest, phase: 'failed' };
}

/** A replaced certificate that must be revoked is revoked before the domain rests. */
function servedWithoutCopies(domain: CommonDomain): Domain {
  return { ...domain, phase: isRevocationDue(domain) ? 'revoking' : 'active' };
}

/** The pause before copies are removed: resolvers cache the old label until its TTL expires. */
export function retirementPause({ phase }: Domain, { retirePauseSeconds }: Timings): number {
  return phase === 'retiring' ? retirePauseSeconds : 0;
}

/** After the removal of the copies the domain rests with its earlier diagnosis. */
export function decideOnRetirement(domain: DomainIn<'retiring'>): Transition {
  return transitionTo(toSettled(omit(withoutPhase(domain), 'retireFrom')), 'certificate.retired');
}
