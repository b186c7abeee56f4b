import type { Phase } from '../../../lambdas/model/domains/domain-row.schema.ts';

/**
 * `stays`: in the attempt of the row. `begins`: the next attempt. `either`: a step stays in its attempt; a check from a queue, or
 * a requested one, begins the next.
 */
type Attempt = 'stays' | 'begins' | 'either';

/** The phases before an event, and those after it. `same`: the phase stays. */
interface Way {
  from: readonly Phase[];
  to: readonly Phase[] | 'same';
  attempt: Attempt;
}

const AT_CA = ['ordering', 'authorizing', 'validating', 'finalizing', 'downloading'] as const satisfies Phase[];
const ISSUING = ['preparing', ...AT_CA] as const satisfies Phase[];
const AT_REST = ['active', 'failed'] as const satisfies Phase[];
const AT_WORK = ['awaiting-dns', ...ISSUING, 'installing', 'moving', 'retiring', 'revoking'] as const satisfies Phase[];
/** Phases whose steps depend on the server or on the validation method. */
const LOOKED_AT = AT_WORK.filter((phase) => phase !== 'ordering' && phase !== 'authorizing');
const PRESENT = [...AT_WORK, ...AT_REST] as const satisfies Phase[];
/** Phases without a served certificate. */
const FAILED = ['failed', 'retiring'] as const satisfies Phase[];
/** Phases with a served certificate. */
const SERVED = ['active', 'moving', 'revoking', 'retiring'] as const satisfies Phase[];

function way(from: Phase | readonly Phase[], to: Phase | readonly Phase[] | 'same', attempt: Attempt = 'stays'): Way {
  return { from: [from].flat() as Phase[], to: to === 'same' ? to : ([to].flat() as Phase[]), attempt };
}

/** The transitions that each timeline event allows. Every new event needs an entry. */
const ALLOWED_STEPS: Record<string, readonly Way[]> = {
  'dns.checked': [way(['awaiting-dns', ...FAILED], 'same')],
  'domain.validated': [way('awaiting-dns', ['preparing', 'installing'], 'either'), way(FAILED, 'preparing', 'begins')],
  'domain.proven': [way('awaiting-dns', 'preparing', 'either'), way(FAILED, 'preparing', 'begins')],
  'domain.validation_failed': [way('awaiting-dns', FAILED, 'either')],

  'certificate.queued': [way(ISSUING, 'same'), way('ordering', 'preparing')],
  'certificate.slot_granted': [way('preparing', 'same', 'begins'), way('ordering', 'same')],
  'certificate.prepared': [way('preparing', 'ordering')],
  'preflight.repeated': [way('ordering', 'preparing')],
  'certificate.requested': [way('preparing', 'same')],
  'order.created': [way('ordering', 'authorizing')],
  'challenge.answered': [way(['ordering', 'authorizing'], 'validating')],
  'order.ready': [way('validating', 'finalizing')],
  'order.finalized': [way(['validating', 'finalizing'], 'downloading')],
  'certificate.downloaded': [way(['preparing', 'validating', 'finalizing', 'downloading'], 'installing')],
  'certificate.obstructed': [way([...ISSUING, 'active'], 'same'), way(AT_CA, 'preparing')],
  'ca.serves_again': [way(AT_CA, 'same')],
  'certificate.failed': [way([...ISSUING, 'installing'], [...FAILED, 'moving'])],
  'certificate.renewal_failed': [way([...ISSUING, 'installing'], [...SERVED, 'failed'])],

  'certificate.awaited': [way('installing', 'same')],
  'certificate.rolled_back': [way('installing', 'same')],
  'certificate.ready': [way('installing', 'awaiting-dns')],
  'certificate.installed': [way('installing', ['active', 'moving', 'revoking']), way('moving', 'same')],
  'move.awaited': [way('moving', 'same')],
  'move.completed': [way('moving', [...SERVED.filter((phase) => phase !== 'moving'), 'failed'])],
  'certificate.retired': [way('retiring', ['active', 'revoking', 'failed'])],
  'certificate.revocation_over': [way('revoking', [...SERVED, 'failed']), way('removing', 'same')],
  'certificate.revocation_postponed': [way('revoking', [...SERVED, 'failed']), way('removing', 'same')],
  // Revoked by the service, or reported as revoked by the CA.
  'certificate.revoked': [way('revoking', [...SERVED, 'failed']), way([...PRESENT, 'removing'], 'same')],

  'certificate.renewal_planned': [way(PRESENT, 'same')],
  'certificate.renewal_scheduled': [way(PRESENT, 'same')],
  'certificate.renewal_started': [way([...AT_REST, 'moving'], 'preparing', 'begins'), way('awaiting-dns', 'preparing', 'either')],
  'certificate.renewal_requested': [way('active', 'preparing', 'begins')],
  'certificate.renewal_paused': [way(AT_REST, 'same')],
  'certificate.revocation_requested': [way('active', 'preparing', 'begins'), way(PRESENT, 'same')],
  'certificate.revocation_resumed': [way(AT_REST, 'revoking', 'begins')],
  'certificate.expiring': [way(PRESENT, 'same')],
  'certificate.expired': [way(PRESENT, 'same'), way('active', 'failed'), way([...ISSUING, 'installing'], [...FAILED, 'moving'])],
  'certificate.not_served': [way('active', 'same')],
  'certificate.served': [way('active', 'same')],
  'certificate.unobstructed': [way('active', 'same')],
  'server.silent': [way('active', 'same')],
  'server.heard': [way('active', 'same')],
  'domain.dns_changed': [way(AT_REST, 'same')],
  'domain.dns_restored': [way([...AT_REST, 'moving'], 'same')],
  'domain.suspected': [way(AT_REST, 'same')],
  'domain.awaited': [way('failed', 'same')],

  // A new validation method begins another attempt.
  'domain.updated': [way(PRESENT, 'same'), way(LOOKED_AT, 'same', 'begins')],
  'domain.transfer_requested': [way(PRESENT, 'same')],
  'domain.transfer_refused': [way(PRESENT, 'same')],
  'portal_links.ended': [way(PRESENT, 'same')],
  'domain.retried': [way(FAILED, 'awaiting-dns', 'begins')],
  'domain.claim_lost': [way(PRESENT, 'failed', 'begins')],
  'domain.move_requested': [
    way(PRESENT, 'same', 'either'),
    way(PRESENT, 'moving', 'begins'),
    way(PRESENT, 'preparing', 'begins'),
    way('awaiting-dns', 'installing', 'begins'),
    way('retiring', 'failed', 'begins'),
    way('failed', 'retiring', 'begins'),
  ],
  'domain.deleted': [way(PRESENT, 'removing', 'begins')],
  'domain.transferred': [way(PRESENT, 'removing', 'begins')],
  'domain.removal_awaited': [way('removing', 'same')],

  'lifecycle.restarted': [way([...AT_WORK, 'removing'], 'same', 'begins')],
  'lifecycle.resumed': [way([...AT_WORK, 'removing'], 'same', 'begins')],
};

/** The parts of a domain's row that show its progress. */
export interface Row {
  phase: Phase;
  version: number;
  execution: { attempt: number };
  issuance?: { certificateRequestId: string };
}

/** What is wrong with a transition between two rows; undefined: nothing. `what`: the timeline event of the same write, if any. */
export function wrongStep(before: Row | undefined, after: Row | undefined, what: string | undefined): string | undefined {
  if (!before) return isFirst(after, what) ? undefined : `begins as ${after?.phase}, by ${what}`;
  if (!after) return before.phase === 'removing' ? undefined : `is gone while ${before.phase}`;
  if (after.version !== before.version + 1) return `goes from version ${before.version} to ${after.version}`;
  const begins = after.execution.attempt - before.execution.attempt;
  const ways = what === undefined ? [way(before.phase, 'same')] : (ALLOWED_STEPS[what] ?? []);
  const isAllowed = ways.some(
    ({ from, to, attempt }) =>
      from.includes(before.phase) &&
      (to === 'same' ? after.phase === before.phase : to.includes(after.phase)) &&
      ATTEMPTS[attempt].includes(begins),
  );
  if (!isAllowed) return `goes from ${before.phase} to ${after.phase} and ${begins} attempts on, by ${what ?? 'a quiet write'}`;
  return undefined;
}

/** Delivery events change no domain. */
const OF_DELIVERIES = ['delivery.succeeded', 'delivery.failed'];
/** Written by tests, which set the phase directly: the event names it. */
const BY_HAND = 'test.';

/**
 * What is wrong with a timeline, in its order. Events do not name the phase, so all possible ones are followed. `phase`: that of
 * the row, if it still exists.
 */
export function wrongTimeline(timeline: readonly string[], phase: Phase | undefined): string | undefined {
  const [first, ...others] = timeline.filter((what) => !OF_DELIVERIES.includes(what));
  if (first !== 'domain.created') return `begins with ${first}`;
  let phases: readonly Phase[] = ['awaiting-dns'];
  for (const [at, what] of others.entries()) {
    const next = [...new Set(phases.flatMap((from) => phasesAfter(from, what)))];
    if (next.length === 0)
      return `says ${what} while ${phases.join(' or ')}, after ${[first, ...others].slice(0, at + 1).join(', ')}`;
    phases = next;
  }
  if (phase && !phases.includes(phase)) return `is ${phase}, and ${others.join(', ')} leads to ${phases.join(' or ')}`;
  return undefined;
}

function phasesAfter(phase: Phase, what: string): readonly Phase[] {
  if (what.startsWith(BY_HAND)) return [what.slice(BY_HAND.length) as Phase];
  const ways = (ALLOWED_STEPS[what] ?? []).filter(({ from }) => from.includes(phase));
  return ways.flatMap(({ to }) => (to === 'same' ? phase : to));
}

const ATTEMPTS: Record<Attempt, readonly number[]> = { stays: [0], begins: [1], either: [0, 1] };

function isFirst(after: Row | undefined, what: string | undefined): boolean {
  return what === 'domain.created' && after?.phase === 'awaiting-dns' && after.version === 1 && after.execution.attempt === 1;
}
