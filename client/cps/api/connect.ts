import { type Client, createClient } from '../../typescript/create-client.ts';
import { EXIT, Failure, Interrupted } from '../terminal/failure.ts';
import type { Machine } from '../terminal/machine.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { duration } from '../terminal/text.ts';
import { failureOf } from './api-failure.ts';

export type Mode = 'live' | 'test';

export interface Login {
  site: string;
  mode: Mode;
  apiKeyId: string;
  apiKey: string;
}

type Request<Data> = (client: Client) => Promise<{ data: Data }>;

/** The API of one site with one key. Every call throws a Failure when the API refuses it or does not answer. */
export interface Api extends Login {
  /** Sends a reading request. Ctrl-C aborts it at once. */
  read<Data>(request: Request<Data>): Promise<Data>;
  /** Sends a change. The first Ctrl-C waits for the answer, which says what was done; the second does not wait. */
  write<Data>(request: Request<Data>): Promise<Data>;
  /** Seconds by which this machine's clock is ahead of the service's, according to its last answer. */
  clockAheadSeconds(): number | undefined;
}

export interface ConnectOptions {
  /** Retries of a request that was lost or rate-limited. Absent: the client's default. */
  maxRetries?: number;
}

export function connectTo(login: Login, machine: Machine, terminal: Terminal, options: ConnectOptions = {}): Api {
  const { site, apiKeyId, apiKey } = login;
  const { signal } = machine;
  let ahead: number | undefined;
  let movedTo: string | null = null;

  /** Reports delays to a person, because the client waits and retries silently. */
  async function watchedFetch(request: globalThis.Request): Promise<Response> {
    request.headers.set('user-agent', `cps/${machine.version}`);
    const response = await fetch(request).catch((error: unknown) => {
      terminal.progress(`${site} does not answer`);
      throw error;
    });
    const wait = response.headers.get('retry-after');
    if (response.status === 429 && wait) terminal.progress(`The rate limit is used up. Going on in ${duration(Number(wait))}`);
    movedTo = response.headers.get('location');
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) ahead = (machine.now() - date) / 1000;
    return response;
  }
  const client = createClient({ siteUrl: site, apiKeyId, apiKey, fetch: watchedFetch, ...options });

  async function send<Data>(request: Request<Data>, isWrite: boolean): Promise<Data> {
    try {
      return (await request(client)).data;
    } catch (error) {
      throw failureOf(error, { site, movedTo, machine, isWrite });
    }
  }
  return {
    ...login,
    write: (request) => send(request, true),
    read: (request) => Promise.race([send(request, false), rejectAtCtrlC(signal)]),
    clockAheadSeconds: () => ahead,
  };
}

function rejectAtCtrlC(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(new Interrupted());
    signal.addEventListener('abort', () => reject(new Interrupted()), { once: true });
  });
}

/** Waits longer than the client does, for work worth the rest of an hour, and says so. */
export async function withLongRetries<Data>(
  call: () => Promise<Data>,
  mostSeconds: number,
  machine: Machine,
  terminal: Terminal,
): Promise<Data> {
  for (let waited = 0; ; ) {
    try {
      return await call();
    } catch (error) {
      const seconds = error instanceof Failure && error.exit === EXIT.limited ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || waited + seconds > mostSeconds || machine.signal.aborted) throw error;
      waited += Math.max(seconds, 1);
      terminal.progress(`The rate limit is used up. Going on in ${duration(seconds)}`);
      await machine.sleep(Math.max(seconds, 1) * 1000, machine.signal);
    }
  }
}

/** The answer's header has whole seconds and the answer takes time, so a smaller difference proves nothing. */
const NOTICED_SECONDS = 60;

/** A warning about this machine's clock; undefined when it is correct. */
export function clockNote(api: Api): string | undefined {
  const ahead = api.clockAheadSeconds();
  if (ahead === undefined || Math.abs(ahead) < NOTICED_SECONDS) return undefined;
  const minutes = Math.round(Math.abs(ahead) / 60);
  const how = `${minutes} min ${ahead > 0 ? 'ahead of' : 'behind'} that of ${api.site}`;
  return `The clock of this machine is ${how}. A webhook receiver on it refuses deliveries that are more than 5 min off: set the clock.`;
}
