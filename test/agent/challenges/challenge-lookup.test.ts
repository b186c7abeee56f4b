import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChallengeLookup, type FoundChallenge, type ServiceAnswer } from '../../../agent/challenges/challenge-lookup.ts';

const HOST = 'shop.customer.com';
const OTHER = 'docs.customer.com';
const REAL = 'real-token.thumbprint';
const ANSWER_MS = 100;
const sleep = (ms: number) => new Promise<void>((over) => void setTimeout(over, ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An agent that knows two hostnames, and a service that answers after 100 ms. */
function world({ news = async () => true }: { news?: () => Promise<boolean> } = {}) {
  const known = new Set([HOST, OTHER]);
  const pending = new Map<string, string>();
  const asked: { token: string; hostname: string; atMs: number }[] = [];
  const ask = vi.fn(async (token: string, hostname: string): Promise<ServiceAnswer> => {
    asked.push({ token, hostname, atMs: Date.now() });
    const text = pending.get(hostname);
    await sleep(ANSWER_MS);
    if (text?.split('.')[0] === token) return { kind: 'found', text };
    if (token.startsWith('cps-probe-real')) return { kind: 'found', text: 'proof' };
    return { kind: 'unknown', ...(text !== undefined && { pending: text }) };
  });
  const hearNews = vi.fn(news);
  const lookup = new ChallengeLookup({
    isKnown: (name) => known.has(name),
    pollForHostnames: hearNews,
    ask,
    nowMs: Date.now,
    sleep,
  });
  return { known, pending, asked, ask, hearNews, lookup };
}

let counter = 0;
const junk = () => `junk-${counter++}`;

/** A thousand requests a second, for `seconds`. */
async function flood(lookup: ChallengeLookup, seconds: number, hostnameOf: (n: number) => string): Promise<void> {
  for (let n = 0; n < seconds * 1000; n += 1) {
    void lookup.find(junk(), hostnameOf(n));
    await vi.advanceTimersByTimeAsync(1);
  }
}

/** The result within the CA's time-out; undefined if there is none. */
async function within<Found = FoundChallenge>(found: Promise<Found>, ms = 5_000): Promise<Found | undefined> {
  let result: Found | undefined;
  void found.then((it) => {
    result = it;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return result;
}

describe('a challenge that somebody asks this machine for', () => {
  it('is asked of the service at once, and its answer serves all who ask for the same token', async () => {
    const { lookup, pending, asked } = world();
    pending.set(HOST, REAL);
    const fromFivePlaces = Array.from({ length: 5 }, () => lookup.find('real-token', HOST));
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(await Promise.all(fromFivePlaces)).toEqual(Array(5).fill({ kind: 'found', text: REAL }));
    expect(await lookup.find('real-token', HOST)).toEqual({ kind: 'found', text: REAL });
    expect(asked).toHaveLength(1);
  });

  it('stays here where its hostname is a stranger’s', async () => {
    const { lookup, ask } = world();
    expect(await within(lookup.find('token', 'stranger.example.com'))).toEqual({ kind: 'unknown' });
    expect(ask).not.toHaveBeenCalled();
  });

  it('is found for a hostname of which the machine is told meanwhile', async () => {
    const { lookup, pending, known, hearNews } = world();
    pending.set('new.customer.com', REAL);
    hearNews.mockImplementationOnce(async () => {
      await sleep(500);
      known.add('new.customer.com');
      return true;
    });
    expect(await within(lookup.find('real-token', 'new.customer.com'))).toEqual({ kind: 'found', text: REAL });
  });

  it.each([
    ['did not answer', async () => false],
    ['takes longer than a CA waits', () => new Promise<boolean>(() => undefined)],
  ])('is unavailable where a service that has not told its hostname %s', async (_, news) => {
    const { lookup, ask } = world({ news });
    expect(await within(lookup.find('token', 'new.customer.com'))).toEqual({ kind: 'unavailable' });
    expect(ask).not.toHaveBeenCalled();
  });

  it('that nobody knows is asked of the service once in a minute, and refused from memory meanwhile', async () => {
    const { lookup, ask } = world();
    for (const passedMs of [0, 1_000, 50_000]) {
      await vi.advanceTimersByTimeAsync(passedMs);
      expect(await within(lookup.find('token', HOST), ANSWER_MS)).toEqual({ kind: 'unknown' });
    }
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    await within(lookup.find('token', HOST));
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is unavailable at once where the service is, and asked again the next time', async () => {
    const { lookup, ask } = world();
    ask.mockResolvedValueOnce({ kind: 'unavailable' });
    expect(await within(lookup.find('token', HOST), 1)).toEqual({ kind: 'unavailable' });
    expect(await within(lookup.find('token', HOST))).toEqual({ kind: 'unknown' });
  });
});

describe('a thousand tokens a second that nobody has set', () => {
  it('lead to five questions a second at most', async () => {
    const { lookup, asked } = world();
    await flood(lookup, 3, (n) => (n % 2 ? HOST : OTHER));
    for (const { atMs } of asked) {
      const inThisSecond = asked.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1_000);
      expect(inThisSecond.length).toBeLessThanOrEqual(5);
    }
    expect(asked.length).toBeGreaterThan(10);
  });

  it.each([
    ['for the very hostname', HOST],
    ['for another hostname', OTHER],
  ])('%s do not keep a CA from its answer', async (_, flooded) => {
    const { lookup, pending } = world();
    await flood(lookup, 2, () => flooded);
    pending.set(HOST, REAL);
    const found = lookup.find('real-token', HOST);
    await flood(lookup, 1, () => flooded);
    expect(await within(found, 0)).toEqual({ kind: 'found', text: REAL });
  });

  it('let a probe of the service pass, of which an answer about another token says nothing', async () => {
    const { lookup } = world();
    await flood(lookup, 2, () => HOST);
    const found = lookup.find('cps-probe-real', HOST);
    await flood(lookup, 1, () => HOST);
    expect(await within(found, 0)).toEqual({ kind: 'found', text: 'proof' });
  });

  it('for hostnames that nobody knows lead to no question, and take no room from those that are known', async () => {
    const { lookup, pending, asked } = world({ news: () => sleep(2_000).then(() => true) });
    await flood(lookup, 3, (n) => `stranger-${n}.example.com`);
    pending.set(HOST, REAL);
    const found = lookup.find('real-token', HOST);
    expect(await within(found, ANSWER_MS)).toEqual({ kind: 'found', text: REAL });
    expect(asked).toHaveLength(1);
  });

  it('are known again for half a minute, without another question', async () => {
    const { lookup, asked } = world();
    const tokens = Array.from({ length: 30_000 }, junk);
    for (let second = 0; second < 30; second += 1) {
      for (const token of tokens.slice(second * 1_000, (second + 1) * 1_000)) void lookup.find(token, HOST);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const before = asked.length;
    const again = await within(Promise.all(tokens.map((token) => lookup.find(token, HOST))), 1);
    expect(new Set(again?.map(({ kind }) => kind))).toEqual(new Set(['unknown']));
    expect(asked).toHaveLength(before);
  });
});
