import { type Call, jsonOf } from './acme-call.ts';
import type { Asked, Fault } from './cases.ts';
import type { Answer, Handling } from './handling.ts';

/** What a CA, or the way to it, does wrong for a while. */
interface CaFault extends Pick<Fault, 'title' | 'times' | 'play'> {
  /** Where it can happen; everywhere, if absent. */
  at?: readonly Call[];
}

/** Each at each call at which it can happen. `kill` ends with -9 every process that asks the CA. */
export function acmeFaults(kill: () => void): Fault[] {
  return faultsOfTheCa(kill).flatMap(({ at = ALL, ...fault }) =>
    at.map((call) => ({
      ...{ ...fault, at: call, meets: ({ of, request }: Asked) => of === 'ca' && request.call === call },
      ...(OF_ALL.includes(call) && { isForAll: true as const }),
      ...(ASKED_ONCE.includes(call) && { before: kill }),
    })),
  );
}

function faultsOfTheCa(kill: () => void): CaFault[] {
  return [
    { title: 'away', times: 3, play: async () => 'reset' },
    { title: 'never answers', times: 1, play: async () => 'silence' },
    { title: 'resets after it has acted', times: 2, play: lost },
    { title: '500', times: 3, play: async () => plain(500) },
    { title: '503', times: 3, play: async () => plain(503) },
    { title: '503, Retry-After: 2', times: 2, play: async () => plain(503, { 'retry-after': '2' }) },
    { title: '429 with a date', at: OF_AN_ORDER, times: 2, play: async () => limited(new Date(Date.now() + 3_000)) },
    { title: '200 with a page of HTML', at: ALL_BUT_NONCES, times: 2, play: async () => page() },
    { title: 'refuses every second nonce', at: OF_AN_ORDER, times: 6, play: everySecond(withProblem('badNonce')) },
    { title: 'terms of service changed', at: ['newOrder'], times: 3, play: withProblem('userActionRequired', 403) },
    { title: 'account unknown', at: OF_AN_ORDER, times: 1, play: withProblem('accountDoesNotExist') },
    { title: 'account refused as unauthorized', at: OF_AN_ORDER, times: 2, play: withProblem('unauthorized', 403) },
    { title: 'server internal', at: OF_AN_ORDER, times: 3, play: withProblem('serverInternal', 500) },
    {
      title: 'order is gone',
      at: ['order', 'finalize', 'authorization', 'certificate'],
      times: 1,
      play: withProblem('malformed', 404),
    },
    { title: 'order stays in processing', at: ['order', 'finalize'], times: 8, play: changed(processing) },
    {
      title: 'order has expired',
      at: ['order', 'finalize'],
      times: 1,
      play: changed((order) => ({ ...order, status: 'invalid' })),
    },
    {
      title: 'authorization is deactivated',
      at: ['authorization'],
      times: 1,
      play: changed((authorization) => ({ ...authorization, status: 'deactivated' })),
    },
    { title: 'chain is cut short', at: ['certificate'], times: 1, play: cutShort },
    { title: 'process killed before the request', at: OF_AN_ORDER, times: 1, play: killedBefore(kill) },
    { title: 'process killed after the request', at: OF_AN_ORDER, times: 1, play: killedAfter(kill) },
  ];
}

const OF_AN_ORDER: readonly Call[] = ['newOrder', 'authorization', 'challenge', 'order', 'finalize', 'certificate'];
/** By a process, as long as it lives: then it has what it needs. */
const ASKED_ONCE: readonly Call[] = ['directory', 'newNonce'];
const OF_ALL: readonly Call[] = [...ASKED_ONCE, 'newOrder'];
const ALL: readonly Call[] = ['directory', 'newNonce', ...OF_AN_ORDER];
const ALL_BUT_NONCES: readonly Call[] = ['directory', ...OF_AN_ORDER];

const lost: Handling = async (forward) => {
  await forward();
  return 'reset';
};

function plain(status: number, headers = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain', ...headers }, body: Buffer.from('upstream is unwell') };
}

function page(): Answer {
  return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<!doctype html><p>Be right back.</p>') };
}

function problem(type: string, status: number, headers = {}): Answer {
  const body = JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail: 'Played.', status });
  return { status, headers: { 'content-type': 'application/problem+json', ...headers }, body: Buffer.from(body) };
}

function limited(until: Date): Answer {
  return problem('rateLimited', 429, { 'retry-after': until.toUTCString() });
}

/** The CA is asked all the same: its nonce is a good one. What it did, it has done. */
function withProblem(type: string, status = 400): Handling {
  return async (forward) => {
    const { headers } = await forward();
    const nonce = headers['replay-nonce'];
    return problem(type, status, nonce === undefined ? {} : { 'replay-nonce': nonce });
  };
}

function everySecond(play: Handling): Handling {
  let n = 0;
  return (forward, body) => {
    n += 1;
    return n % 2 === 1 ? play(forward, body) : forward();
  };
}

/** As the CA answers, but for what is changed in it. */
function changed(change: (body: object) => object): Handling {
  return async (forward) => {
    const answer = await forward();
    if (answer.status >= 400) return answer;
    return { ...answer, body: Buffer.from(JSON.stringify(change(jsonOf(answer.body.toString())))) };
  };
}

/** Only what was finalized can be (RFC 8555, section 7.1.6). */
function processing(order: { status?: string; certificate?: string }): object {
  const { certificate: _, ...rest } = order;
  return order.status === 'valid' ? { ...rest, status: 'processing' } : order;
}

const END = '-----END CERTIFICATE-----\n';
const cutShort: Handling = async (forward) => {
  const answer = await forward();
  const text = answer.body.toString();
  return { ...answer, body: Buffer.from(text.slice(0, text.indexOf(END) + END.length)) };
};

function killedBefore(kill: () => void): Handling {
  return async () => {
    kill();
    return 'reset';
  };
}

function killedAfter(kill: () => void): Handling {
  return async (forward) => {
    await forward();
    kill();
    return 'reset';
  };
}
