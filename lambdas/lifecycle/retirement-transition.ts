import type { Timed, Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { type PhaseLess, withoutPhase } from '../model/domains/phase.ts';
import { mayBeRevoked } from '../model/domains/revocation.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { becomes, type Transition } from './transition.ts';

/** Servers whose copy of the certificate is no longer needed: those already listed, and these. */
export function serversToRetireFrom({ retireFrom = [] }: Pick<Domain, 'retireFrom'>, more: (number | undefined)[]): number[] {
  return [...new Set([...retireFrom, ...more.filter((id) => id !== undefined)])];
}

/**
 * A served domain without further work. A renewal during a move continues with the move. If a server that the domain has left is
 * serving, the domain moves from there, so that DNS decides when that copy is removed.
 */
export function servedAtRest({ retireFrom = [], ...rest }: PhaseLess, issued: CertificateFacts, time: Timed): Domain {
  const moving = rest.move ? { ...rest, retireFrom } : toLeaving(rest, retireFrom);
  if (!moving) return servedWithoutCopies(rest);
  return mayBeRevoked(moving) ? { ...moving, phase: 'revoking' } : onItsWay(moving, issued, time);
}

function toLeaving(domain: PhaseLess, [fromServerId, ...others]: number[]): PhaseLess | undefined {
  if (fromServerId === undefined) return undefined;
  return { ...domain, move: { fromServerId, state: 'installing' }, retireFrom: others };
}

/** A moving domain, whose certificate is at both of its servers. */
export function onItsWay(domain: PhaseLess, issued: CertificateFacts, time: Timed): Domain {
  return { ...domain, phase: 'moving', issued, moveDeadlineAt: addSeconds(time.now, time.timings.installWindowSeconds) };
}

/**
 * A domain whose other copies serve nobody: DNS points to its own server, or nothing is served at all. It rests once they are
 * removed, after a pause.
 */
export function toSettled(domain: PhaseLess): Domain {
  if (domain.retireFrom?.length) return { ...domain, phase: 'retiring' };
  const rest: PhaseLess = omit(domain, 'retireFrom');
  return rest.sslStatus === 'active' ? servedWithoutCopies(rest) : { ...rest, phase: 'failed' };
}

/** A replaced certificate that must be revoked is revoked before the domain rests. */
function servedWithoutCopies(domain: PhaseLess): Domain {
  return { ...domain, phase: mayBeRevoked(domain) ? 'revoking' : 'active' };
}

/** The pause before copies are removed: resolvers cache the old label until its TTL expires. */
export function pauseBefore({ phase }: Domain, { retirePauseSeconds }: Timings): number {
  return phase === 'retiring' ? retirePauseSeconds : 0;
}

/** After the removal of the copies the domain rests with its earlier diagnosis. */
export function decideOnRetirement(domain: DomainIn<'retiring'>): Transition {
  return becomes(toSettled(omit(withoutPhase(domain), 'retireFrom')), 'certificate.retired');
}
