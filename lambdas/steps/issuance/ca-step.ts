import type { Step } from '../../lifecycle/run-step.ts';
import type { Transition } from '../../lifecycle/transition.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { Timings } from '../../shared/contract/timings.schema.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

type CaPhase = 'ordering' | 'authorizing' | 'validating' | 'finalizing' | 'downloading';

interface CaAnswer<Heard> {
  answer: Heard;
  alongside?: Write[];
}

/** What a step heard, and a nonce that its process does not need any more. */
export interface HeardFromCa<Heard> {
  answer: Heard;
  spareNonce?: string;
}

export interface CaStep<P extends CaPhase, Heard> {
  name: Step<P, Heard>['name'];
  phase: P;
  ask(domain: DomainIn<P>, now: Date, timings: Timings): Promise<CaAnswer<Heard>>;
  decide: Step<P, Heard>['decide'];
  announce?: Step<P, Heard>['announce'];
}

/**
 * A step that asks the CA. Each step is a process of its own, and a nonce is good in any: the row carries one on, which
 * saves every step but the first a request for it.
 */
export function caStep<P extends CaPhase, Heard extends { kind: string }>(
  ca: Pick<CertificateAuthority, 'nonces'>,
  step: CaStep<P, Heard>,
): Step<P, HeardFromCa<Heard>> {
  return {
    name: step.name,
    phase: step.phase,
    async gather(domain, now, timings) {
      ca.nonces.borrow(spareNonceOf(domain));
      const { answer, alongside } = await step.ask(domain, now, timings);
      const spareNonce = willAskAgain(answer) ? undefined : ca.nonces.take();
      return { observation: { answer, ...(spareNonce !== undefined && { spareNonce }) }, ...(alongside && { alongside }) };
    },
    ...(step.announce && { announce: step.announce }),
    decide: (domain, heard, now, timings) => withSpareNonce(step.decide(domain, heard.answer, now, timings), heard.spareNonce),
  };
}

/** Then this process keeps the nonce: a row that stays as it is carries nothing on. */
function willAskAgain({ kind }: { kind: string }): boolean {
  return kind === 'order-pending' || kind === 'ca-trouble';
}

function spareNonceOf(domain: Domain): string | undefined {
  return 'issuance' in domain && 'spareNonce' in domain.issuance ? domain.issuance.spareNonce : undefined;
}

function withSpareNonce(transition: Transition, spareNonce: string | undefined): Transition {
  if (!transition.changed) return transition;
  const { domain } = transition;
  switch (domain.phase) {
    case 'authorizing':
    case 'validating':
    case 'finalizing':
    case 'downloading': {
      const { spareNonce: _used, ...issuance } = domain.issuance;
      return { ...transition, domain: { ...domain, issuance: { ...issuance, ...(spareNonce !== undefined && { spareNonce }) } } };
    }
    case 'awaiting-dns':
    case 'preparing':
    case 'ordering':
    case 'installing':
    case 'moving':
    case 'retiring':
    case 'revoking':
    case 'removing':
    case 'active':
    case 'failed':
      return transition;
  }
}

/**
 * A step may do at once what follows, which saves the execution a step, as long as it was not held up: two more operations of the CA take
 * 16 s at most, and it has 24.
 */
const EARLY_MS = 8_000;

export function isEarly(begunAt: Date, now: Date): boolean {
  return now.getTime() - begunAt.getTime() <= EARLY_MS;
}

/** Whether nothing may be asked for any more: what came of it would be too late. A window that has not begun is not over. */
export function isWindowOver({ issuanceDeadlineAt }: { issuanceDeadlineAt?: string | undefined }, now: Date): boolean {
  return issuanceDeadlineAt !== undefined && now.toISOString() >= issuanceDeadlineAt;
}
