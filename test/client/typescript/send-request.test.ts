import { STATUS_CODES } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import CASES from '../../../client/cases/retries.json' with { type: 'json' };
import { ApiError, ConnectionError } from '../../../client/typescript/api-error.ts';
import { requestSender } from '../../../client/typescript/send-request.ts';

const URL_OF_CALL = 'https://certificates.test/api/domains?metadata[name]=secret';
const WITHOUT_QUERY = 'https://certificates.test/api/domains';
type Answer = () => Response | Promise<Response>;

interface Case {
  name: string;
  /** Undefined: no answer. */
  status?: number;
  headers?: Record<string, string>;
  hasIfMatch?: true;
  retries: number;
  /** The range of the pause, in seconds. */
  pause: [number, number] | null;
}

const ok: Answer = () => Response.json({ id: 7 });
const lost: Answer = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 192.0.2.1:443') });
};
function refused(status: number, headers: Record<string, string> = {}, more: object = {}): Answer {
  const error = { code: 'made_up', message: 'It is so.', details: { field: 'url' }, ...more };
  return () => Response.json({ error }, { status, headers: { 'x-request-id': 'req_1', ...headers } });
}
const html = (status: number, headers: Record<string, string> = {}): Answer => {
  return () =>
    new Response('<html>', {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: { 'content-type': 'text/html', ...headers },
    });
};

const json = (body: string): Answer => {
  return () => new Response(body, { headers: { 'content-type': 'application/json' } });
};

/** Sends one request to a site that gives these answers in turn; the last one repeats. */
async function send(answers: readonly Answer[], init: RequestInit = {}, maxRetries = 3, random = 1) {
  const sent: Request[] = [];
  const bodies: string[] = [];
  const waits: number[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    bodies.push(await request.text());
    return (answers[sent.length - 1] ?? (answers.at(-1) as Answer))();
  };
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const options = { fetch, maxRetries, timeoutSeconds: 30, newIdempotencyKey: () => 'key-1' };
  const sender = requestSender(options, { wait, random: () => random });
  const outcome = await sender(new Request(URL_OF_CALL, init)).catch((error: unknown) => error);
  return { outcome, sent, bodies, waits };
}

/** Cases for the clients of all languages: those of Python and Go read the same file. */
describe.each(CASES.cases as Case[])('a request after $name', ({ status, headers, hasIfMatch, retries, pause }) => {
  const answer = status === undefined ? lost : refused(status, headers);
  const init = hasIfMatch ? { method: 'PATCH', headers: { 'if-match': '"etag"' } } : {};

  it(pause ? `is sent again after ${pause.join(' to ')} s` : 'is not sent again', async () => {
    for (const random of [0, 1]) {
      const { waits } = await send([...Array<Answer>(retries).fill(refused(429)), answer, ok], init, 3, random);
      expect(waits[retries]).toBe(pause && pause[random] !== undefined ? pause[random] * 1000 : undefined);
    }
  });
});

describe('a request', () => {
  it('is sent again with pauses that grow, and the same body and Idempotency-Key, until it is answered', async () => {
    const answers = [lost, refused(500), refused(503), ok];
    const { outcome, sent, bodies, waits } = await send(answers, { method: 'POST', body: '{"url":"a"}' });
    expect(await (outcome as Response).json()).toEqual({ id: 7 });
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(bodies).toEqual(Array(4).fill('{"url":"a"}'));
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(Array(4).fill('key-1'));
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'GET'])('is sent again for any method, without a key: %s', async (method) => {
    const { outcome, sent } = await send([lost, ok], { method });
    expect((outcome as Response).status).toBe(200);
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null]);
  });

  it('is sent again when its answer breaks off', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('terminated')) });
    const { outcome, sent } = await send([() => new Response(broken), ok]);
    expect(await (outcome as Response).json()).toEqual({ id: 7 });
    expect(sent).toHaveLength(2);
  });

  it('waits for the first try of itself, which is not finished', async () => {
    const { outcome, sent } = await send([lost, refused(409, { 'retry-after': '1' }), ok], { method: 'POST' });
    expect((outcome as Response).status).toBe(200);
    expect(sent).toHaveLength(3);
  });

  it('is given up after its retries, with the last failure', async () => {
    const { outcome, sent } = await send([refused(500), refused(503)], {}, 2);
    expect(outcome).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(3);
  });

  it('ends at once when the caller aborts it, with the reason', async () => {
    const stop = new AbortController();
    const reason = new Error('the customer has closed the page');
    const hangs: Answer = () => {
      stop.abort(reason);
      throw reason;
    };
    const { outcome, sent } = await send([hangs, ok], { signal: stop.signal });
    expect(outcome).toBe(reason);
    expect(sent).toHaveLength(1);
  });

  it('is given up when no whole answer comes in time', async () => {
    const hangs = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const options = { fetch: hangs, maxRetries: 0, timeoutSeconds: 0.01, newIdempotencyKey: () => 'key-1' };
    const outcome = requestSender(options)(new Request(URL_OF_CALL));
    await expect(outcome).rejects.toThrow(`GET ${WITHOUT_QUERY} got no whole answer within 0.01 s`);
  });
});

describe('a failed request', () => {
  it('is told by class, code, status, details and request id', async () => {
    const { outcome } = await send([refused(422)]);
    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({
      ...{ name: 'ApiError', status: 422, code: 'made_up', details: { field: 'url' }, requestId: 'req_1' },
      message: 'It is so. (422 made_up req_1)',
    });
  });

  it('says what failed where there was no answer, without the query', async () => {
    const { outcome } = await send([lost], {}, 0);
    expect(outcome).toBeInstanceOf(ConnectionError);
    expect(outcome).toMatchObject({ message: `GET ${WITHOUT_QUERY} got no answer: connect ECONNREFUSED 192.0.2.1:443` });
  });

  it.each<[string, Answer, string]>([
    ['a page', html(200), '200 with text/html'],
    ['a page that is not there', html(404), '404 with text/html'],
    ['a redirect', html(302, { location: 'https://a.test/' }), 'a redirect to https://a.test/'],
    ['a method that is not there', html(405), '405 with text/html'],
    ['an empty page', () => new Response('', { headers: { 'content-type': 'text/html' } }), '200 without a body'],
    ['nothing', () => new Response(null, { status: 204 }), '204 without a body'],
    ['nothing as JSON', json(''), '200 without a body'],
    ['a page labelled as JSON', json('<html>'), '200 with application/json'],
    ['JSON that is no object', json('"hello"'), '200 with application/json'],
  ])('says that the site may be wrong, and is not sent again: %s', async (_, answer, what) => {
    const { outcome, sent } = await send([answer, ok]);
    expect(outcome).toBeInstanceOf(ConnectionError);
    expect((outcome as Error).message).toContain(`${what}, which is no answer of the API. Is siteUrl right?`);
    expect(sent).toHaveLength(1);
  });

  it.each<[string, Answer, string]>([
    ['a firewall', html(403), '403 Forbidden'],
    ['a gateway', () => Response.json({ message: 'Too Many Requests' }, { status: 429 }), '429 Too Many Requests'],
    [
      'a start that failed',
      () => Response.json({ message: 'Internal Server Error' }, { status: 500 }),
      '500 Internal Server Error',
    ],
    ['a status without words', () => new Response('', { status: 413 }), '413'],
  ])('of something in front of the API is told so, with its status: %s', async (_, answer, what) => {
    const { outcome } = await send([answer], {}, 0);
    expect(outcome).toBeInstanceOf(ConnectionError);
    expect(outcome).toMatchObject({
      message: `GET ${WITHOUT_QUERY} got ${what} from something in front of the API`,
      status: Number.parseInt(what, 10),
    });
  });

  it('is a failure of a gateway, which may pass', async () => {
    const { outcome, sent } = await send([html(502), ok]);
    expect((outcome as Response).status).toBe(200);
    expect(sent).toHaveLength(2);
  });

  it('reads an error without details or message, as a later version may answer', async () => {
    const { outcome } = await send([() => Response.json({ error: { code: 'of_tomorrow' } }, { status: 418 })]);
    expect(outcome).toMatchObject({ code: 'of_tomorrow', details: {}, requestId: undefined });
  });
});

describe('an answer', () => {
  it.each(['text/csv; charset=utf-8', 'application/jsonl'])('may be a file: %s', async (type) => {
    const { outcome } = await send([() => new Response('a,b\n', { headers: { 'content-type': type } })]);
    expect(await (outcome as Response).text()).toBe('a,b\n');
  });
});

describe('a pause', () => {
  it('ends when the caller aborts the request', async () => {
    vi.useFakeTimers();
    const stop = new AbortController();
    const fetch = async () => refused(503)();
    const sender = requestSender({ fetch, maxRetries: 3, timeoutSeconds: 30, newIdempotencyKey: () => 'key-1' });
    const outcome = expect(sender(new Request(URL_OF_CALL, { signal: stop.signal }))).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(10);
    stop.abort(new Error('enough'));
    await outcome;
    vi.useRealTimers();
  });
});
