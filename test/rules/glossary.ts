/** A word of the code, and the names that it has replaced. */
export interface Word {
  word: string;
  meaning: string;
  /**
   * Names that must not come back. One that begins small is refused as a word in any identifier (`standingOf`), one that begins
   * with a capital only as a whole identifier (`Once`, not `atOnce`).
   */
  notInstead?: readonly string[];
  /**
   * Verbs that must not come back as nouns: with `look`, `lookAtCname` and `isLookedUp` may stand, `nextLook` and `quietLooks`
   * not.
   */
  notAsNouns?: readonly string[];
}

/** The table "Words" of CONTRIBUTING.md, which `npm run docs` writes. */
export const GLOSSARY: readonly Word[] = [
  {
    word: 'attempt',
    meaning: "the number in a domain's row that names the one execution which may write; of a delivery: one POST",
  },
  { word: 'backoff', meaning: 'pauses that grow from one try to the next' },
  {
    word: 'check',
    meaning:
      'one reading of a domain from outside, of its DNS, of what its server serves, or of both: by a step, by the scan or on request. `lookAt…` does it',
    notAsNouns: ['look'],
  },
  {
    word: 'circuit breaker',
    meaning:
      'what stops deliveries to a receiver that times out, except a probe from time to time; the same for requests to a CA',
  },
  { word: 'claim', meaning: 'who holds a hostname; of a delivery: the right to make its next attempt' },
  { word: 'claim state', meaning: "what a hostname's claim means for somebody who registers it", notInstead: ['standing'] },
  { word: 'delivery', meaning: 'one event on its way to one webhook, with its attempts' },
  { word: 'diagnosis', meaning: 'what a customer reads about a domain: code, summary, who acts, fix, evidence' },
  { word: 'evidence', meaning: 'the answers of outside systems, as a diagnosis shows them' },
  { word: 'execution', meaning: 'one run of the state machine, named by domain and attempt' },
  { word: 'front', meaning: 'CloudFront and its firewall, through which clients reach a stage with a public domain' },
  {
    word: 'label',
    meaning: 'the random name below the base target that stands for one server; any other part of a hostname is a DNS label',
  },
  { word: 'lane', meaning: "one of the sender's two queues: one for receivers that answer quickly, one for the slow" },
  { word: 'lease', meaning: 'a time in which only its holder may work: a call under its Idempotency-Key, a sender in its slot' },
  { word: 'observation', meaning: 'what a check or a step saw, as a transition reads it' },
  { word: 'obstacle', meaning: 'a problem that delays a certificate; the service tries again' },
  { word: 'outbox', meaning: 'items that a transaction writes beside its rows; the relay makes events and executions of them' },
  {
    word: 'parked',
    meaning: 'of a delivery: waiting in the table for its webhook, without a message in the queue',
  },
  { word: 'phase', meaning: 'where a domain is in its lifecycle; each phase has one step' },
  {
    word: 'quarantine',
    meaning: 'the time after a validated domain was deleted in which no other organization can register its hostname',
  },
  {
    word: 'relay',
    meaning: "the Lambda that reads the table's stream: it starts executions, numbers events and queues deliveries",
  },
  { word: 'request', meaning: 'an action that somebody requests for a domain, before it is decided; a call of the API' },
  { word: 'requeue', meaning: 'to put a message back into its queue, which delivers it again later' },
  { word: 'series', meaning: 'the attempts of a delivery from one cause: the event itself, a redelivery, a replay' },
  {
    word: 'slot',
    meaning:
      "one of a webhook's places for deliveries under way; one of the processes of a lane that may work for an organization; of a CA: the right to place an order now; of the day: the part of it in which a domain has its visit",
  },
  { word: 'step', meaning: 'one state of the machine, one Lambda: observes once, decides, writes once' },
  { word: 'sweep', meaning: 'the scheduled Lambda that gives a new attempt to each domain that has missed its deadline' },
  { word: 'transition', meaning: 'the pure decision from a row and an observation: the next row and its events' },
  { word: 'verdict', meaning: 'what the answers of DNS mean for a hostname' },
  {
    word: 'visit',
    meaning:
      'what the scan does for each domain with a certificate, in its slot of the day the check, and half a day later one more question to the CA',
  },
];

/** Words of the field: whoever knows AWS, ACME and REST knows them without a table. */
export const PLAIN_WORDS: readonly Word[] = [
  { word: 'exhausted', meaning: 'what was tried as often as it may be', notInstead: ['tired'] },
  { word: 'failsWith', meaning: 'makes a function that throws an error', notInstead: ['thrower'] },
  { word: 'IdempotentCall', meaning: 'a call under its Idempotency-Key, done once', notInstead: ['Once'] },
  { word: 'RateLimiter', meaning: 'what must hold for a request to be counted', notInstead: ['Gate'] },
  { word: 'RunOptions', meaning: 'how a step is run by whoever is no execution', notInstead: ['Manner'] },
  { word: 'StepResult', meaning: 'what a step leaves behind', notInstead: ['Turn'] },
];
