import type { Timed, Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { type PhaseLess, withoutPhase } from '../model/domains/phase.ts';
import { mayBeRevoked } from '../model/domains/revocation.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { becomes, type Transition } from './transition.ts';

/** Servers with a copy of the certificate that is not needed any more: those already listed, and these. */
export function serversToRetireFrom({ retireFrom = [] }: Pick<Domain, 'retireFrom'>, more: (number | undefined)[]): number[] {
  return [...new Set([...retireFrom, ...more.filter((id) => id !== undefined)])];
}

/**
 * A served domain without further work. A renewal during a move continues with the move. If the serving server is one that the
 * domain has left, the domain moves from there, so that DNS decides when the copy may go.
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
 * A domain whose other copies nobody reaches: DNS leads to its own server, or nothing is served at all. It rests once they are
 * removed, after a pause.
 */
export function toSettled(domain: PhaseLess): Domain {
  if (domain.retireFrom?.length) return { ...domain, phase: 'retiring' };
  const rest: PhaseLess = omit(domain, 'retireFrom');
  return rest.sslStatus === 'active' ? servedWithoutCopies(rest) : { ...rest, phase: 'failed' };
}

/** A replaced certificate that is to be revoked is revoked before the domain rests. */
function servedWithoutCopies(domain: PhaseLess): Domain {
  return { ...domain, phase: mayBeRevoked(domain) ? 'revoking' : 'active' };
}

/** The pause before copies are removed: resolvers answer with the old label until its TTL is over. */
export function pauseBefore({ phase }: Domain, { retirePauseSeconds }: Timings): number {
  return phase === 'retiring' ? retirePauseSeconds : 0;
}

/** The copies are removed: the domain rests with the diagnosis that it had. */
export function decideOnRetirement(domain: DomainIn<'retiring'>): Transition {
  return becomes(toSettled(omit(withoutPhase(domain), 'retireFrom')), 'certificate.retired');
}
