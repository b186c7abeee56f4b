import { billOf, costOf, DAYS_A_MONTH, SERVICES } from '../../../bin/admin/prices/cost-table.ts';
import { COUNTS, type Count, EVENTS_OF_A_RENEWAL, POLLS_OF_AN_ANNOUNCEMENT } from '../../../bin/admin/prices/counts.ts';
import prices from '../../../bin/admin/prices/us-east-1.json' with { type: 'json' };
import { DUE_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import { count, decimals, type Measurement } from '../driver/measurement.ts';
import type { Year } from './inputs.ts';
import { LIST_OF_ORGANIZATION, PEAK_SECONDS, SHARD } from './tally.ts';
import type { World } from './world.ts';

/** Steps of a renewal: prepare, order, poll, download, check of the server. */
const STEPS_OF_A_RENEWAL = 5;
/** Per repeated step, with its wait; a renewal's write units are spread over seven writes. */
const QUIET_STEP: Count = { stateTransition: 3, lambdaRequest: 1, readUnit: 1 };
const OTHER_STEP: Count = { ...QUIET_STEP, writeUnit: Math.ceil(COUNTS.renewal.writeUnit / 7) };
/** Per check of a name whose CNAME is gone: its row, and the writes. */
const CHECK: Count = { readUnit: 2, writeUnit: 10, lambdaRequest: 0.5 };
/** Per shard and run: its message, the index, the cursor of the visits. */
const SCAN: Count = { lambdaRequest: 1, queueRequest: 3, readUnit: 3, writeUnit: 2 };
const EVERY: Count = COUNTS.activeDomain;

/**
 * Limits of a run of the scan (lib/lifecycle/certificate-scan.ts, lambdas/renewal-scan): concurrent shards, seconds for visits,
 * concurrent visits.
 */
const SCANNING = { shardsAtOnce: DUE_SHARDS, visitSeconds: 240, visitsAtOnce: 25 };
/** Average time of a domain's two visits: DNS, a handshake, the CA. A scan must have twice that time. */
const SECONDS_OF_VISITS = 1.25;

/** The longest average time of a domain's two visits with which all domains are visited within the day. */
function secondsForVisits({ domains, scan }: Year): number {
  const run = 60 * scan.everyMinutes;
  const ofAShard = Math.min(SCANNING.visitSeconds, (run * SCANNING.shardsAtOnce) / DUE_SHARDS);
  return (SCANNING.visitsAtOnce * ofAShard) / (domains / DUE_SHARDS / (86_400 / run));
}

/** USD per domain and month, by purpose and by service, largest first. */
function costRows({ year, tally: { counted } }: World) {
  const months = year.days / DAYS_A_MONTH;
  const done = counted.renewals;
  const items: [string, Count, number][] = [
    ['renewals', COUNTS.renewal, done],
    ['their deliveries to a webhook', COUNTS.delivery, EVENTS_OF_A_RENEWAL * done],
    ['what they leave in the table', COUNTS.renewalKept, done],
    ['polls of agents behind them', COUNTS.poll, POLLS_OF_AN_ANNOUNCEMENT * done],
    ['visits, twice a day', COUNTS.visitedDay, year.domains * year.days],
    ['what lies in the table', EVERY, year.domains * months],
    ['steps of attempts in vain', OTHER_STEP, Math.max(0, counted.steps - STEPS_OF_A_RENEWAL * done)],
    ['waits for a slot, and other quiet checks', QUIET_STEP, counted.quietSteps],
    ['looks at names that are away', CHECK, counted.checks],
    ['the scan itself', SCAN, counted.scans],
    ['rows that are read and put off', { readUnit: 1 }, counted.postponedReads],
  ];
  const of = costOf(prices);
  const share = (count: Count, times: number) => (of(count) * times) / year.domains / months;
  const byUse = items.map(([what, count, times]): [string, number] => [what, share(count, times)]);
  const byService = SERVICES.map((service): [string, number] => [
    service,
    items.reduce((sum, [, count, times]) => sum + (billOf(prices, count)[service] * times) / year.domains / months, 0),
  ]);
  return { byUse: largestFirst(byUse), byService: largestFirst(byService), total: byUse.reduce((sum, [, usd]) => sum + usd, 0) };
}

/**
 * A list entry is larger than 1 kB. Its units have no bound: DynamoDB limits a partition, and ten million entries of one
 * organization, some 13 GB, take two at least.
 */
const UNITS_OF_A_LIST_ENTRY = 2;

/**
 * Write units per second of one partition.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const MAX_WRITES_TO_A_KEY = 1_000;
const MAX_USD = 0.001;

export function promises(world: World): Measurement[] {
  const { year, tally } = world;
  return [
    count('expiries that the service caused', tally.expiries.service, { atMost: 0 }),
    // The domains of a simulated one order at the same time, and the rest of a minute's budget is kept for them.
    count('most orders in an hour', tally.orders.most, { atMost: 60 * year.ordersPerMinute + 2 * tally.weight }),
    count('USD for a domain and month', costRows(world).total, { atMost: MAX_USD }, decimals(7)),
    count('times the seconds that visits take', secondsForVisits(year) / SECONDS_OF_VISITS, { atLeast: 2 }, decimals(2)),
  ];
}

/** Bounds of the worst days (inputs.ts). */
export function promisesOfWorstDays({ tally }: World): Measurement[] {
  const hottest = tally.hottest();
  const [[key, writes] = ['', Number.NaN]] = hottest;
  const [, toList = Number.NaN] = hottest.find(([name]) => name === LIST_OF_ORGANIZATION) ?? [];
  return [
    count('expiries that the service caused on the worst days', tally.expiries.service, { atMost: 0 }),
    count(`most writes a second to one key: ${key}`, writes, { atMost: MAX_WRITES_TO_A_KEY - 1 }, decimals(0)),
    count('write units a second to the list of one organization', toList * UNITS_OF_A_LIST_ENTRY, {}, decimals(0)),
  ];
}

/** A changed index entry is a delete and a put; entries of a shard are at most 1 kB. */
const UNITS_OF_A_SHARDS_WRITE = 2;

/** Bounds of the shards at the rate of a hundred million domains. */
export function promisesOfShards({ tally }: World): Measurement[] {
  const [[, writes] = ['', Number.NaN]] = tally.hottest().filter(([key]) => key.startsWith(SHARD));
  const bound = { atMost: MAX_WRITES_TO_A_KEY - 1 };
  return [
    count('write units a second to one shard, of 100 million domains', writes * UNITS_OF_A_SHARDS_WRITE, bound, decimals(0)),
  ];
}

export function report(world: World): string {
  const { year, tally } = world;
  const { expiries, orders, counted } = tally;
  const needed = year.domains / (year.lifetimeDays * (2 / 3)) / (24 * 60);
  const { byUse, byService, total } = costRows(world);
  const date = (at: number) => new Date(at).toISOString().slice(0, 13);
  return [
    `${round(year.domains)} domains over ${year.days} days, certificates of ${year.lifetimeDays} days, in virtual time.`,
    `${round(year.simulated)} domains are simulated one by one, with the service's own decisions; each counts for ${round(tally.weight)}.`,
    `The CA is down for ${year.outages.map(({ hours }) => `${hours} h`).join(' and ')}, revokes ${percent(year.revocation.share)} at once, and ${percent(year.brokenDns)} of the names lead elsewhere some day.`,
    `Orders a minute (--orders-per-minute): ${year.ordersPerMinute}. Renewals alone need ${needed.toFixed(0)}.`,
    '',
    ...table([
      ['expiries caused by the service', round(expiries.service)],
      ['expiries of names that led elsewhere', round(expiries.customer)],
      ['renewals done, and attempts that failed', `${round(counted.renewals)}, ${round(counted.failedRenewals)}`],
      ['most orders in an hour', `${round(orders.most)} (${date(orders.mostAt)} h)`],
      ['seconds that the two visits of a domain may take, on average', secondsForVisits(year).toFixed(2)],
      ['longest from a revocation to the next certificate', `${tally.longestRevoked.toFixed(1)} h`],
    ]),
    '',
    `USD for a domain and month, at the list prices of ${prices.region} of ${prices.date} (bin/admin/prices):`,
    ...table([...byUse, ['together', total]].map(([what, usd]) => [String(what), Number(usd).toFixed(7)])),
    '',
    'The same by whose bill it is on:',
    ...table(byService.map(([service, usd]) => [service, usd.toFixed(7)])),
  ].join('\n');
}

export function reportOfWorstDays({ tally }: World): string {
  return [
    `Most writes a second to one key, over ${PEAK_SECONDS} s, if one organization and one server had all domains:`,
    ...table(tally.hottest().map(([key, perSecond]) => [key, perSecond.toFixed(0)])),
  ].join('\n');
}

const round = (count: number) => Math.round(count).toLocaleString('en');
const percent = (share: Year['brokenDns']) => `${(100 * share).toFixed(0)} %`;
const largestFirst = (rows: [string, number][]) => rows.toSorted(([, one], [, other]) => other - one);

function table(rows: [string, string][]): string[] {
  return rows.map(([what, value]) => `  ${what.padEnd(62)} ${value.padStart(24)}`);
}
