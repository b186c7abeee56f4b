/** What AWS counts, by the names of the price file. */
export interface Count {
  stateTransition?: number;
  expressRequest?: number;
  /** That an Express execution takes, its waits included. */
  expressSeconds?: number;
  lambdaRequest?: number;
  /** Seconds that these runs take together, where that is not `LAMBDA_RUN.seconds` each. */
  lambdaSeconds?: number;
  readUnit?: number;
  writeUnit?: number;
  queueRequest?: number;
  httpRequest?: number;
  kmsRequest?: number;
  /** Bytes that lie in the table, times the months that they lie there. */
  byteMonths?: number;
}

/**
 * Not counted but taken as given: what a run takes on average, and what one takes that waits for nobody but the table: two
 * requests of some 5 ms each, and a millisecond or two of work on a third of a core.
 */
export const LAMBDA_RUN = { gigabytes: 0.5, seconds: 0.1 };
const QUICK_RUN_SECONDS = 0.015;
/** The same of a step, which waits for DNS, a CA or a server, and of a delivery, which waits for its receiver. */
const STEP_SECONDS = 0.6;
const DELIVERY_SECONDS = 0.3;

/**
 * What an Express execution is billed for: 50 MB, its definition and its data, in steps of 64 MB.
 * https://aws.amazon.com/step-functions/pricing/
 */
export const EXPRESS_GIGABYTES = 64 / 1024;

export const runs = (steps: number, quick: number) => ({
  lambdaRequest: steps + quick,
  lambdaSeconds: steps * STEP_SECONDS + quick * QUICK_RUN_SECONDS,
});

/**
 * What each thing asks of AWS once. Nobody types these from a reckoning: test/bin/admin/prices/counts.test.ts runs each on the
 * steps and stores themselves and holds them to what it counts, and the tests of the state machine and of polling hold the
 * others. A first issuance is one whose CNAME is right at the first check, whose order needs one check, and whose server has one
 * machine; the call of the API that asks for it is not in it. The relay and the seals of the audit are in each; deliveries are
 * apart.
 */
export const COUNTS = {
  firstIssuance: { stateTransition: 17, ...runs(6, 13), readUnit: 34, writeUnit: 248, httpRequest: 8, kmsRequest: 2 },
  /** An Express execution; most of its time it waits for the agent's next poll. */
  renewal: {
    expressRequest: 1,
    expressSeconds: 105,
    ...runs(5, 12),
    readUnit: 31,
    writeUnit: 255,
    httpRequest: 8,
    kmsRequest: 2,
  },
  /** Handed over to a Standard execution before its first step: the most that it costs more. */
  handedOver: { stateTransition: 15 },
  /** What a renewal leaves: events for a month, its timeline and its entry of the audit for 400 days. */
  renewalKept: { byteMonths: 85_000 },
  /** One event in the relay, alone in its batch: its number, the organization's counter, the log, and the query of webhooks. */
  event: { writeUnit: 13, readUnit: 1 },
  /**
   * 289 checks in its 24 hours: the first and 12 more in an execution, each after three state transitions and with a slot, the
   * others by a message each, which is sent, received and deleted.
   */
  neverPointing: { stateTransition: 40, lambdaRequest: 291, readUnit: 291, writeUnit: 133, queueRequest: 828 },
  /** An event to one webhook, alone in its invocation: sent, received and deleted. */
  delivery: { queueRequest: 3, lambdaRequest: 1, lambdaSeconds: DELIVERY_SECONDS, writeUnit: 11 },
  /** GET of a domain with a key: both limits are counted. */
  apiRead: { httpRequest: 1, ...runs(0, 1), readUnit: 1, writeUnit: 2 },
  /** An agent asks, and there is nothing new: two items, read eventually consistent. */
  poll: { httpRequest: 1, ...runs(0, 1), readUnit: 1 },
  /**
   * That it asked is written down by the first poll after five minutes, and at its server. Every second time moves it in the due
   * index: out and in. For five minutes.
   */
  seen: { writeUnit: 2.75 },
  /**
   * Two visits of an active domain that is fine: a Query's share each, its row, its server's, its memory. Most of a run's time is
   * spent waiting, for 25 at once; it has hundreds of them.
   */
  visitedDay: { readUnit: 4, writeUnit: 1, lambdaRequest: 0.005, lambdaSeconds: 0.05 },
  /** What the log of an organization's last requests adds to one that is kept (lambdas/api/pipeline/keep-request.ts). */
  keptRequest: { writeUnit: 1 },
  /** An organization with two keys and a webhook, of which nothing is to be reported but that. */
  reportingNight: { readUnit: 20, writeUnit: 2 },
  /** Three events, some 3 kB each, read in three nights. */
  reportedRenewal: { readUnit: 9 },
  /** For a month: its row, entries of the lists, claim, certificate, and whatever else has no end. */
  activeDomain: { byteMonths: 17_000 },
} as const satisfies Record<string, Count>;

/** Events of a renewal; each is delivered to a webhook that is told of all. */
export const EVENTS_OF_A_RENEWAL = 3;

/** Domains of an organization: with fewer, its nights weigh more. */
export const DOMAINS_OF_AN_ORGANIZATION = 100;

/** Polls more than silence would take, of a machine that is told of a certificate (test/lambdas/edge/list-changes.test.ts). */
export const POLLS_OF_AN_ANNOUNCEMENT = 5;

/** Our preflight, and the five places from which Let's Encrypt asks. */
export const CHALLENGES_OF_AN_ORDER = 6;

/**
 * What CloudWatch takes for a run of a function, which it tells of in three lines, and for a line of the access log: each line
 * and 26 bytes more. https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html
 */
export const LOG_BYTES = { lambdaRequest: 340, httpRequest: 270 };
