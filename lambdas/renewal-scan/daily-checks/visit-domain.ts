import type { Changed } from '../../lifecycle/request.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { Watch } from '../../model/domains/issuance.schema.ts';
import { watchedCertificateOf } from '../../model/domains/scan-time.ts';
import type { CheckRound } from '../../model/domains/watch-cursor.store.ts';
import { wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import type { Item } from '../../shared/table/table.store.ts';
import type { ScanPorts } from '../../wiring/scan.wiring.ts';
import type { VisitOutcome } from './visit-shard.ts';

/** The result of a visit: the domain's change, or undefined if there is none, and its watch row. */
export interface VisitFinding {
  watch: Watch;
  change?: Changed | undefined;
}

/**
 * A daily check of every watched domain, in its slot. It observes the outside, lets a pure function decide, and writes nothing.
 * `domain` is the row after the visits before it. `watch` belongs to its current certificate; a quiet check changes as little as
 * possible (`servedAt`), and it is written once after all visits, with `checkedAt`. A visit must end within some 25 s and may run
 * twice.
 */
export type Visit = (domain: Domain, watch: Watch) => Promise<VisitFinding>;

/** Runs twice a day and needs only the watch row. If the answer is news, `decide` returns the domain's change. */
export type AskCa = (watch: Watch) => Promise<{ watch: Watch; decide?: (domain: Domain) => Changed | undefined }>;

type Uses = Pick<ScanPorts, 'domains' | 'watches' | 'clock' | 'log' | 'settings'>;

/** Two runs may reach a domain within this share of the day: one check is enough. */
const CHECKED_JUST_NOW = 1 / 24;

/**
 * Visits one domain: asks its CA, then runs `visits` in order. A concurrent writer of the domain or its watch row wins, and the
 * next visit observes again.
 */
export function visitDomain(ports: Uses, ask: AskCa, visits: readonly Visit[]) {
  return async (item: Item, round: CheckRound): Promise<VisitOutcome> => {
    const before = Watch.parse(item);
    if (round === 'check' && wasCheckedJustNow(before, ports)) return 'quiet';
    const { watch: asked, decide } = await ask(before);
    if (round === 'check') return withItsRow(before, asked, [toVisit(decide), ...visits], toChecked, ports);
    if (decide) return withItsRow(before, asked, [toVisit(decide)], asItIs, ports);
    return asked === before ? 'quiet' : rememberWatch(before, asked, 'quiet', ports);
  };
}

/** The CA's news is applied before all other visits. */
function toVisit(decide?: (domain: Domain) => Changed | undefined): Visit {
  return async (domain, watch) => ({ watch, change: decide?.(domain) });
}

const asItIs = (watch: Watch): Watch => watch;
const toChecked = (watch: Watch, now: Date): Watch => ({ ...watch, checkedAt: now.toISOString() });

async function withItsRow(
  before: Watch,
  asked: Watch,
  visits: readonly Visit[],
  after: (watch: Watch, now: Date) => Watch,
  ports: Uses,
): Promise<VisitOutcome> {
  const domain = await ports.domains.get(before.domainId);
  if (!domain || !isAbout(before, domain)) return forgetWatch(before, domain, ports);
  const seen = await visitInTurn(domain, asked, visits, ports);
  return seen ? rememberWatch(before, after(seen.watch, ports.clock()), seen.outcome, ports) : 'lost-race';
}

async function visitInTurn(
  domain: Domain,
  asked: Watch,
  visits: readonly Visit[],
  { domains, log }: Uses,
): Promise<{ watch: Watch; outcome: 'quiet' | 'changed' } | undefined> {
  let row = domain;
  let remembered = asked;
  for (const visit of visits) {
    const { watch, change } = await visit(row, remembered);
    remembered = watch;
    if (!change) continue;
    const { domain: next, ...rest } = change;
    if (!(await wonRaceUnlessBusy(domains.replace(row, next, rest)))) return undefined;
    log('info', change.timeline, { domainId: row.id, attempt: next.execution.attempt, phase: next.phase });
    row = { ...next, version: row.version + 1 };
  }
  return { watch: remembered, outcome: row === domain ? 'quiet' : 'changed' };
}

/** Another process's fast clock may have stored an instant in the future. */
function wasCheckedJustNow({ checkedAt }: Watch, { clock, settings }: Uses): boolean {
  if (checkedAt === undefined) return false;
  const seconds = (clock().getTime() - Date.parse(checkedAt)) / 1000;
  return seconds >= 0 && seconds < CHECKED_JUST_NOW * settings.timings.watchDaySeconds;
}

function isAbout(watch: Watch, domain: Domain): boolean {
  return watchedCertificateOf(domain) !== undefined && watch.fingerprintSha256 === domain.served?.certificate.fingerprintSha256;
}

/** The Query may have lagged behind the row: the next visit then finds the current certificate's watch row. */
async function forgetWatch(watch: Watch, domain: Domain | undefined, ports: Uses): Promise<VisitOutcome> {
  if (domain && watchedCertificateOf(domain)) return 'lost-race';
  return (await wonRaceUnlessBusy(ports.watches.forget(watch))) ? 'gone' : 'lost-race';
}

async function rememberWatch(
  before: Watch,
  after: Watch,
  outcome: 'quiet' | 'changed',
  { watches }: Uses,
): Promise<VisitOutcome> {
  return (await wonRace(watches.remember(before, after))) ? outcome : 'lost-race';
}
