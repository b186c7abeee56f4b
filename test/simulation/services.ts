import { ExecutionAlreadyExists, type SFNClient, type StartExecutionCommand } from '@aws-sdk/client-sfn';
import { ExecutionInput, executionName, type StepOutcome } from '../../contract/stack/execution.schema.ts';
import { AWS_BUSY, type StepName } from '../../contract/stack/steps.ts';
import { executionStarter } from '../../lambdas/relay/executions.gateway.ts';
import type { Queue, QueueMessage } from '../../lambdas/shared/aws/queue.gateway.ts';
import { LostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Item } from '../../lambdas/shared/table/table.store.ts';
import { Chance } from './chance.ts';
import type { Due } from './due.ts';
import type { Functions } from './functions.ts';
import type { GuardName } from './guards.ts';
import type { Ending, Scheduler } from './scheduler.ts';
import { Schedules } from './schedules.ts';

/** One stream shard. Its records are delivered in order; a failed batch is retried with everything behind it. */
interface Shard {
  records: Item[];
  isRead: boolean;
}

/** So many that some records share a shard and most do not. */
const SHARDS = 8;
const POLL_SECONDS = 0.25;
const BATCH = 5;
/** Warm processes per function. */
const MAX_IDLE = 4;
const STREAM_TRIES = 11;
/** Retries of a step, as in the state machine's definition (lib/lifecycle/lifecycle-definition.ts). */
const STEP_TRIES = { ofBusy: 40, ofBroken: 3 };
type Machine = 'standard' | 'express';
const MACHINES = { standard: 'arn:standard', express: 'arn:express' };
/** A longer wait moves an Express execution to a Standard one, as in the definition. */
const MAX_EXPRESS_WAIT_SECONDS = 90;
const LAST_EXPRESS_TURN_MS = 140_000;
const LATEST_EXECUTION_SECONDS = 1_800;
const TASK_SECONDS = 60;
const RECEIVES_OF_A_MESSAGE = 100;
const PUT_BACK_WITHIN_SECONDS = 4 * 3_600;
/** Between two receives of a message. */
const HIDDEN_SECONDS = { least: 20, most: 60 };
/**
 * Settings of wake-up queues (lib/functions/wake-queue.ts): concurrency, batch size, visibility time-out in function time-outs,
 * and retention.
 */
const MAX_WOKEN = 2;
const MAX_WAKES = 10;
const HIDDEN_TIMES = 6;
const KEPT_MS = 3_600_000;

export const KMS_DENIES = 'AccessDeniedException';

interface ServicesOptions {
  seed: number;
  open: () => Functions;
  /** Called for each invocation of a step whose answer was not received. */
  onUnclean: (step: string, domainId: number) => void;
  /** Called for each execution that is started twice. */
  onRepeat: (domainId: number) => void;
  /** Called for each error that no injected fault explains. */
  onUnexpected: (what: string) => void;
  due: Due;
  without: GuardName | undefined;
}

/** Lambda, the stream, Step Functions, queues and schedules: they call the functions, sometimes twice, late or never. */
export class Services {
  readonly schedules: Schedules;
  readonly executions = new Map<string, 'running' | 'succeeded' | 'failed'>();
  /** Number of messages and records that wait. */
  underWay = 0;
  /** Called when a message is added to a queue (1) or removed (-1). */
  onMessage: (queue: string, body: string, change: 1 | -1) => void = () => {};
  /** Opens the functions for a new process. */
  readonly #open: () => Functions;
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  #shards = newShards();
  #runs = 0;
  /** Idle warm processes, by function. */
  readonly #idle = new Map<string, Functions[]>();
  readonly #waiting: { domainId: number; resolve: () => void }[] = [];
  readonly #without: GuardName | undefined;
  readonly #onUnexpected: ServicesOptions['onUnexpected'];
  readonly #onUnclean: ServicesOptions['onUnclean'];
  readonly #onRepeat: ServicesOptions['onRepeat'];

  constructor(scheduler: Scheduler, { seed, open, onUnclean, onRepeat, onUnexpected, due, without }: ServicesOptions) {
    this.#without = without;
    this.#scheduler = scheduler;
    this.#open = open;
    this.#onUnclean = onUnclean;
    this.#onRepeat = onRepeat;
    this.#onUnexpected = onUnexpected;
    this.#chance = new Chance(seed, 'services');
    this.schedules = new Schedules(scheduler, {
      chance: this.#chance,
      due,
      invoke: (...invocation) => this.invoke(...invocation),
    });
  }

  /** Invokes a function in a warm or new process; a dead one is never used again. */
  async invoke<T>(name: string, work: (functions: Functions) => Promise<T>, longestSeconds?: number): Promise<Ending<T>> {
    if (this.#scheduler.faults.meets('a deployment')) this.deploy();
    const idle = this.#idle.get(name) ?? [];
    this.#idle.set(name, idle);
    const [warm] = this.#chance.is(0.7) ? idle.splice(this.#chance.below(idle.length), 1) : [];
    const process = warm ?? this.#open();
    const ending = await this.#scheduler.invoke(name, () => work(process), longestSeconds);
    // After a deployment, a running invocation completes, but its process is not reused.
    if (ending.kind !== 'died' && this.#idle.get(name) === idle) idle.unshift(process);
    idle.splice(MAX_IDLE);
    if (ending.kind === 'threw' && !isExpected(ending.error)) this.#onUnexpected(`${name} throws ${stackOf(ending.error)}`);
    return ending;
  }

  /** Reports an error that a function caught and logged, unless an injected fault explains it. */
  logged(name: string, error: unknown): void {
    if (!isExpected(error)) this.#onUnexpected(`${name} logs ${stackOf(error)}`);
  }

  /** Drops all warm processes with their memory. */
  deploy(): void {
    this.#scheduler.tell('the service is deployed');
    this.#idle.clear();
  }

  // The stream.

  record(partition: string, item: Item): void {
    const shard = this.#shards[hashOf(partition) % SHARDS] as Shard;
    shard.records.push(item);
    this.underWay += 1;
    if (shard.isRead) return;
    shard.isRead = true;
    this.#scheduler.begin(() => this.#read(shard));
  }

  async #read(shard: Shard): Promise<void> {
    const { faults } = this.#scheduler;
    const late = faults.meets('stream record comes late') ? this.#chance.between(5, 1_800) : 0;
    await this.#scheduler.sleep(late);
    // Lambda polls all shards four times a second.
    await this.#scheduler.sleep(POLL_SECONDS - ((this.#scheduler.nowMs / 1000) % POLL_SECONDS));
    for (let tried = 1; shard.records.length > 0; ) {
      const batch = shard.records.slice(0, 1 + this.#chance.below(BATCH));
      const ending = await this.invoke('relay', (functions) => functions.relay(batch));
      const firstFailed = ending.kind === 'answered' ? ending.value.indexOf(false) : 0;
      const done = firstFailed < 0 ? batch.length : firstFailed;
      const isTwice = done > 0 && faults.meets('stream record comes twice');
      if (!isTwice) this.#take(shard, done);
      const isStuck = done === 0 && tried >= STREAM_TRIES;
      if (isStuck) this.#take(shard, 1);
      tried = done > 0 || isStuck ? 1 : tried + 1;
      await this.#scheduler.sleep(this.#chance.between(0.1, tried * 2));
    }
    shard.isRead = false;
  }

  #take(shard: Shard, count: number): void {
    this.underWay -= shard.records.splice(0, count).length;
  }

  /** After a restore the service reads the new table's stream; records left in the former one are lost. */
  leaveStream(): void {
    for (const shard of this.#shards) this.#take(shard, shard.records.length);
    this.#shards = newShards();
  }

  // Step Functions.

  readonly #stepFunctions = {
    send: ({ input }: StartExecutionCommand) =>
      this.#scheduler.call('StartExecution', () => {
        const started = ExecutionInput.parse(JSON.parse(input.input ?? ''));
        const isStarted = this.#start(input.stateMachineArn === MACHINES.express ? 'express' : 'standard', started);
        if (!isStarted) throw new ExecutionAlreadyExists({ message: `${input.name}`, $metadata: {} });
        return {};
      }),
  } as Pick<SFNClient, 'send'>;

  readonly startExecution = executionStarter(this.#stepFunctions, MACHINES, () => `run_${++this.#runs}`);

  /** False: a Standard execution's name can be used only once. Each start of an Express execution is a new one. */
  #start(machine: Machine, input: ExecutionInput): boolean {
    const { faults } = this.#scheduler;
    const name = executionName(input);
    if (machine === 'standard' && this.executions.has(name) && this.#without !== 'the name of an execution') return false;
    const isLost = faults.meets('an execution never comes');
    if (machine === 'standard') this.executions.set(name, isLost ? 'failed' : 'running');
    if (isLost) {
      this.#scheduler.tell(`the execution ${name} never comes`);
      return true;
    }
    const lateSeconds = faults.meets('an execution comes late') ? this.#chance.between(1, LATEST_EXECUTION_SECONDS) : 0;
    this.#scheduler.begin(() => this.#execute(machine, input, lateSeconds));
    if (!faults.meets('an execution comes twice')) return true;
    this.#scheduler.tell(`the execution ${name} comes twice`);
    // Of two Express executions the first to write continues; both run before an order exists.
    if (machine === 'standard') this.#onRepeat(input.domainId);
    const run = input.run && `${input.run}-again`;
    this.#scheduler.begin(() => this.#execute(machine, { ...input, ...(run && { run }) }, this.#chance.between(0, 10)));
    return true;
  }

  async #execute(machine: Machine, input: ExecutionInput, lateSeconds: number): Promise<void> {
    const name = executionName(input);
    const key = machine === 'express' ? `${name} ${input.run}` : name;
    this.executions.set(key, 'running');
    if (lateSeconds > 0) await this.#scheduler.sleep(lateSeconds);
    const left = await this.#runSteps(machine, name, input);
    if (left && machine === 'standard') return this.#fail(name);
    if (left) this.#start('standard', { ...input, step: left });
    this.executions.set(key, 'succeeded');
  }

  /** The failed step, or the step with which a Standard execution continues. Undefined: completed. */
  async #runSteps(machine: Machine, name: string, { step: first, ...input }: ExecutionInput): Promise<StepName | undefined> {
    const beganMs = this.#scheduler.nowMs;
    let step = first;
    let quiet: StepOutcome['quiet'];
    for (;;) {
      const asked = { ...input, ...(step === 'check-dns' && { quiet: quiet ?? { checks: 0 } }) };
      const outcome = await this.#runStep(name, step, asked, machine);
      if (!outcome) return step;
      if (outcome.next === 'done') return undefined;
      step = outcome.next;
      quiet = outcome.quiet;
      if (machine === 'express' && isLong(outcome, this.#scheduler.nowMs - beganMs)) return step;
      if (outcome.waitSeconds > 0) await this.#scheduler.sleep(outcome.waitSeconds);
    }
  }

  async #runStep(
    execution: string,
    step: StepName,
    input: Omit<ExecutionInput, 'step'>,
    machine: Machine,
  ): Promise<StepOutcome | undefined> {
    const { faults } = this.#scheduler;
    const tries = { ofBusy: 0, ofBroken: 0 };
    for (;;) {
      this.#stepBegins(input.domainId);
      const work = this.invoke(`${step} ${execution}`, (functions) => functions.steps[step](input));
      const isUnheard = faults.meets('answer of a step is not heard');
      const ending = await Promise.race([work, this.#givesUp(isUnheard ? this.#chance.between(0.1, 3) : TASK_SECONDS)]);
      if (ending.kind === 'answered') return ending.value as StepOutcome;
      const cause = ending.kind === 'threw' && !isBusy(ending.error) ? 'ofBroken' : 'ofBusy';
      tries[cause] += 1;
      this.#onUnclean(step, input.domainId);
      if (ending.kind === 'threw') this.#scheduler.tell(`${step} ${execution} fails: ${describe(ending.error)}`);
      if (machine === 'express' || tries[cause] > STEP_TRIES[cause]) return undefined;
      const longest = cause === 'ofBusy' ? 1.3 ** (tries.ofBusy - 1) : 2 ** tries.ofBroken;
      await this.#scheduler.sleep(this.#chance.between(0, Math.min(30, longest)));
    }
  }

  /** Resolves when a step of the domain begins. */
  nextStep(domainId: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ domainId, resolve }));
  }

  #stepBegins(domainId: number): void {
    for (const each of this.#waiting.splice(0)) each.domainId === domainId ? each.resolve() : this.#waiting.push(each);
  }

  async #givesUp(seconds: number): Promise<Ending<never>> {
    await this.#scheduler.sleep(seconds);
    return { kind: 'died' };
  }

  #fail(name: string): void {
    this.executions.set(name, 'failed');
    this.#scheduler.tell(`the execution ${name} fails`);
    const { faults } = this.#scheduler;
    if (faults.meets('failed execution is not told')) return;
    const times = faults.meets('failed execution is told twice') ? 2 : 1;
    for (let told = 0; told < times; told += 1) this.#scheduler.begin(() => this.#tellOfFailure(name));
  }

  /** EventBridge invokes asynchronously: Lambda retries twice. */
  async #tellOfFailure(name: string): Promise<void> {
    await this.#scheduler.sleep(this.#chance.between(0, 60));
    const event = { detail: { name, status: 'FAILED' } };
    for (let tried = 0; tried < 3; tried += 1) {
      const ending = await this.invoke('restart-failed', (functions) => functions.restartFailed(event));
      if (ending.kind === 'answered') return;
      await this.#scheduler.sleep(60 * (tried + 1));
    }
  }

  // Queues.

  /** A queue whose messages only wake a function: batched, with at most two concurrent invocations. */
  wakeQueue(name: string, run: (functions: Functions) => Promise<void>, longestSeconds: number): Queue {
    const woken: Woken = { name, run, longestSeconds, waiting: [], processes: 0 };
    const refusal = () => new Error('the queue is throttled');
    return {
      send: (messages) =>
        this.#scheduler.call(
          `send to ${name}`,
          () => {
            for (const { delaySeconds = 0 } of messages)
              for (let copies = this.#copies(); copies > 0; copies -= 1) this.#wakeLater(woken, delaySeconds);
            return [];
          },
          { refusal },
        ),
    };
  }

  #wakeLater(woken: Woken, delaySeconds: number): void {
    this.underWay += 1;
    const sentAtMs = this.#scheduler.nowMs;
    this.#scheduler.begin(async () => {
      await this.#scheduler.sleep(delaySeconds + this.#lateSeconds());
      woken.waiting.push(sentAtMs);
      this.#takeWakes(woken);
    });
  }

  #takeWakes(woken: Woken): void {
    if (woken.processes >= MAX_WOKEN || woken.waiting.length === 0) return;
    const taken = woken.waiting.splice(0, 1 + this.#chance.below(MAX_WAKES));
    woken.processes += 1;
    this.#scheduler.begin(async () => {
      const ending = await this.invoke(woken.name, woken.run, woken.longestSeconds);
      woken.processes -= 1;
      this.#takeWakes(woken);
      const left = ending.kind === 'answered' ? [] : taken;
      this.underWay -= taken.length - left.length;
      if (left.length === 0) return;
      await this.#scheduler.sleep(woken.longestSeconds * HIDDEN_TIMES);
      const kept = left.filter((sentAtMs) => sentAtMs > this.#scheduler.nowMs - KEPT_MS);
      this.underWay -= left.length - kept.length;
      woken.waiting.push(...kept);
      this.#takeWakes(woken);
    });
    this.#takeWakes(woken);
  }

  /** A queue with one message per invocation. */
  queue(name: string, take: Take, options: QueueOptions = {}): Queue {
    const refusal = () => new Error('the queue is throttled');
    return {
      send: (messages) =>
        this.#scheduler.call(
          `send to ${name}`,
          () => {
            for (const message of messages) this.#sent(name, message, take, options);
            return [];
          },
          { refusal },
        ),
    };
  }

  #sent(name: string, { body, delaySeconds = 0 }: QueueMessage, take: Take, options: QueueOptions): void {
    const { longestSeconds, receives: most = Number.POSITIVE_INFINITY, hiddenSeconds } = options;
    const copies = this.#copies();
    for (let copy = 0; copy < copies; copy += 1) {
      const late = this.#lateSeconds();
      this.underWay += 1;
      this.onMessage(name, body, 1);
      this.#scheduler.begin(async () => {
        await this.#scheduler.sleep(delaySeconds + late);
        for (let receives = 1; receives <= RECEIVES_OF_A_MESSAGE; receives += 1) {
          const ending = await this.invoke(name, (functions) => take(functions, body, receives), longestSeconds);
          if (ending.kind === 'answered' && ending.value) break;
          await this.#scheduler.sleep(hiddenSeconds ?? this.#chance.between(HIDDEN_SECONDS.least, HIDDEN_SECONDS.most));
          if (receives % most === 0) await this.#scheduler.sleep(this.#chance.between(0, PUT_BACK_WITHIN_SECONDS));
        }
        this.underWay -= 1;
        this.onMessage(name, body, -1);
      });
    }
  }

  #copies(): number {
    return this.#scheduler.faults.meets('message comes twice') ? 2 : 1;
  }

  #lateSeconds(): number {
    return this.#scheduler.faults.meets('message comes late') ? this.#chance.between(10, 3_600) : this.#chance.between(0, 2);
  }
}

/** A function that a queue wakes. */
interface Woken {
  name: string;
  run: (functions: Functions) => Promise<void>;
  longestSeconds: number;
  /** When each waiting message was sent. */
  waiting: number[];
  processes: number;
}

function newShards(): Shard[] {
  return Array.from({ length: SHARDS }, () => ({ records: [], isRead: false }));
}

interface QueueOptions {
  longestSeconds?: number;
  /** maxReceiveCount: a message then goes to the dead-letter queue, from which an operator redrives it within hours. */
  receives?: number;
  /** Fixed visibility time-out. */
  hiddenSeconds?: number;
}

/** Handles one message. False: it becomes visible again. */
type Take = (_functions: Functions, _body: string, _receives: number) => Promise<boolean>;

function isLong({ waitSeconds }: StepOutcome, sinceMs: number): boolean {
  return waitSeconds > MAX_EXPRESS_WAIT_SECONDS || sinceMs > LAST_EXPRESS_TURN_MS;
}

/** Errors that injected faults cause: throttling, a lost race, a queue that rejects messages. */
function isExpected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExpected);
  if (error instanceof Error && error.name === KMS_DENIES) return true;
  return isBusy(error) || /another transaction is at work|the zone took longer than it was held/.test(String(error));
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isBusy(error: unknown): boolean {
  return error instanceof LostRace || (error instanceof Error && (error.name === AWS_BUSY || /throttled/.test(error.message)));
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash;
}
