import { COUNTS, type Count, DOMAINS_OF_AN_ORGANIZATION, LAMBDA_RUN, POLLS_OF_AN_ANNOUNCEMENT } from './counts.ts';

type PriceName = Exclude<keyof Count, 'bytes'> | 'lambdaGbSecond' | 'storedGbMonth' | 'backedUpGbMonth';

/** The list prices of one region on one day, each with the page that it is from. */
export interface PriceFile {
  region: string;
  date: string;
  prices: Record<PriceName, { usd: number; per: number; source: string }>;
}

export const DAYS_A_MONTH = 365.25 / 12;
/** A certificate of 90 days is replaced after 60. */
const RENEWALS_A_MONTH = DAYS_A_MONTH / 60;
const POLL_SECONDS = 60;
const SEEN_SECONDS = 300;
const monthIn = (seconds: number) => (DAYS_A_MONTH * 86_400) / seconds;

/** What a count costs, in USD; its bytes for a month. */
export function costOf({ prices }: PriceFile): (count: Count) => number {
  const price = (name: PriceName) => prices[name].usd / prices[name].per;
  return ({ bytes = 0, ...count }) => {
    const counted = Object.entries(count).reduce((sum, [name, times]) => sum + times * price(name as PriceName), 0);
    const running = (count.lambdaRequest ?? 0) * LAMBDA_RUN.gigabytes * LAMBDA_RUN.seconds * price('lambdaGbSecond');
    return counted + running + (bytes / 1e9) * (price('storedGbMonth') + price('backedUpGbMonth'));
  };
}

/** In USD, by what it is for. */
export function costs(file: PriceFile) {
  const of = costOf(file);
  const polling = RENEWALS_A_MONTH * POLLS_OF_AN_ANNOUNCEMENT * of(COUNTS.poll);
  const visiting = DAYS_A_MONTH * of(COUNTS.visitedDay);
  const reporting =
    (DAYS_A_MONTH * of(COUNTS.reportingNight)) / DOMAINS_OF_AN_ORGANIZATION + RENEWALS_A_MONTH * of(COUNTS.reportedRenewal);
  return {
    firstIssuance: of(COUNTS.firstIssuance),
    renewal: of(COUNTS.renewal),
    neverPointing: of(COUNTS.neverPointing),
    keptRequests: 1_000_000 * of(COUNTS.keptRequest),
    agentMonth: monthIn(POLL_SECONDS) * of(COUNTS.poll) + monthIn(SEEN_SECONDS) * of(COUNTS.seen),
    pollingMonth: polling,
    visitingMonth: visiting,
    reportingMonth: reporting,
    activeDomainMonth: RENEWALS_A_MONTH * of(COUNTS.renewal) + polling + visiting + reporting + of(COUNTS.activeDomain),
  };
}

const ROWS: Record<keyof ReturnType<typeof costs>, string> = {
  activeDomainMonth: 'an active domain, a month',
  pollingMonth: '  of it the polls that follow its renewals',
  visitingMonth: '  of it the visits, twice a day',
  reportingMonth: '  of it the reports, one of a hundred',
  firstIssuance: 'a first issuance',
  renewal: 'a renewal',
  neverPointing: 'a name that never points here',
  agentMonth: 'an agent, a month',
  keptRequests: 'a million changes or refusals by the API, kept',
};

/** As `npm run prices` prints it. */
export function costTable(file: PriceFile): string {
  const usd = costs(file);
  const lines = Object.entries(ROWS).map(([row, what]) => `${what.padEnd(44)} ${usd[row as keyof typeof usd].toFixed(6)}`);
  const sources = [...new Set(Object.values(file.prices).map(({ source }) => source))];
  return [
    `USD, from counted requests at the list prices of ${file.region} of ${file.date}; without free tiers, logs and data transfer`,
    '',
    ...lines,
    '',
    ...sources,
  ].join('\n');
}
