import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { decideOnObservation } from '../../lifecycle/check-transition.ts';
import { decideOnHint, type Hint } from '../../lifecycle/hint-transition.ts';
import { type Changed, toClaimLost } from '../../lifecycle/request.ts';
import { toResumed } from '../../lifecycle/restart.ts';
import { decideOnScan } from '../../lifecycle/scan-transition.ts';
import { evidence } from '../../model/domains/diagnosis/conditions.ts';
import { diagnosisOf } from '../../model/domains/diagnosis-of.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { domainTimeOf } from '../../model/domains/domain-time.ts';
import { isAtRest, STEP_OF_PHASE } from '../../model/domains/phase.ts';
import { isCheckDue, isWatchedAtRest, scanTime } from '../../model/domains/scan-time.ts';
import type { Begun } from '../../shared/aws/queue.gateway.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { type ScriptedWorld, scriptedWorld, silenceNoticedAt, storyOfDomain, worldOf } from '../../test-mode/scripted-world.ts';
import { ageSeconds, type Moment } from '../../test-mode/story.ts';
import { type CachedRow, cachedRow } from './cached-row.ts';
import { machineOfflineEvent, type SilencePorts } from './machine-offline-event.ts';
import { type RehearsalPorts, testModeSteps } from './rehearsed-steps.ts';

/** The specification's windows, whatever the stage has: nobody waits for them in test mode. */
const timings: Timings = {
  dnsCheckIntervalSeconds: 300,
  dnsWindowSeconds: 86_400,
  dnsWaitStateSeconds: 3_600,
  issuanceWindowSeconds: 86_400,
  installWindowSeconds: 86_400,
  orderPollSeconds: 5,
  caRetrySeconds: 300,
  validationRetrySeconds: 900,
  preflightRetrySeconds: 60,
  installPollSeconds: 15,
  renewalLookSeconds: 90,
  retirePauseSeconds: 3_600,
  watchDaySeconds: 86_400,
  longestSilenceSeconds: 1_800,
};

export interface TestDomainPorts extends RehearsalPorts, Pick<SilencePorts, 'newEventId'> {
  domains: Pick<DomainStore, 'get' | 'replace' | 'endTimeline' | 'remove'>;
  eventWrite: (event: OutboxEvent) => Write;
  /** Milliseconds of real time, so that a person can watch. */
  pauseFor: (milliseconds: number) => Promise<void>;
  /** Real time. */
  clock: Clock;
}

/** An immediate repeat of a check would find the same. */
const MIN_WAIT_SECONDS = 1;

/**
 * Simulates a test-mode domain: runs everything due at its exact instant and moves the domain's time from one to the next. It
 * first completes the domain's story; later work runs up to `until`, the organization's test clock. If the run's time ends first,
 * it returns the time reached, because a day of checks without news may need several runs. Safe to repeat: time continues from
 * the row's last write, and outside answers depend on time alone.
 */
export async function runTestDomain(
  { domainId, version, reachedAt: reached }: Begun | { domainId: number; version?: undefined; reachedAt?: undefined },
  until: Date,
  ports: TestDomainPorts,
  endsAt: Date,
): Promise<Begun | undefined> {
  const row = cachedRow(domainId, ports.domains);
  const first = await row.get();
  if (!first) return undefined;
  const play = new Play(first, row, ports, version === first.version ? reached : undefined);
  for (;;) {
    const domain = await row.get();
    if (domain) play.catchUpWith(domain);
    const next = domain && nextFor(domain, play);
    if (!domain || !next) return undefined;
    if (next.dueAt > until.toISOString() && !isStoryUnfinished({ domain, now: play.now })) return undefined;
    if (ports.clock() >= endsAt) return { domainId, version: domain.version, reachedAt: play.now.toISOString() };
    await play.perform(domain, next);
  }
}

interface Next {
  what: 'step' | 'scan' | 'visit' | 'claim' | 'silence';
  dueAt: string;
}

class Play {
  now: Date;
  /** Set by the step: a check without news is not written. */
  waitsUntil = '';
  visitedAt: string;
  /** Silence noticed earlier was already reported: the row was written at that instant, or later. */
  sweptAt: string;
  /** The due time of a scan that had nothing to do. */
  quietScan: string | undefined;
  readonly #row: CachedRow;
  readonly #ports: TestDomainPorts;
  readonly #world: ScriptedWorld;
  readonly #steps: ReturnType<typeof testModeSteps>;

  constructor(first: Domain, row: CachedRow, ports: TestDomainPorts, reached = '') {
    this.now = later(domainTimeOf(first), reached);
    this.visitedAt = this.now.toISOString();
    this.sweptAt = this.visitedAt;
    this.#row = row;
    this.#ports = ports;
    const at = (): Moment => {
      const domain = row.held() ?? first;
      this.catchUpWith(domain);
      return { domain, now: this.now };
    };
    this.#world = scriptedWorld(at);
    this.#steps = testModeSteps(ports, row, this.#world, at);
  }

  /** Another run may have gone further: a domain's time never goes back. */
  catchUpWith(domain: Domain): void {
    this.now = later(this.now, domainTimeOf(domain).toISOString());
  }

  async perform(domain: Domain, { what, dueAt }: Next): Promise<void> {
    this.now = later(this.now, dueAt);
    switch (what) {
      case 'step':
        return this.#takeStep(domain);
      case 'scan':
        return this.#scan(domain, dueAt);
      case 'visit':
        return this.#visit(domain);
      case 'claim':
        return this.#write(domain, toClaimLost(domain, this.now));
      case 'silence':
        return this.#tellOfSilence(domain);
    }
  }

  async #takeStep(domain: Domain): Promise<void> {
    const { id: domainId, phase, execution } = domain;
    if (execution.resumeAt !== undefined) return this.#write(domain, this.#resumed(domain));
    const step = STEP_OF_PHASE[phase];
    if (step === 'done') return;
    const { attempt } = execution;
    const outcome = await this.#steps[step]({ domainId, attempt, timings, epoch: this.#ports.restoreEpoch });
    this.waitsUntil = addSeconds(this.now, Math.max(MIN_WAIT_SECONDS, outcome.waitSeconds));
    const { pauseMs } = storyOfDomain(domain);
    if (pauseMs !== undefined) await this.#ports.pauseFor(pauseMs);
  }

  #resumed(domain: Domain): Changed {
    const resumed = toResumed(domain, { now: this.now, timings });
    return { kind: 'changed', domain: resumed, timeline: 'lifecycle.resumed', events: [], startExecution: false };
  }

  async #scan(domain: Domain, dueAt: string): Promise<void> {
    const due = decideOnScan(domain, { now: this.now, timings });
    const change = due || !isCheckDue(domain, this.now) ? due : await this.#check(domain);
    if (change) await this.#write(domain, change);
    else this.quietScan = dueAt;
  }

  /** The daily visit: the CA's renewal information and the outside check. */
  async #visit(domain: Domain): Promise<void> {
    this.visitedAt = this.now.toISOString();
    const at = { domain, now: this.now };
    const hinted = worldOf(at).isRevokedByCa?.(at) ? decideOnHint(domain, toThePast(this.now), this.now) : undefined;
    if (hinted) return this.#write(domain, hinted);
    const seen = await this.#check(domain);
    if (seen) await this.#write(domain, seen);
  }

  async #tellOfSilence(domain: Domain): Promise<void> {
    const events = await machineOfflineEvent({ domain, now: this.now }, this.#ports);
    const after = { ...domain, updatedAt: this.now.toISOString() };
    const alongside = events.map((event) => this.#ports.eventWrite(event));
    const change = { timeline: 'server.offline', events: [], isQuiet: true as const, alongside };
    if (await wonRaceUnlessBusy(this.#row.replace(domain, after, change))) this.sweptAt = after.updatedAt;
  }

  async #check(domain: Domain): Promise<Changed | undefined> {
    return decideOnObservation(domain, await this.#world.lookAtDomain(domain, this.now), { now: this.now, timings });
  }

  /** Starts no execution, because this run continues. After a lost race it reads the other writer's row. */
  async #write(before: Domain, { domain, timeline, events, isQuiet }: Changed): Promise<void> {
    const isValidation = domain.cname.everValidated && !before.cname.everValidated;
    const alongside = isValidation ? [this.#ports.claims.validatedWrite(before, this.now)] : [];
    await wonRaceUnlessBusy(this.#row.replace(before, domain, { timeline, events, alongside, ...(isQuiet && { isQuiet }) }));
  }
}

function nextFor(domain: Domain, { now, waitsUntil, visitedAt, sweptAt, quietScan }: Play): Next | undefined {
  const { notBefore = '', resumeAt = '' } = domain.execution;
  const next: Next[] = [];
  if (!isAtRest(domain.phase)) next.push({ what: 'step', dueAt: latest(notBefore, resumeAt, waitsUntil) });
  const scanAt = scanTime(domain);
  if (scanAt !== undefined && scanAt !== quietScan) next.push({ what: 'scan', dueAt: scanAt });
  if (isWatchedAtRest(domain) && domain.served) next.push({ what: 'visit', dueAt: nextVisit(domain.served.since, visitedAt) });
  if (!domain.claimLost && worldOf({ domain, now }).isClaimed?.({ domain, now })) next.push({ what: 'claim', dueAt: '' });
  // A change of a domain that ran ahead sets its time back: what checks found since was already reported.
  const silentAt = domain.conditions.silent ? undefined : silenceNoticedAt({ domain, now });
  if (silentAt !== undefined && silentAt > sweptAt) next.push({ what: 'silence', dueAt: silentAt });
  return next.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1))[0];
}

const DAY_MS = timings.watchDaySeconds * 1000;

/** Daily since the certificate was first served, at the same time of day. */
function nextVisit(since: string, after: string): string {
  const days = Math.max(0, Math.floor((Date.parse(after) - Date.parse(since)) / DAY_MS));
  return new Date(Date.parse(since) + (days + 1) * DAY_MS).toISOString();
}

/** True when the domain has not completed its story. */
function isStoryUnfinished(at: Moment): boolean {
  const { phase, execution } = at.domain;
  const { days = 0 } = storyOfDomain(at.domain);
  if (hasEnded(at)) return false;
  // A move may wait for its visitors for ever, with occasional checks.
  const isWaiting = isAtRest(phase) || execution.resumeAt !== undefined;
  return !isWaiting || ageSeconds(at) < days * timings.watchDaySeconds;
}

export function hasEnded(at: Moment): boolean {
  const { domain } = at;
  const { end } = storyOfDomain(domain);
  const { code, reason } = diagnosisOf(domain).diagnosis;
  return domain.phase === end.phase && code === end.code && reason === end.reason && (end.when?.(at) ?? true);
}

/** A CA that has revoked a certificate moves its window into the past (RFC 9773, section 4.2). */
function toThePast(now: Date): Hint {
  const window = { start: addSeconds(now, -2 * timings.watchDaySeconds), end: addSeconds(now, -timings.watchDaySeconds) };
  return {
    window,
    randomPoint: 0,
    evidence: evidence('acme', 'the renewal of the certificate', `due before ${window.end}`, now),
  };
}

function latest(...instants: string[]): string {
  return instants.toSorted().at(-1) ?? '';
}

function later(now: Date, instant: string): Date {
  return instant > now.toISOString() ? new Date(instant) : now;
}
