/** Units that AWS bills, named as in the price file. */
export interface Count {
  stateTransition?: number;
  expressRequest?: number;
  expressSeconds?: number;
  lambdaRequest?: number;
  /** Total seconds of the runs, where it differs from `LAMBDA_RUN.seconds` each. */
  lambdaSeconds?: number;
  readUnit?: number;
  writeUnit?: number;
  queueRequest?: number;
  httpRequest?: number;
  kmsRequest?: number;
  /** Bytes in the table times the months that they stay. */
  byteMonths?: number;
}

/**
 * Assumptions, not measurements: an average run, and a run that waits only for the table: two requests of some 5 ms each, and a
 * millisecond or two of work on a third of a core.
 */
export const LAMBDA_RUN = { gigabytes: 0.5, seconds: 0.1 };
const QUICK_RUN_SECONDS = 0.015;
/** Assumption for a step, which waits for DNS, a CA or a server, and for a delivery, which waits for its receiver. */
const STEP_SECONDS = 0.6;
const DELIVERY_SECONDS = 0.3;

/**
 * Billed memory of an Express execution: 50 MB, its definition and its data, in steps of 64 MB.
 * https://aws.amazon.com/step-functions/pricing/
 */
export const EXPRESS_GIGABYTES = 64 / 1024;

export const lambdaRuns = (steps: number, quick: number) => ({
  lambdaRequest: steps + quick,
  lambdaSeconds: steps * STEP_SECONDS + quick * QUICK_RUN_SECONDS,
});

/**
 * AWS units per operation. test/bin/admin/prices/counts.test.ts runs each on the real steps and stores and compares the counts;
 * the tests of the state machine and of polling check the others. A first issuance has a correct CNAME at the first check, an
 * order that needs one check, and a server with one machine; the API call that requests it is not included. Each includes the
 * relay and the audit seals. Deliveries are separate.
 */
export const COUNTS = {
  firstIssuance: { stateTransition: 17, ...lambdaRuns(6, 13), readUnit: 34, writeUnit: 248, httpRequest: 8, kmsRequest: 2 },
  /** An Express execution, which mostly waits for the agent's next poll. */
  renewal: {
    expressRequest: 1,
    expressSeconds: 105,
    ...lambdaRuns(5, 12),
    readUnit: 31,
    writeUnit: 255,
    httpRequest: 8,
    kmsRequest: 2,
  },
  /** Handed over to a Standard execution before its first step: the highest possible extra cost. */
  handedOver: { stateTransition: 15 },
  /** Storage after a renewal: events for a month; its timeline and audit entry for 400 days. */
  renewalKept: { byteMonths: 85_000 },
  /** One event in the relay, alone in its batch: its number, the organization's counter, the log, and the query of webhooks. */
  event: { writeUnit: 13, readUnit: 1 },
  /**
   * 289 checks in 24 hours: the first and 12 more in an execution, each after three state transitions and with a slot. The others
   * take a message each, which is sent, received and deleted.
   */
  neverPointing: { stateTransition: 40, lambdaRequest: 291, readUnit: 291, writeUnit: 133, queueRequest: 828 },
  /** An event to one webhook, alone in its invocation: sent, received and deleted. */
  delivery: { queueRequest: 3, lambdaRequest: 1, lambdaSeconds: DELIVERY_SECONDS, writeUnit: 11 },
  /** GET of a domain with an API key. Both rate limits are counted. */
  apiRead: { httpRequest: 1, ...lambdaRuns(0, 1), readUnit: 1, writeUnit: 2 },
  /** An agent's poll without news: two items, read eventually consistent. */
  poll: { httpRequest: 1, ...lambdaRuns(0, 1), readUnit: 1 },
  /**
   * Recording a poll, every five minutes, at the machine and at its server. Every second time it moves the entry in the due
   * index: out and in.
   */
  seen: { writeUnit: 2.75 },
  /**
   * Two visits of a healthy active domain: its share of a Query, its row, its server's row, its visit memory. A run visits
   * hundreds of domains, 25 at once, and mostly waits.
   */
  visitedDay: { readUnit: 4, writeUnit: 1, lambdaRequest: 0.005, lambdaSeconds: 0.05 },
  /** Extra cost of a request kept in an organization's request log (lambdas/api/pipeline/log-request.ts). */
  keptRequest: { writeUnit: 1 },
  /** An organization with two keys and a webhook, and nothing else to report. */
  reportingNight: { readUnit: 20, writeUnit: 2 },
  /** Three events, some 3 kB each, read in three nights. */
  reportedRenewal: { readUnit: 9 },
  /** Storage for a month: its row, list entries, claim, certificate, and everything else without an expiry. */
  activeDomain: { byteMonths: 17_000 },
} as const satisfies Record<string, Count>;

/** Events of a renewal, each delivered to a webhook for all events. */
export const EVENTS_OF_A_RENEWAL = 3;

/** Domains per organization. With fewer, the nightly counts cost more per domain. */
export const DOMAINS_OF_AN_ORGANIZATION = 100;

/** Additional polls of a machine that learns of a new certificate (test/lambdas/agent-api/list-changes.test.ts). */
export const POLLS_OF_AN_ANNOUNCEMENT = 5;

/** Our preflight, and the five places from which Let's Encrypt validates. */
export const CHALLENGES_OF_AN_ORDER = 6;

/**
 * Log bytes that CloudWatch bills: three lines for a run of a function, one line of the access log; each line and 26 bytes more.
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html
 */
export const LOG_BYTES = { lambdaRequest: 340, httpRequest: 270 };
