import { ExpiringCache } from './expiring-cache.ts';

/** The service's answer about a token. `pending`: the answer to the hostname's only other token, if it has one. */
export type ServiceAnswer = { kind: 'found'; text: string } | { kind: 'unknown'; pending?: string } | { kind: 'unavailable' };
export type FoundChallenge = { kind: 'found'; text: string } | { kind: 'unknown' } | { kind: 'unavailable' };

export interface LookupPorts {
  isKnown: (hostname: string) => boolean;
  /** Waits for a poll that fetches the hostnames to expect, possibly one already in progress. Returns whether it succeeded. */
  pollForHostnames: () => Promise<boolean>;
  ask: (token: string, hostname: string) => Promise<ServiceAnswer>;
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
}

interface Waiting {
  sinceMs: number;
  heard: ((found: FoundChallenge) => void)[];
}

/** Requests a second to the service. A CA requests one token from some five places within seconds, often for several names. */
const MAX_QUESTIONS = 5;
const IN_MS = 1_000;
/** A CA waits about 10 s, the service's own preflight 5. */
const MAX_WAIT_MS = 4_000;
/** Requests waiting at once: at a thousand a second each waits some 0.2 s. */
const MAX_WAITING = 2_000;
const MAX_STRANGERS = 1_000;
const LOOK_AGAIN_MS = 50;
/** A thousand a second for half a minute. With the longest hostnames and tokens they take 20 MB. */
const MAX_MISSES = 30_000;
const MISS_KEPT_MS = 60_000;
const MAX_FOUND = 1_000;
const FOUND_KEPT_MS = 30_000;
/** Prefix of the service's own probe tokens (challenge-probe.ts). Answers about other tokens do not apply to them. */
const PROBE = /^cps-probe-/;

/**
 * Looks up challenges at the service for anybody who requests them from this machine: at most five lookups a second, one at a
 * time per hostname, round-robin over hostnames. One answer settles all tokens waiting for its hostname, so the CA's token is
 * found among any number of others.
 */
export class ChallengeLookup {
  readonly #ports: LookupPorts;
  readonly #misses = new ExpiringCache<true>(MAX_MISSES, MISS_KEPT_MS);
  readonly #found = new ExpiringCache<string>(MAX_FOUND, FOUND_KEPT_MS);
  /** Waiting requests by hostname, in the order of their turns, and by token. */
  readonly #waiting = new Map<string, Map<string, Waiting>>();
  readonly #beingAsked = new Set<string>();
  /** Start times of the latest lookups. */
  #asked: number[] = [];
  #waitingCount = 0;
  /** Number of requests for unknown hostnames. Counted apart, so that they use up no capacity of known ones. */
  #strangers = 0;
  #isRunning = false;
  #questions = 0;
  #refused = 0;

  constructor(ports: LookupPorts) {
    this.#ports = ports;
  }

  /** Totals since the start: lookups at the service, and challenges answered as unknown. */
  get counts(): { questions: number; refused: number } {
    return { questions: this.#questions, refused: this.#refused };
  }

  async find(token: string, hostname: string): Promise<FoundChallenge> {
    const found = await this.#find(token, hostname);
    if (found.kind === 'unknown') this.#refused += 1;
    return found;
  }

  async #find(token: string, hostname: string): Promise<FoundChallenge> {
    if (!this.#ports.isKnown(hostname)) {
      const isTold = await this.#hearOf(hostname);
      if (!this.#ports.isKnown(hostname)) return { kind: isTold ? 'unknown' : 'unavailable' };
    }
    const now = this.#ports.nowMs();
    const text = this.#found.get(keyOf(token, hostname), now);
    if (text !== undefined) return { kind: 'found', text };
    if (this.#misses.get(keyOf(token, hostname), now)) return { kind: 'unknown' };
    if (this.#waitingCount >= MAX_WAITING) return { kind: 'unavailable' };
    return this.#settled(token, hostname, now);
  }

  /**
   * A hostname's first challenge may arrive before this machine knows the hostname. Returns whether the service has sent its
   * hostnames. Beyond a limit, requests for unknown hostnames are refused at once.
   */
  async #hearOf(hostname: string): Promise<boolean> {
    if (this.#strangers >= MAX_STRANGERS) return true;
    this.#strangers += 1;
    const isTold = await Promise.race([this.#heard(hostname), this.#ports.sleep(MAX_WAIT_MS)]);
    this.#strangers -= 1;
    return isTold === true;
  }

  /** Waits for two polls: one in progress may have been answered before the service knew the hostname. */
  async #heard(hostname: string): Promise<boolean> {
    const isTold = await this.#ports.pollForHostnames();
    return this.#ports.isKnown(hostname) ? isTold : this.#ports.pollForHostnames();
  }

  async #settled(token: string, hostname: string, sinceMs: number): Promise<FoundChallenge> {
    this.#waitingCount += 1;
    const settled = new Promise<FoundChallenge>((heard) => {
      const tokens = this.#waiting.get(hostname) ?? new Map<string, Waiting>();
      this.#waiting.set(hostname, tokens);
      const waiting = tokens.get(token);
      if (waiting) waiting.heard.push(heard);
      else tokens.set(token, { sinceMs, heard: [heard] });
    });
    void this.#run();
    const found = await settled;
    this.#waitingCount -= 1;
    return found;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { nowMs, sleep } = this.#ports;
    for (;;) {
      this.#giveUpOld(nowMs());
      if (this.#waiting.size === 0) break;
      const hostname = [...this.#waiting.keys()].find((name) => !this.#beingAsked.has(name));
      if (hostname !== undefined && this.#mayAsk(nowMs())) void this.#askAbout(hostname);
      else await sleep(LOOK_AGAIN_MS);
    }
    this.#isRunning = false;
  }

  #mayAsk(now: number): boolean {
    this.#asked = this.#asked.filter((began) => now - began < IN_MS);
    return this.#asked.length < MAX_QUESTIONS;
  }

  async #askAbout(hostname: string): Promise<void> {
    const tokens = this.#waiting.get(hostname) ?? new Map<string, Waiting>();
    // Later requests wait for the next lookup, because this one may already have been answered.
    const meant = [...tokens.keys()];
    const token = meant.find((one) => PROBE.test(one)) ?? meant[0] ?? '';
    this.#asked.push(this.#ports.nowMs());
    this.#questions += 1;
    this.#beingAsked.add(hostname);
    this.#waiting.delete(hostname);
    this.#waiting.set(hostname, tokens);
    const answer = await this.#ports.ask(token, hostname);
    this.#beingAsked.delete(hostname);
    if (answer.kind === 'unavailable') for (const each of meant) this.#settle(hostname, each, answer);
    else if (answer.kind === 'found') this.#settle(hostname, token, answer);
    else this.#settleUnknown(hostname, token, meant, answer.pending);
  }

  /** Settles the other tokens too: the service says which single one exists. */
  #settleUnknown(hostname: string, token: string, meant: string[], pending: string | undefined): void {
    this.#settle(hostname, token, { kind: 'unknown' });
    const [real] = pending?.split('.') ?? [];
    if (real !== undefined && pending !== undefined) this.#settle(hostname, real, { kind: 'found', text: pending });
    for (const other of meant) if (other !== real && !PROBE.test(other)) this.#settle(hostname, other, { kind: 'unknown' });
  }

  #settle(hostname: string, token: string, found: FoundChallenge): void {
    const now = this.#ports.nowMs();
    if (found.kind === 'found') this.#found.set(keyOf(token, hostname), found.text, now);
    if (found.kind === 'unknown') this.#misses.set(keyOf(token, hostname), true, now);
    const tokens = this.#waiting.get(hostname);
    for (const heard of tokens?.get(token)?.heard ?? []) heard(found);
    tokens?.delete(token);
    if (tokens?.size === 0) this.#waiting.delete(hostname);
  }

  #giveUpOld(now: number): void {
    for (const [hostname, tokens] of this.#waiting)
      for (const [token, { sinceMs }] of tokens)
        if (now - sinceMs >= MAX_WAIT_MS) this.#settle(hostname, token, { kind: 'unavailable' });
  }
}

function keyOf(token: string, hostname: string): string {
  return `${hostname} ${token}`;
}
