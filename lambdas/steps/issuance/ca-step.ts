import type { Timings } from '../../../contract/stack/timings.schema.ts';
import type { AcmeProblem } from '../../acme/problem.ts';
import type { CertificateAuthorities, KnownCa, WatchedCa } from '../../ca-limits/certificate-authorities.ts';
import { decideOnCaChoice, isCaChoiceResult, toResumedAtCa } from '../../lifecycle/ca-outage-transition.ts';
import type { CaChoiceResult, CaPassedOver } from '../../lifecycle/issuance-observation.ts';
import { type Transition, transitionTo } from '../../lifecycle/transition.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { omit } from '../../shared/rows/omit.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import type { Step } from '../run-step.ts';
import { caOfOrder, chooseCa, isAnotherCaServing, mayBeCertificate, otherCas, toUnavailable } from './ca-choice.ts';
import { isCaFault, isCertainFault, refusesThisName } from './classify-ca-problem.ts';

type CaPhase = 'ordering' | 'authorizing' | 'validating' | 'finalizing' | 'downloading';

interface CaAnswer<Heard> {
  answer: Heard;
  alongside?: Write[];
}

/** A step's answer, and a nonce that its process no longer needs. */
export interface CaStepObservation<Heard> {
  answer: Heard | CaChoiceResult;
  spareNonce?: string;
}

export interface CaStep<P extends CaPhase, Heard> {
  name: Step<P, Heard>['name'];
  phase: P;
  /** `wasHalted`: no CA accepted its order at the last try. */
  ask(domain: DomainIn<P>, now: Date, known: KnownCa & { wasHalted: boolean }): Promise<CaAnswer<Heard | CaChoiceResult>>;
  /** After a lost race: reads again from the table what the answer needs. The CA is not called again. */
  readAgain?(domain: DomainIn<P>, heard: CaAnswer<Heard | CaChoiceResult>, now: Date): Promise<CaAnswer<Heard | CaChoiceResult>>;
  decide: Step<P, Heard>['decide'];
  announce?(domain: Domain, now: Date): Promise<void>;
}

export interface CaStepPorts {
  cas: CertificateAuthorities;
  clock: Clock;
}

/**
 * A step that calls a CA: its order's CA or, for a new order, the first available one. Each step runs in its own process, and a
 * nonce is valid in any. On its first call a process passes a nonce on in the row, because the next step's process is probably
 * new too, so only the first step has to request one. From the second call on a process keeps its nonces: each answer brings the
 * next one.
 */
export function caStep<P extends CaPhase, Heard extends { kind: string; problem?: AcmeProblem }>(
  { cas, clock }: CaStepPorts,
  step: CaStep<P, Heard>,
): Step<P, CaStepObservation<Heard>> {
  const asked = new Set<string>();
  return {
    name: step.name,
    phase: step.phase,
    async gather(stored, time) {
      const choice = await chosenFor(stored, cas, clock, time.timings);
      if (choice.kind !== 'chosen') return { observation: { answer: choice } };
      const domain = toResumedAtCa(stored, time);
      const { known } = choice;
      known.ca.nonces.borrow(spareNonceOf(domain));
      const { answer, alongside } = await step.ask(domain, time.now, { ...known, wasHalted: domain !== stored });
      const next = await nextCaAfter(known, answer, { cas, clock, domain, phase: step.phase, timings: time.timings });
      if (next) return { observation: { answer: next } };
      const spareNonce = asked.has(known.name) || willAskAgain(answer) ? undefined : known.ca.nonces.take();
      asked.add(known.name);
      return { observation: { answer, ...(spareNonce !== undefined && { spareNonce }) }, ...(alongside && { alongside }) };
    },
    ...(step.announce && { announce: step.announce }),
    async readAgain(domain, { observation: { answer, ...observed }, ...gathered }, now) {
      const again = await step.readAgain?.(domain, { answer }, now);
      return { ...gathered, observation: { ...observed, answer: again?.answer ?? answer } };
    },
    decide: (domain, { answer, spareNonce }, time) => {
      if (isCaChoiceResult(answer)) return decideOnCaChoice(domain, answer, time);
      const resumed = toResumedAtCa(domain, time);
      const transition = withSpareNonce(step.decide(resumed, answer, time), spareNonce);
      if (transition.changed || resumed === domain) return transition;
      return transitionTo(resumed, 'ca.serves_again', [], transition.waitSeconds);
    },
  };
}

function chosenFor(domain: DomainIn<CaPhase>, cas: CertificateAuthorities, clock: Clock, timings: Timings) {
  return domain.phase === 'ordering' ? chooseCa(cas, domain, clock, timings) : caOfOrder(cas, domain, clock, timings);
}

type Answer = { kind: string; problem?: AcmeProblem };
interface Asked {
  cas: CertificateAuthorities;
  clock: Clock;
  domain: DomainIn<CaPhase>;
  phase: CaPhase;
  timings: Timings;
}

/** Returns the next CA to use, or that none is left, after this answer. Undefined: continue with this one. */
async function nextCaAfter(known: WatchedCa, answer: Answer, asked: Asked): Promise<CaChoiceResult | undefined> {
  const { problem } = answer;
  const { cas, clock, domain, timings } = asked;
  await reportHealth(known, answer, asked);
  if (problem === undefined) return undefined;
  const { issuance } = domain;
  const passed: CaPassedOver = { kind: 'ca-passed-over', ca: known.name, problem };
  if (refusesThisName(problem)) return otherCas(cas, known, issuance).length > 0 ? { ...passed, isOfThisName: true } : undefined;
  const state = await known.health.state();
  if (answer.kind !== 'ca-trouble' || state.kind !== 'spared') return undefined;
  if (!mayBeCertificate(domain) && (await isAnotherCaServing(cas, known, issuance))) return passed;
  return toUnavailable({ until: state.until, problem }, cas, { now: clock(), timings });
}

/** Answers without a CA request. */
const NOT_ASKED: ReadonlySet<string> = new Set(['window-over', 'slot-first', 'slot-refused', 'fallback-full']);

/** A problem with an existing order is the CA's only if the CA fails for all: otherwise it may be the order's. */
async function reportHealth({ healthWrites }: WatchedCa, { kind, problem }: Answer, { phase, timings }: Asked): Promise<void> {
  if (NOT_ASKED.has(kind)) return healthWrites.notAsked();
  const isNewOrder = phase === 'ordering';
  const isFault = kind === 'ca-trouble' && problem !== undefined && isCaFault(problem);
  if (!isFault) return healthWrites.answered();
  await healthWrites.failed(problem, { isCertain: isCertainFault(problem), countsAnyway: isNewOrder }, timings.caRetrySeconds);
}

/** The process then keeps the nonce: an unchanged row passes nothing on. */
function willAskAgain({ kind }: { kind: string }): boolean {
  return kind === 'order-pending' || kind === 'challenge-awaited' || kind === 'ca-trouble';
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
      const issuance = omit(domain.issuance, 'spareNonce');
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
 * A step done within this time also does the next one, which saves a step of the execution: two more CA operations take 16 s at
 * most, of its 24.
 */
const EARLY_MS = 8_000;

export function isEarly(begunAt: Date, now: Date): boolean {
  return now.getTime() - begunAt.getTime() <= EARLY_MS;
}

/** True when the issuance window is over, so a result would come too late. A window that has not begun is not over. */
export function isWindowOver({ issuanceDeadlineAt }: { issuanceDeadlineAt?: string | undefined }, now: Date): boolean {
  return issuanceDeadlineAt !== undefined && now.toISOString() >= issuanceDeadlineAt;
}
