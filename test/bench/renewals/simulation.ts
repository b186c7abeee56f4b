import { restartDomain } from '../../../lambdas/jobs/restart/restart-domain.ts';
import { decideOnObservation } from '../../../lambdas/lifecycle/check-transition.ts';
import type { Spend } from '../../../lambdas/lifecycle/spend.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import type { Watch } from '../../../lambdas/model/domains/issuance.schema.ts';
import { STEP_OF_PHASE } from '../../../lambdas/model/domains/phase.ts';
import { askAboutRenewal } from '../../../lambdas/renewal-scan/daily-checks/ask-about-renewal.ts';
import { maxRenewals } from '../../../lambdas/renewal-scan/renewal-pace.ts';
import { scanShard } from '../../../lambdas/renewal-scan/scan-shard.ts';
import { DUE_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import { runStepOnce } from '../../../lambdas/steps/run-step.ts';
import { AT_NO_PRICE } from '../../lambdas/lifecycle/at-no-price.ts';
import { scanPorts } from '../../lambdas/renewal-scan/scan-ports.ts';
import { settings } from '../../lambdas/settings.ts';
import { Agenda } from './agenda.ts';
import { BEGIN, DAY, HOUR, MINUTE, SECOND, type Year } from './inputs.ts';
import { isDnsRight, type Life, nextVisit } from './life.ts';
import { stepsIn } from './steps.ts';
import { World } from './world.ts';

const settingsOf = ({ timings }: Year) => ({ ...settings, timings });

type Event =
  | { kind: 'step' | 'resume'; id: number; attempt: number }
  | { kind: 'visit' | 'check'; id: number }
  | { kind: 'dispatch' };

/** Duration of a step without its waits. */
const STEP_MS = SECOND;
/** From the write to the execution's first step: the stream, the relay, a start. */
const START_MS = 2 * SECOND;
/** Rows that a shard can read in its 40 s for due work (scan-shard.lambda.ts), at 10 ms each, ten at once. */
const MAX_READ_BY_A_SHARD = 40_000;
/** The CA's renewal window: two days around the time when a third of the lifetime is left, as at Let's Encrypt. */
const WINDOW = { left: 1 / 3, halfWidth: DAY };

/** A year in virtual time. Returns the world at its end. */
export async function simulate(year: Year): Promise<World> {
  const world = new World(year);
  const agenda = new Agenda<Event>();
  const steps = stepsIn(world);
  const spendWrites = (spends: readonly Spend[]) => {
    world.orderQueue.spend(spends);
    return [];
  };
  const ports = { ...AT_NO_PRICE, spendWrites, domains: world.domains, clock: world.clock, log: () => {}, restoreEpoch: 0 };
  const revocationAt = BEGIN + year.revocation.day * DAY;
  const ask = askAboutRenewal({
    askIssuingCa: async (ariId) => ({ window: windowOf(world.life(Number(ariId.split('.')[0])), revocationAt, world.now) }),
    clock: world.clock,
    jitter: world.random,
    settings: settingsOf(year),
  });

  world.onWritten = (life, before, change) => {
    const { domain } = life;
    if (change.startExecution)
      agenda.add(world.now + START_MS, { kind: 'step', id: domain.id, attempt: domain.execution.attempt });
    if (domain.served?.certificate.fingerprintSha256 === before.served?.certificate.fingerprintSha256) return;
    world.tally.counted.renewals += world.tally.weight;
    if (life.revokedAt !== undefined) {
      world.tally.longestRevoked = Math.max(world.tally.longestRevoked, (world.now - life.revokedAt) / HOUR);
      delete life.revokedAt;
    }
    agenda.add(nextVisit(life, world.now), { kind: 'visit', id: domain.id });
  };

  world.orderQueue.onBegun = () => agenda.add(nextMinute(world.now), { kind: 'dispatch' });

  for (const life of world.lives) {
    // Applies the renewal window that the CA published before the year began.
    life.domain = (await heard(life))?.domain ?? life.domain;
    world.index(life);
    if (Number.isFinite(life.brokenFrom)) agenda.add(nextVisit(life, life.brokenFrom), { kind: 'check', id: life.domain.id });
    if (life.isRevoked) agenda.add(nextVisit(life, revocationAt), { kind: 'visit', id: life.domain.id });
  }
  world.tally.visitedDaily(year.domains, BEGIN);

  const end = BEGIN + year.days * DAY;
  const everyMs = year.scan.everyMinutes * MINUTE;
  const credits = new Map<number, number>();
  /** The domains that are due in the shard of the present scan. */
  let scanned: number[] = [];
  const scanning = openScanPorts();
  for (let run = BEGIN; run < end; run += everyMs) {
    await happen(run);
    for (let shard = 0; shard < DUE_SHARDS; shard += 1) await scan(shard);
  }
  return world;

  /** Runs steps and visits until a time. */
  async function happen(until: number): Promise<void> {
    while (agenda.next < until) {
      world.now = agenda.next;
      const event = agenda.take();
      if (event) await doNext(event);
    }
    world.now = until;
  }

  function doNext(event: Event): Promise<void> {
    switch (event.kind) {
      case 'step':
        return stepOf(event);
      case 'resume':
        return resume(event);
      case 'visit':
        return visit(world.life(event.id));
      case 'check':
        return check(world.life(event.id));
      case 'dispatch':
        return dispatch();
    }
  }

  /** The dispatcher runs every minute. Runs with an empty queue change nothing, and are skipped. */
  async function dispatch(): Promise<void> {
    await world.orderQueue.dispatch();
    if (!world.orderQueue.isEmpty) agenda.add(world.now + MINUTE, { kind: 'dispatch' });
  }

  /** The sweep restarts resting domains. */
  async function resume({ id, attempt }: { id: number; attempt: number }): Promise<void> {
    const { domain } = world.life(id);
    if (domain.execution.attempt === attempt) await restartDomain(domain, { ...ports, timings: year.timings });
  }

  async function stepOf({ id, attempt }: { id: number; attempt: number }): Promise<void> {
    const before = world.life(id).domain;
    const step = steps[STEP_OF_PHASE[before.phase]];
    if (!step || before.execution.attempt !== attempt) return;
    const { timings } = year;
    const { outcome } = await runStepOnce(step, ports, { domainId: id, attempt, timings, epoch: 0 });
    const { domain } = world.life(id);
    world.tally.counted[domain === before ? 'quietSteps' : 'steps'] += world.tally.weight;
    if (failuresOf(domain) > failuresOf(before)) world.tally.counted.failedRenewals += world.tally.weight;
    if (domain.execution.resumeAt !== undefined)
      agenda.add(Date.parse(domain.execution.resumeAt), { kind: 'resume', id, attempt });
    if (outcome.next !== 'done') agenda.add(world.now + STEP_MS + outcome.waitSeconds * SECOND, { kind: 'step', id, attempt });
  }

  /** A visit with news from the CA: all other visits change nothing, and are only counted. */
  async function visit(life: Life): Promise<void> {
    if (isRevokedNow(life, revocationAt, world.now)) life.revokedAt ??= revocationAt;
    const change = await heard(life);
    if (change) await world.domains.replace(life.domain, change.domain, change);
  }

  /**
   * The daily check of a broken name; the scan does its hourly checks. Checks of healthy names change nothing, and are only
   * counted.
   */
  async function check(life: Life): Promise<void> {
    const { domain } = life;
    const change = decideOnObservation(
      domain,
      { dns: world.lookAtCname(domain.id) },
      { now: world.clock(), timings: year.timings },
    );
    if (change) await world.domains.replace(domain, change.domain, change);
    world.tally.counted.checks += world.tally.weight;
    if (isDnsRight(life, world.now) && life.domain.conditions.cname === undefined) return;
    agenda.add(world.now + DAY, { kind: 'check', id: domain.id });
  }

  async function heard({ domain }: Life) {
    const { fingerprintSha256, ariId } = domain.served?.certificate ?? {};
    const watch = { domainId: domain.id, fingerprintSha256, ariId } as Watch;
    return (await ask(watch)).decide?.(domain);
  }

  /** Opened once: to open a hundred ports for each of a million scans takes longer than the scans. */
  function openScanPorts() {
    const { weight, counted } = world.tally;
    const scanBefore = async (_shard: number, _now: Date, startAt?: Item) => pageOf(scanned, Number(startAt?.from ?? 0));
    const lookAtDomain = async ({ id }: Domain) => {
      counted.checks += weight;
      return { dns: world.lookAtCname(id) };
    };
    const doubles = { domains: { ...world.domains, scanBefore }, lookAtDomain, claims: { validatedWrite: () => ({}) } };
    return scanPorts({ clock: world.clock, log: () => {}, settings: settingsOf(year) }, doubles);
  }

  /** Runs the service's scan for one shard. The rest of its budget accumulates until it suffices for a simulated domain. */
  async function scan(shard: number): Promise<void> {
    const { weight, counted } = world.tally;
    const settings = { acme: { ordersPerMinute: year.ordersPerMinute }, scan: year.scan };
    const share = maxRenewals(shard, world.clock(), settings);
    const credit = Math.min(credits.get(shard) ?? 0, weight) + share;
    counted.scans += 1;
    const ids = idsDue(world, shard);
    if (ids.length === 0) return void credits.set(shard, credit);
    scanned = ids;
    const { done, postponed } = await scanShard(shard, Math.floor(credit / weight), scanning, new Date(world.now + MINUTE));
    credits.set(shard, credit - weight * (done['certificate.renewal_started'] ?? 0));
    counted.postponedReads += Math.min(postponed * weight, MAX_READ_BY_A_SHARD);
    // Postponed domains are still due.
    for (const id of ids) {
      const life = world.life(id);
      if (Date.parse(life.dueAt ?? '') <= world.now) world.dueAgain(life);
    }
  }
}

function nextMinute(at: number): number {
  return at - (at % MINUTE) + MINUTE;
}

/** Domains whose index entry matches their present row, without duplicates. */
function idsDue(world: World, shard: number): number[] {
  const due = world.due[shard];
  const ids = new Set<number>();
  while (due && due.next <= world.now) {
    const entry = due.take();
    if (entry && world.life(entry.id).dueAt === entry.at) ids.add(entry.id);
  }
  return [...ids];
}

const PAGE = 100;
function pageOf(ids: number[], from: number) {
  const next = from + PAGE < ids.length && { next: { from: from + PAGE } };
  return { domainIds: ids.slice(from, from + PAGE), ...next };
}

function failuresOf({ served }: Domain): number {
  return served?.renewalFailures ?? 0;
}

function isRevokedNow({ isRevoked, domain }: Life, revocationAt: number, now: number): boolean {
  return isRevoked && now >= revocationAt && Date.parse(domain.served?.certificate.notBefore ?? '') < revocationAt;
}

function windowOf(life: Life, revocationAt: number, now: number) {
  const { notBefore = '', notAfter = '' } = (life.domain as Domain).served?.certificate ?? {};
  const [begin, end] = [Date.parse(notBefore), Date.parse(notAfter)];
  const middle = isRevokedNow(life, revocationAt, now) ? revocationAt - 2 * DAY : end - WINDOW.left * (end - begin);
  const instant = (at: number) => new Date(at).toISOString();
  return { start: instant(middle - WINDOW.halfWidth), end: instant(middle + WINDOW.halfWidth) };
}
