import type { Timed, Timings } from '../../contract/stack/timings.schema.ts';
import type { CertificateFacts, Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { type PhaseLess, withoutPhase } from '../model/domains/phase.ts';
import { mayBeRevoked } from '../model/domains/revocation.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { becomes, type Transition } from './transition.ts';

/** Servers that hold a copy of the certificate which nobody needs any more: those known already, and these. */
export function serversToRetireFrom({ retireFrom = [] }: Pick<Domain, 'retireFrom'>, more: (number | undefined)[]): number[] {
  return [...new Set([...retireFrom, ...more.filter((id) => id !== undefined)])];
}

/**
 * A domain that is served and has nothing else to be done. One that was renewed on its way to another server goes on with its
 * move. The server that serves it may be one of those that it has left: then it is on its way from there, so that DNS decides
 * when a copy may go.
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

/** A domain that moves, with the certificate that lies at both of its servers. */
export function onItsWay(domain: PhaseLess, issued: CertificateFacts, time: Timed): Domain {
  return { ...domain, phase: 'moving', issued, moveDeadlineAt: addSeconds(time.now, time.timings.installWindowSeconds) };
}

/**
 * A domain whose other copies nothing leads to: DNS was seen to lead to its own server, or nothing is served at all. It rests
 * once they are taken away, after a pause.
 */
export function toSettled(domain: PhaseLess): Domain {
  if (domain.retireFrom?.length) return { ...domain, phase: 'retiring' };
  const rest: PhaseLess = omit(domain, 'retireFrom');
  return rest.sslStatus === 'active' ? servedWithoutCopies(rest) : { ...rest, phase: 'failed' };
}

/** A certificate that was replaced and is to be revoked is so before the domain rests. */
function servedWithoutCopies(domain: PhaseLess): Domain {
  return { ...domain, phase: mayBeRevoked(domain) ? 'revoking' : 'active' };
}

/** Before copies are taken away: resolvers answer with the old label until its TTL is over. */
export function pauseBefore({ phase }: Domain, { retirePauseSeconds }: Timings): number {
  return phase === 'retiring' ? retirePauseSeconds : 0;
}

/** The certificate was taken away wherever it is not needed: the domain is at rest, with the diagnosis that it had. */
export function decideOnRetirement(domain: DomainIn<'retiring'>): Transition {
  return becomes(toSettled(omit(withoutPhase(domain), 'retireFrom')), 'certificate.retired');
}
