/** What AWS counts, by the names of the price file; `bytes` lie in the table for as long as a domain is there. */
export interface Count {
  stateTransition?: number;
  lambdaRequest?: number;
  readUnit?: number;
  writeUnit?: number;
  queueRequest?: number;
  httpRequest?: number;
  kmsRequest?: number;
  bytes?: number;
}

/**
 * What each thing asks of AWS once. Nobody types these from a reckoning: test/bin/admin/prices/counts.test.ts runs each on the
 * steps and stores themselves and holds them to what it counts, and the tests of the state machine and of polling hold the
 * others. A first issuance is one whose CNAME is right at the first check, whose order needs one check, and whose server has one
 * machine; the call of the API that asks for it is not in it.
 */
export const COUNTS = {
  firstIssuance: { stateTransition: 17, lambdaRequest: 18, readUnit: 29, writeUnit: 203, httpRequest: 8, kmsRequest: 2 },
  renewal: { stateTransition: 15, lambdaRequest: 16, readUnit: 28, writeUnit: 223, httpRequest: 8, kmsRequest: 2 },
  /**
   * 289 checks in its 24 hours: the first and 12 more in an execution, each after three state transitions and with a slot, the
   * others by a message each, which is sent, received and deleted.
   */
  neverPointing: { stateTransition: 40, lambdaRequest: 291, readUnit: 289, writeUnit: 111, queueRequest: 828 },
  /** An agent asks, and there is nothing new. */
  poll: { httpRequest: 1, lambdaRequest: 1, readUnit: 2 },
  /**
   * That it asked is written down every five minutes, and at its server. Every second time moves it in the due index: out and in.
   */
  seen: { writeUnit: 3 },
  /**
   * Two visits of an active domain that is fine: a Query's share each, its row, its server's, its memory; most of a run's time is
   * spent waiting, for 25 at once.
   */
  visitedDay: { readUnit: 4, writeUnit: 1, lambdaRequest: 0.5 },
  /** What the log of an organization's last requests adds to one that is kept (lambdas/api/pipeline/keep-request.ts). */
  keptRequest: { writeUnit: 1 },
  /** An organization with two keys and a webhook, of which nothing is to be reported but that. */
  reportingNight: { readUnit: 20, writeUnit: 2 },
  /** Three events, some 3 kB each, read in three nights. */
  reportedRenewal: { readUnit: 9 },
  /** Once it is renewed: row, entries of the lists, certificate, timeline, and what its events leave for a month. */
  activeDomain: { bytes: 46_000 },
} as const satisfies Record<string, Count>;

/** Domains of an organization: with fewer, its nights weigh more. */
export const DOMAINS_OF_AN_ORGANIZATION = 100;

/** Polls more than silence would take, of a machine that is told of a certificate (test/lambdas/edge/list-changes.test.ts). */
export const POLLS_OF_AN_ANNOUNCEMENT = 5;

/** Our preflight, and the five places from which Let's Encrypt asks. */
export const CHALLENGES_OF_AN_ORDER = 6;
/** The relay writes each event into the event log, some 3 kB, and its number. */
export const WRITE_UNITS_OF_AN_EVENT = 4;
/** Not counted but taken as given: what a run takes on average. */
export const LAMBDA_RUN = { gigabytes: 0.5, seconds: 0.1 };
