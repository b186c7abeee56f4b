import { Order } from '../../../lambdas/acme/answer.schema.ts';
import { type AcmeAnswer, readAnswer } from '../../../lambdas/acme/answer.ts';
import { type AcmeProblem, toUnreachable } from '../../../lambdas/acme/problem.ts';
import { Chance } from '../chance.ts';
import type { Scheduler } from '../scheduler.ts';

const URN = 'urn:ietf:params:acme:error:';
const PATIENCE_MS = 30_000;

/** Answers of a CA in trouble, or of a proxy in front of it, to any request. */
const TROUBLE: readonly [(now: Date) => AcmeAnswer, ...((now: Date) => AcmeAnswer)[]] = [
  () => plain(500),
  () => plain(503),
  () => plain(503, { 'retry-after': '2' }),
  () => ({ status: 200, headers: {}, body: '<!doctype html><title>Be right back</title>' }),
  (now) => problem(429, 'rateLimited', { 'retry-after': new Date(now.getTime() + PATIENCE_MS).toUTCString() }),
  () => problem(400, 'badNonce'),
  () => problem(400, 'accountDoesNotExist'),
  () => problem(403, 'unauthorized'),
  () => problem(403, 'userActionRequired'),
  () => problem(500, 'serverInternal'),
];

/** Failures of the CA at single requests, parsed by the service's own ACME code. */
export class CaTrouble {
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;

  constructor(scheduler: Scheduler, seed: number) {
    this.#scheduler = scheduler;
    this.#chance = new Chance(seed, 'trouble of the CA');
  }

  /** `act`: the effect of the request, for failures that come after it took effect. Undefined: no failure. */
  meet(act: () => void): AcmeProblem | undefined {
    const { faults } = this.#scheduler;
    if (faults.meets('an answer of the CA is lost')) {
      act();
      return toUnreachable('ECONNRESET');
    }
    if (!faults.meets('the CA answers with an error')) return undefined;
    if (this.#chance.is(0.5)) act();
    const now = this.#scheduler.now();
    const answer = this.#chance.pick(TROUBLE)(now);
    const read = readAnswer(answer, Order, now);
    return read.kind === 'problem' ? read.problem : undefined;
  }

  /** Truncates the chain somewhere in its text. */
  cut(chain: string): string {
    return this.#scheduler.faults.meets('a chain is cut short') ? chain.slice(0, this.#chance.below(chain.length)) : chain;
  }
}

function problem(status: number, type: string, headers: Record<string, string> = {}): AcmeAnswer {
  return { status, headers, body: JSON.stringify({ type: URN + type, detail: `${type} in words`, status }) };
}

function plain(status: number, headers: Record<string, string> = {}): AcmeAnswer {
  return { status, headers, body: 'upstream is unwell' };
}
