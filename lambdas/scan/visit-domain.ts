import type { Changed } from '../lifecycle/request.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { Watch } from '../model/domains/issuance.schema.ts';
import { watchedOf } from '../model/domains/scan-time.ts';
import type { Round } from '../model/domains/watch-cursor.store.ts';
import { wonRace, wonRaceUnlessBusy } from '../shared/table/lost-race.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { ScanPorts } from '../wiring/scan.wiring.ts';
import type { VisitOutcome } from './visit-shard.ts';

/** What a visit saw: what it makes of the domain, undefined where nothing is to be written, and what is remembered of it. */
export interface Seen {
  watch: Watch;
  change?: Changed | undefined;
}

/**
 * One thing that is looked at once a day for every watched domain, in its own slot: it looks outside, lets a pure function
 * decide, and writes nothing itself. `domain` is the row as it is after the visits before this one; `watch` what is remembered of
 * its present certificate, of which a quiet check changes no more than it needs (`servedAt`): it is written once after all
 * visits, with `checkedAt`. It must come to its end within some 25 s, and may be done twice.
 */
export type Visit = (domain: Domain, watch: Watch) => Promise<Seen>;

/**
 * What is asked twice a day and needs no more than the memory. Where the answer is news, `decide` says what it makes of the row.
 */
export type Ask = (watch: Watch) => Promise<{ watch: Watch; decide?: (domain: Domain) => Changed | undefined }>;

type Uses = Pick<ScanPorts, 'domains' | 'watches' | 'clock' | 'log' | 'settings'>;

/** Two runs may meet the same domain within so much of the day: one check is enough. */
const CHECKED_JUST_NOW = 1 / 24;

/**
 * One visit of a domain: its CA is asked, then `visits` are made one after the other. Whoever wrote its row or its memory
 * meanwhile wins, and what was seen is seen again at the next visit.
 */
export function visitDomain(ports: Uses, ask: Ask, visits: readonly Visit[]) {
  return async (item: Item, round: Round): Promise<VisitOutcome> => {
    const before = Watch.parse(item);
    if (round === 'check' && wasCheckedJustNow(before, ports)) return 'quiet';
    const { watch: asked, decide } = await ask(before);
    if (round === 'check') return withItsRow(before, asked, [toVisit(decide), ...visits], checkedAt, ports);
    if (decide) return withItsRow(before, asked, [toVisit(decide)], asItIs, ports);
    return asked === before ? 'quiet' : rememberWatch(before, asked, 'quiet', ports);
  };
}

/** What the CA has said comes before all that is looked at. */
function toVisit(decide?: (domain: Domain) => Changed | undefined): Visit {
  return async (domain, watch) => ({ watch, change: decide?.(domain) });
}

const asItIs = (watch: Watch): Watch => watch;
const checkedAt = (watch: Watch, now: Date): Watch => ({ ...watch, checkedAt: now.toISOString() });

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

/** A clock that was ahead may have written an instant that is still to come. */
function wasCheckedJustNow({ checkedAt }: Watch, { clock, settings }: Uses): boolean {
  if (checkedAt === undefined) return false;
  const seconds = (clock().getTime() - Date.parse(checkedAt)) / 1000;
  return seconds >= 0 && seconds < CHECKED_JUST_NOW * settings.timings.watchDaySeconds;
}

function isAbout(watch: Watch, domain: Domain): boolean {
  return watchedOf(domain) !== undefined && watch.fingerprintSha256 === domain.served?.certificate.fingerprintSha256;
}

/** The Query may have been a moment behind the row: then the next visit finds the memory of the present certificate. */
async function forgetWatch(watch: Watch, domain: Domain | undefined, ports: Uses): Promise<VisitOutcome> {
  if (domain && watchedOf(domain)) return 'lost-race';
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
