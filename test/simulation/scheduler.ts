import { AsyncLocalStorage } from 'node:async_hooks';
import TinyQueue from 'tinyqueue';
import { Chance } from './chance.ts';
import { type FaultPlan, Faults } from './faults.ts';

export type Ending<T> = { kind: 'answered'; value: T } | { kind: 'threw'; error: unknown } | { kind: 'died' };

/** A process that handles one event. Once dead, it receives no answers: its promises never settle. */
interface Invocation {
  name: string;
  startedAtMs: number;
  /** Error of its clock. */
  skewMs: number;
  unanswered: number;
  isOver: boolean;
  end(ending: Ending<never>): void;
}

/** A port call that waits for its turn. */
interface PendingCall {
  label: string;
  invocation: Invocation;
  options: CallOptions;
  effect: () => unknown;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

interface CallOptions {
  /** An error that the other side may return without having executed the call. */
  refusal?: () => Error;
  /** The SDK retries the call when its answer is lost, and the other side cannot recognize the retry. */
  isSentAgain?: boolean;
  /** Time that the other side takes. */
  takesSeconds?: number;
}

interface Begin {
  seed: number;
  startMs: number;
  plan: FaultPlan;
  isTold: boolean;
  /** Longest duration of any call, until the faults end. */
  callSeconds: number;
  hasWrongClocks: boolean;
}

/** Calls with a matching label fail until then. */
interface Outage {
  calls: RegExp;
  untilMs: number;
}

interface Timer {
  atMs: number;
  order: number;
  act: () => void;
}

/** Longest duration of a call that is not slow. */
const LATENCY_MS = 60;
/** Time-out of the SDK, after which it retries. */
const MAX_RESEND_MS = 3_000;
const SLOW_SECONDS = { least: 1, most: 20 };
/** Clock error of a Lambda process, in both directions; below, that of a wrong clock. */
const MAX_SKEW_MS = 400;
const WRONG_BY_MS = 180_000;
/** Lambda's timeout for a step. */
const MAX_INVOCATION_SECONDS = 30;

/**
 * Simulated time and concurrency. Every external call waits here until the seed picks it, so that any two invocations can
 * interleave in any order. No real time passes: a day without events takes no time.
 */
export class Scheduler {
  nowMs: number;
  readonly faults: Faults;
  /** A log of all events, if requested. */
  readonly story: string[] | undefined;
  /** Hash of all calls in their order: equal for two runs of a seed. */
  fingerprint = 0x811c9dc5;
  calls = 0;
  /** An error of the simulation itself. */
  broken: unknown;
  /** Called with the label and the invocation's name. */
  onCall: ((name: string, label: string) => void) | undefined;
  readonly #order: Chance;
  readonly #pending: PendingCall[] = [];
  readonly #timers = new TinyQueue<Timer>([], (one, other) => one.atMs - other.atMs || one.order - other.order);
  readonly #running = new AsyncLocalStorage<Invocation>();
  /** Invocations that run and wait for no answer. */
  readonly #atWork = new Set<Invocation>();
  readonly #callSeconds: number;
  readonly #hasWrongClocks: boolean;
  /** The calls that hang, and until when. */
  #hanging: Outage | undefined;
  /** The calls that are denied, and until when. */
  #denied: Outage | undefined;
  #timersSet = 0;

  constructor({ seed, startMs, plan, isTold, callSeconds, hasWrongClocks }: Begin) {
    this.#callSeconds = callSeconds;
    this.#hasWrongClocks = hasWrongClocks;
    this.nowMs = startMs;
    this.#order = new Chance(seed, 'order');
    this.faults = new Faults(seed, plan, () => this.nowMs);
    this.story = isTold ? [] : undefined;
  }

  now(): Date {
    return new Date(this.nowMs);
  }

  /** Includes the clock error of the current invocation. */
  readonly clock = (): Date => new Date(this.nowMs + (this.#running.getStore()?.skewMs ?? 0));

  /** The current invocation; undefined outside of functions. */
  current(): Readonly<Pick<Invocation, 'name' | 'startedAtMs' | 'isOver'>> | undefined {
    return this.#running.getStore();
  }

  tell(line: string): void {
    this.story?.push(`${this.now().toISOString()}  ${line}`);
  }

  at(atMs: number, act: () => void): void {
    this.#timersSet += 1;
    this.#timers.push({ atMs, order: this.#timersSet, act });
  }

  sleep(seconds: number): Promise<void> {
    return new Promise((resolve) => this.at(this.nowMs + Math.round(seconds * 1000), resolve));
  }

  /** Starts concurrent work, such as an execution. */
  begin(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.broken ??= error;
    });
  }

  /** Runs a function on an event, in a process that may be killed at any of its calls. */
  invoke<T>(name: string, work: () => Promise<T>, longestSeconds = MAX_INVOCATION_SECONDS): Promise<Ending<T>> {
    return new Promise((resolve) => {
      const invocation: Invocation = {
        name,
        startedAtMs: this.nowMs,
        skewMs: this.#skewMs(name),
        unanswered: 0,
        isOver: false,
        end: (ending) => {
          if (invocation.isOver) return;
          invocation.isOver = true;
          this.#atWork.delete(invocation);
          resolve(ending);
        },
      };
      this.#atWork.add(invocation);
      this.tell(`${name} begins`);
      this.at(this.nowMs + longestSeconds * 1000, () => this.#die(invocation, 'takes too long'));
      this.#running.run(invocation, () =>
        work().then(
          (value) => invocation.end({ kind: 'answered', value } as Ending<never>),
          (error: unknown) => invocation.end({ kind: 'threw', error }),
        ),
      );
    });
  }

  #skewMs(name: string): number {
    const usual = Math.round(this.#order.between(-MAX_SKEW_MS, MAX_SKEW_MS));
    if (!this.#hasWrongClocks || !this.faults.meets('a clock is wrong')) return usual;
    const wrong = Math.round(this.faults.chance.between(-WRONG_BY_MS, WRONG_BY_MS));
    this.tell(`the clock of ${name} is wrong by ${Math.round(wrong / 1000)} s`);
    return wrong;
  }

  /** Calls with a matching label get no answer until then: their callers time out before. */
  hang(calls: RegExp, untilMs: number): void {
    this.#hanging = { calls, untilMs };
  }

  /** Denies calls with a matching label, if they have a `refusal`. */
  deny(calls: RegExp, seconds: number): void {
    this.#denied = { calls, untilMs: this.nowMs + Math.round(seconds * 1000) };
  }

  #isIn(outage: Outage | undefined, label: string): outage is Outage {
    return outage !== undefined && !this.faults.isCalm() && this.nowMs < outage.untilMs && outage.calls.test(label);
  }

  /** A port call: it takes effect when it is picked. */
  call<T>(label: string, effect: () => T, options: CallOptions = {}): Promise<Awaited<T>> {
    const invocation = this.#running.getStore();
    if (!invocation) throw new Error(`${label} is called by nobody`);
    this.#wait(invocation, 1);
    return new Promise((resolve, reject) => {
      const goOn = (settle: (answer: never) => void) => (answer: unknown) => {
        this.#wait(invocation, -1);
        settle(answer as never);
      };
      this.#pending.push({ label, invocation, options, effect, resolve: goOn(resolve), reject: goOn(reject) });
    });
  }

  #wait(invocation: Invocation, change: 1 | -1): void {
    invocation.unanswered += change;
    if (invocation.unanswered > 0 || invocation.isOver) this.#atWork.delete(invocation);
    else this.#atWork.add(invocation);
  }

  /**
   * Waits until every promise has gone as far as it can, at Node's next tick. Only code that a function loads when needed
   * (`import()`) takes longer.
   */
  async #settled(): Promise<void> {
    await new Promise<void>((resolve) => process.nextTick(resolve));
    while (this.#atWork.size > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Runs until the given time, or until nothing is left to do. `afterEach`: called after each call. */
  async run(untilMs: number, afterEach: () => boolean): Promise<void> {
    for (;;) {
      await this.#settled();
      if (this.broken) throw this.broken;
      if (afterEach()) return;
      const due = this.#timers.peek();
      if (due && due.atMs <= this.nowMs) {
        this.#timers.pop()?.act();
        continue;
      }
      const [call] = this.#pending.splice(this.#order.below(this.#pending.length), 1);
      if (call) {
        await this.#perform(call);
        continue;
      }
      if (!due || due.atMs > untilMs) return;
      this.nowMs = due.atMs;
    }
  }

  async #perform(call: PendingCall): Promise<void> {
    const { invocation, label, options } = call;
    if (invocation.isOver) return;
    this.calls += 1;
    this.nowMs += this.#order.below(LATENCY_MS);
    this.#mark(`${invocation.name} ${label}`);
    this.onCall?.(invocation.name, label);
    const { faults } = this;
    const isItemOfList = invocation.name.startsWith('createDomains ') && label.startsWith('TransactWrite');
    const isLeft = isItemOfList && faults.meets('a list is left half-way');
    if (isLeft || faults.meets('killed before a call')) return this.#die(invocation, `is killed before ${label}`);
    if (faults.meets('slow call')) {
      this.tell(`${invocation.name}: ${label} is slow`);
      const seconds = faults.chance.between(SLOW_SECONDS.least, SLOW_SECONDS.most);
      this.at(this.nowMs + Math.round(seconds * 1000), () => void this.#answer(call));
      return;
    }
    if (options.refusal && (this.#isIn(this.#denied, label) || faults.meets('refused call'))) {
      this.tell(`${invocation.name}: ${label} is refused`);
      return call.reject(options.refusal());
    }
    const hanging = this.#hanging;
    if (this.#isIn(hanging, label)) {
      this.at(hanging.untilMs, () => void this.#answer(call));
      return;
    }
    const usual = faults.isCalm() || this.#callSeconds === 0 ? 0 : this.#order.between(0, this.#callSeconds);
    const takesSeconds = usual + (options.takesSeconds ?? 0);
    if (takesSeconds === 0) return this.#answer(call);
    this.at(this.nowMs + Math.round(takesSeconds * 1000), () => void this.#answer(call));
  }

  async #answer(call: PendingCall): Promise<void> {
    const { invocation, label, options, effect, resolve, reject } = call;
    if (invocation.isOver) return;
    this.tell(`${invocation.name}: ${label}`);
    try {
      const answer = await this.#running.run(invocation, effect);
      if (options.isSentAgain && this.faults.meets('lost answer')) {
        this.tell(`${invocation.name}: ${label} will be sent again`);
        const after = this.faults.chance.between(0, MAX_RESEND_MS);
        return this.at(this.nowMs + Math.round(after), () => void this.#answer(call));
      }
      if (this.faults.meets('killed after a call')) return this.#die(invocation, `is killed after ${label}`);
      resolve(answer);
    } catch (error) {
      reject(error);
    }
  }

  #die(invocation: Invocation, how: string): void {
    if (invocation.isOver) return;
    this.tell(`${invocation.name} ${how}`);
    invocation.end({ kind: 'died' });
  }

  /** FNV-1a. */
  #mark(text: string): void {
    let hash = this.fingerprint ^ (this.nowMs & 0xffff);
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    this.fingerprint = hash >>> 0;
  }
}
