import { renewalTime } from '../../../lambdas/model/domains/renewal-time.ts';
import {
  COUNTS,
  type Count,
  DOMAINS_OF_AN_ORGANIZATION,
  EVENTS_OF_A_RENEWAL,
  EXPRESS_GIGABYTES,
  LAMBDA_RUN,
  LOG_BYTES,
  POLLS_OF_AN_ANNOUNCEMENT,
} from './counts.ts';

type PriceName =
  | Exclude<keyof Count, 'byteMonths' | 'lambdaSeconds' | 'expressSeconds'>
  | 'expressGbSecond'
  | 'lambdaGbSecond'
  | 'storedGbMonth'
  | 'backedUpGbMonth'
  | 'loggedGb'
  | 'firewallRequest'
  | 'frontRequest'
  | 'frontFunction'
  | 'natHour'
  | 'addressHour'
  | 'natGb';

/** AWS list prices of a region on a day, each with its page. */
export interface PriceFile {
  region: string;
  date: string;
  prices: Record<PriceName, { usd: number; per: number; source: string }>;
}

export const DAYS_A_MONTH = 365.25 / 12;
const HOURS_A_MONTH = 730;
const DAY_MS = 86_400_000;
const POLL_SECONDS = 60;
const SEEN_SECONDS = 300;
const monthIn = (seconds: number) => (DAYS_A_MONTH * 86_400) / seconds;

/** Certificate lifetimes in days: now; Let's Encrypt's from February 2027 and 2028; its short-lived ones, of 160 hours. */
export const CERTIFICATE_LIFETIMES = [90, 64, 45, 6.7];
/** Numbers of domains per server that the sums assume. */
const DOMAINS_OF_A_SERVER = { many: 1_000, few: 100 };

export const SERVICES = ['Step Functions', 'DynamoDB', 'Lambda', 'API Gateway', 'SQS and KMS', 'CloudWatch Logs'] as const;
type Bill = Record<(typeof SERVICES)[number], number>;

function priceIn({ prices }: PriceFile) {
  return (name: PriceName) => prices[name].usd / prices[name].per;
}

/** AWS's bill for a count, by service, in USD. */
export function billOf(file: PriceFile, count: Count): Bill {
  const price = priceIn(file);
  const { lambdaRequest = 0, httpRequest = 0, byteMonths = 0, expressSeconds = 0 } = count;
  const { lambdaSeconds = lambdaRequest * LAMBDA_RUN.seconds } = count;
  const times = (...names: (PriceName & keyof Count)[]) => names.reduce((sum, name) => sum + (count[name] ?? 0) * price(name), 0);
  const logged = lambdaRequest * LOG_BYTES.lambdaRequest + httpRequest * LOG_BYTES.httpRequest;
  return {
    'Step Functions': times('stateTransition', 'expressRequest') + expressSeconds * EXPRESS_GIGABYTES * price('expressGbSecond'),
    DynamoDB: times('readUnit', 'writeUnit') + (byteMonths / 1e9) * (price('storedGbMonth') + price('backedUpGbMonth')),
    Lambda: times('lambdaRequest') + lambdaSeconds * LAMBDA_RUN.gigabytes * price('lambdaGbSecond'),
    'API Gateway': times('httpRequest'),
    'SQS and KMS': times('queueRequest', 'kmsRequest'),
    'CloudWatch Logs': (logged / 1e9) * price('loggedGb'),
  };
}

export function costOf(file: PriceFile): (count: Count) => number {
  return (count) => sum(Object.values(billOf(file, count)));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

function renewalsAMonth(lifeDays: number): number {
  const [notBefore, notAfter] = [0, lifeDays * DAY_MS].map((at) => new Date(at).toISOString()) as [string, string];
  return (DAYS_A_MONTH * DAY_MS) / Date.parse(renewalTime({ notBefore, notAfter }));
}

type Use = [what: string, count: Count, times: number];

/** Monthly use of an active domain whose server has one machine, and whose organization has a webhook for all events. */
function usesOf(lifeDays: number): Use[] {
  const renewals = renewalsAMonth(lifeDays);
  return [
    ['renewals, with the relay and the audit', COUNTS.renewal, renewals],
    ['their deliveries to a webhook', COUNTS.delivery, renewals * EVENTS_OF_A_RENEWAL],
    ['the polls that follow them', COUNTS.poll, renewals * POLLS_OF_AN_ANNOUNCEMENT],
    ['what they leave in the table', COUNTS.renewalKept, renewals],
    ['reports', COUNTS.reportingNight, DAYS_A_MONTH / DOMAINS_OF_AN_ORGANIZATION],
    ['reports of renewals', COUNTS.reportedRenewal, renewals],
    ['visits, twice a day', COUNTS.visitedDay, DAYS_A_MONTH],
    ['what else lies in the table', COUNTS.activeDomain, 1],
  ];
}

/** Use of an idle machine. */
const AGENT: Use[] = [
  ['polls of an agent', COUNTS.poll, monthIn(POLL_SECONDS)],
  ['notes that it has asked', COUNTS.seen, monthIn(SEEN_SECONDS)],
];

const costsOf = (file: PriceFile, uses: readonly Use[]) =>
  uses.map(([what, count, times]): [string, number] => [what, times * costOf(file)(count)]);
const total = (file: PriceFile, uses: readonly Use[]) => sum(costsOf(file, uses).map(([, usd]) => usd));
const shareOf = (uses: readonly Use[], by: number) => uses.map(([what, count, times]): Use => [what, count, times / by]);

/** USD a month for an active domain, with its share of its server's agent. */
export function domainMonthCost(file: PriceFile, lifeDays: number, domainsOfServer: number): number {
  return total(file, [...usesOf(lifeDays), ...shareOf(AGENT, domainsOfServer)]);
}

interface Row {
  what: string;
  usd: readonly number[];
}

const withAgent = (domains: number) => `**together, on a server of ${domains.toLocaleString('en')} domains**`;

/** USD per domain and month for each of LIVES, by purpose and by whose bill it is on. */
function monthRows(file: PriceFile): Row[] {
  const { many, few } = DOMAINS_OF_A_SERVER;
  const byUse = CERTIFICATE_LIFETIMES.map((life) => costsOf(file, usesOf(life)));
  const agent = (domains: number) => CERTIFICATE_LIFETIMES.map(() => total(file, shareOf(AGENT, domains)));
  const usesWithAgent = (life: number) => [...usesOf(life), ...shareOf(AGENT, many)];
  const billBy = (service: keyof Bill) => (life: number) =>
    sum(usesWithAgent(life).map(([, count, times]) => times * billOf(file, count)[service]));
  return [
    ...(byUse[0] ?? []).map(([what], row) => ({ what, usd: byUse.map((uses) => uses[row]?.[1] ?? 0) })),
    { what: `its part of an agent, of ${many.toLocaleString('en')} domains`, usd: agent(many) },
    { what: withAgent(many), usd: CERTIFICATE_LIFETIMES.map((life) => domainMonthCost(file, life, many)) },
    { what: withAgent(few), usd: CERTIFICATE_LIFETIMES.map((life) => domainMonthCost(file, life, few)) },
    ...SERVICES.map((service) => ({ what: `of the first: ${service}`, usd: CERTIFICATE_LIFETIMES.map(billBy(service)) })),
  ];
}

/** In USD, once or a month. */
export function costs(file: PriceFile) {
  const [of, price] = [costOf(file), priceIn(file)];
  const front = price('firewallRequest') + price('frontRequest') + price('frontFunction');
  return {
    firstIssuance: of(COUNTS.firstIssuance),
    renewal: of(COUNTS.renewal),
    heldUpRenewal: of(COUNTS.renewal) + of(COUNTS.handedOver),
    event: of(COUNTS.event),
    delivery: of(COUNTS.delivery),
    neverPointing: of(COUNTS.neverPointing),
    apiReads: 1_000_000 * of(COUNTS.apiRead),
    keptRequests: 1_000_000 * of(COUNTS.keptRequest),
    agentMonth: total(file, AGENT),
    frontRequests: 1_000_000 * front,
    agentAtFrontMonth: monthIn(POLL_SECONDS) * front,
    zoneMonth: HOURS_A_MONTH * (price('natHour') + price('addressHour')),
    egressGb: price('natGb'),
  };
}

const ONCE: Record<keyof ReturnType<typeof costs>, string> = {
  firstIssuance: 'a first issuance',
  renewal: 'a renewal',
  heldUpRenewal: 'a renewal that is held up, and goes on as a Standard execution',
  event: 'of these: an event in the relay and the log',
  delivery: 'a delivery to a webhook',
  neverPointing: 'a name that never points here',
  apiReads: 'a million reads of the API',
  keptRequests: 'a million changes or refusals by the API: their log',
  agentMonth: 'an agent, a month',
  frontRequests: 'a million requests through a public domain, in addition',
  agentAtFrontMonth: 'an agent through a public domain, a month, in addition',
  zoneMonth: 'a zone with fixed egress, a month',
  egressGb: 'a GB through it',
};

function onceRows(file: PriceFile): Row[] {
  const usd = costs(file);
  return Object.entries(ONCE).map(([row, what]) => ({ what, usd: [usd[row as keyof typeof usd]] }));
}

const dollars = (usd: number) => usd.toFixed(6);
const heads = CERTIFICATE_LIFETIMES.map((days) => `${days} days`);

/** The output of `npm run admin -- prices`. */
export function costTable(file: PriceFile): string {
  const [months, once] = [monthRows(file), onceRows(file)];
  const width = Math.max(...[...months, ...once].map(({ what }) => what.replaceAll('*', '').length));
  const columns = (what: string, cells: readonly string[]) =>
    `${what.padEnd(width)} ${cells.map((cell) => cell.padStart(12)).join(' ')}`;
  const line = ({ what, usd }: Row) => columns(what.replaceAll('*', ''), usd.map(dollars));
  const sources = [...new Set(Object.values(file.prices).map(({ source }) => source))];
  return [
    `Domains and agents add, from counted requests at the list prices of ${file.region} of ${file.date}, without free tiers and data transfer:`,
    '',
    columns('USD a month for an active domain; its certificates live', heads),
    ...months.map(line),
    '',
    columns('for each of these', ['USD']),
    ...once.map(line),
    '',
    ...sources,
  ].join('\n');
}

/** The sums of `costTable`, as docs/operate/quotas-and-cost.md has them. */
export function costPage(file: PriceFile): string {
  const line = ({ what, usd }: Row) => `| ${what} | ${usd.map(dollars).join(' | ')} |`;
  const isSum = ({ what }: Row) => what.startsWith('**');
  return [
    `| An active domain, a month; its certificates live | ${heads.join(' | ')} |`,
    `|---|${'---|'.repeat(CERTIFICATE_LIFETIMES.length)}`,
    ...monthRows(file).filter(isSum).map(line),
    '',
    '| Once | USD |',
    '|---|---|',
    ...onceRows(file).map(line),
  ].join('\n');
}
