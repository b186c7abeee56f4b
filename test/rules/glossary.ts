/** A word of the code, and the names that it replaced. */
export interface Word {
  word: string;
  meaning: string;
  /**
   * Names that must not come back. A lower-case one is forbidden as a word in any identifier (`standingOf`), a capitalized one
   * only as a whole identifier (`Once`, not `atOnce`).
   */
  notInstead?: readonly string[];
  /**
   * Verbs that must not come back as nouns: for `look`, `lookAtCname` and `isLookedUp` are allowed, `nextLook` and `quietLooks`
   * are not.
   */
  notAsNouns?: readonly string[];
}

/** The table "Words" of CONTRIBUTING.md, which `npm run docs` writes. */
export const GLOSSARY: readonly Word[] = [
  {
    word: 'attempt',
    meaning: "the number in a domain's row that names the one execution which may write; of a delivery: one POST",
  },
  { word: 'claim', meaning: 'who holds a hostname; of a delivery: the right to make its next attempt' },
  {
    word: 'label',
    meaning: 'the random name below the base target that stands for one server; any other part of a hostname is a DNS label',
  },
  { word: 'lane', meaning: "one of the sender's two queues: one for receivers that answer quickly, one for the slow" },
  { word: 'observation', meaning: 'what a check or a step saw, as a transition reads it' },
  { word: 'obstacle', meaning: 'a problem that delays a certificate; the service tries again' },
  {
    word: 'slot',
    meaning:
      "one of a webhook's places for deliveries under way; one of the processes of a lane that may work for an organization; of a CA: the right to place an order now; of the day: the part of it in which a domain has its visit",
  },
  { word: 'sweep', meaning: 'the scheduled Lambda that gives a new attempt to each domain that has missed its deadline' },
  { word: 'verdict', meaning: 'what the answers of DNS mean for a hostname' },
  {
    word: 'visit',
    meaning:
      'what the scan does for each domain with a certificate, in its slot of the day the check, and half a day later one more question to the CA',
  },
];

/** Standard terms, which engineers who know AWS, ACME and REST need no table for. */
export const PLAIN_WORDS: readonly Word[] = [
  {
    word: 'check',
    meaning:
      'one reading of a domain from outside, of its DNS, of what its server serves, or of both: by a step, by the scan or on request. `lookAt…` does it',
    notAsNouns: ['look'],
  },
  { word: 'claim state', meaning: "what a hostname's claim means for somebody who registers it", notInstead: ['standing'] },
  { word: 'exhausted', meaning: 'what was tried as often as it may be', notInstead: ['tired'] },
  { word: 'failsWith', meaning: 'makes a function that throws an error', notInstead: ['thrower'] },
  { word: 'IdempotentCall', meaning: 'a call under its Idempotency-Key, done once', notInstead: ['Once'] },
  { word: 'RateLimiter', meaning: 'what must hold for a request to be counted', notInstead: ['Gate'] },
  { word: 'RunOptions', meaning: 'how a step is run by whoever is no execution', notInstead: ['Manner'] },
  { word: 'StepResult', meaning: 'what a step leaves behind', notInstead: ['Turn'] },
];
