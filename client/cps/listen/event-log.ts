import type { Schemas } from '../../typescript/create-client.ts';
import { type Api, withLongRetries } from '../api/connect.ts';
import type { Context } from '../command/command.ts';
import { EXIT, Failure } from '../terminal/failure.ts';
import { duration } from '../terminal/text.ts';
import type { LoggedEvent } from './sign.ts';

type Page = Schemas['EventPage'];

/**
 * Short after activity, when somebody waits for an event they triggered. Long when idle, to leave requests to others: 15 s are
 * 240 of 1,000 an hour.
 */
const BUSY_PAUSE_MS = 2_000;
const QUIET_PAUSE_MS = 15_000;
const BUSY_FOR_MS = 60_000;
const MAX_RETRY_MS = 30_000;
const PAGE = 100;
/** Others may use up a whole hour's limit. */
const PATIENCE_SECONDS = 2 * 3600;

export interface EventLogOptions {
  /** Start after this event; undefined: at the log's beginning. */
  after: string | undefined;
  /** Aborted to read the log at once instead of after the pause. */
  nextHurry(): AbortSignal;
}

/** Yields each event once, in log order, until Ctrl-C. The cursor advances only when a page was consumed. */
export async function* followEvents(
  api: Api,
  context: Context,
  { after, nextHurry }: EventLogOptions,
): AsyncGenerator<LoggedEvent> {
  const { machine, signal } = context;
  let place: { after?: string; cursor?: string } = after === undefined ? {} : { after };
  let busyUntil = machine.now() + BUSY_FOR_MS;
  while (!signal.aborted) {
    const page = await readPage(api, place, context);
    if (!page) return;
    yield* page.data;
    place = { cursor: page.next_cursor };
    if (page.data.length > 0) {
      busyUntil = machine.now() + BUSY_FOR_MS;
      continue;
    }
    const pause = machine.now() < busyUntil ? BUSY_PAUSE_MS : QUIET_PAUSE_MS;
    // An aborted sleep throws, which is expected here.
    await machine.sleep(pause, AbortSignal.any([signal, nextHurry()])).catch(() => undefined);
  }
}

/** The id of the last event. Undefined for an empty log. */
export async function lastEventId(api: Api): Promise<string | undefined> {
  const { data } = await api.read((client) => client.GET('/api/events', { params: { query: { sort: 'newest', limit: 1 } } }));
  return data[0]?.id;
}

/** Retries a page until there is an answer. Undefined at Ctrl-C. */
async function readPage(api: Api, place: object, context: Context): Promise<Page | undefined> {
  const { machine, terminal, signal } = context;
  const first = await tryPage(api, place, context);
  if (!(first instanceof Failure)) return first;
  terminal.note(`${first.message} Trying again until it answers; the events wait in the log.`);
  const lostAt = machine.now();
  for (let pause = BUSY_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
    await machine.sleep(pause, signal).catch(() => undefined);
    const page = await tryPage(api, place, context);
    if (page instanceof Failure) continue;
    if (page) terminal.note(`Connected again after ${duration((machine.now() - lostAt) / 1000)}. No event is lost.`);
    return page;
  }
  return undefined;
}

/** A Failure when there is no network. Undefined at Ctrl-C. */
async function tryPage(api: Api, place: object, { machine, terminal, signal }: Context): Promise<Page | Failure | undefined> {
  const query = { limit: PAGE, ...place };
  const readOnce = () => api.read((client) => client.GET('/api/events', { params: { query } }));
  try {
    return await withLongRetries(readOnce, PATIENCE_SECONDS, machine, terminal);
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof Failure && error.exit === EXIT.unreachable) return error;
    throw error;
  }
}
