import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as plain } from 'node:http';
import { request as overTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it } from 'vitest';
import type { PortName } from '../../../local/machine/ports.ts';
import { retryAfterReset } from '../../../local/served-certificate.ts';
import { connection, createWithCname, isActive, until } from '../cloud.ts';

// Attacks by a website that a developer has open in a browser while the local cloud runs.

type Headers = Record<string, string>;
interface Ask {
  method?: string;
  path: string;
  headers?: Headers;
}
/** A request with the status that a port answers; `unanswered`: none for plain HTTP, or for a client without the CA's root. */
type Door = { ask: Ask; status: number; names: 'own' | 'every' } | 'unanswered';

/** The record type makes an undecided new port a compile error. */
const DOORS: Record<PortName | 'control', Door> = {
  site: { ask: { path: '/openapi.json' }, status: 200, names: 'own' },
  aws: { ask: { path: '/_ministack/ready' }, status: 200, names: 'own' },
  dnsManagement: { ask: { path: '/state' }, status: 200, names: 'own' },
  control: { ask: { path: '/nothing/start', method: 'POST' }, status: 500, names: 'own' },
  // Customers' hostnames point here, to a fixed text and to challenges.
  edgeHttp: { ask: { path: '/' }, status: 200, names: 'every' },
  // Challenges only, under customers' hostnames.
  agent: { ask: { path: '/health' }, status: 200, names: 'every' },
  signIn: { ask: { path: '/.well-known/openid-configuration' }, status: 200, names: 'own' },
  edgeHttps: 'unanswered',
  mail: 'unanswered',
  pebble: 'unanswered',
  pebbleManagement: 'unanswered',
  secondPebble: 'unanswered',
  secondPebbleManagement: 'unanswered',
  dns: 'unanswered',
  nameServers: 'unanswered',
};
const ports = { ...inject('ports'), control: Number(new URL(inject('controlUrl')).port) };
const names = Object.keys(DOORS) as (keyof typeof DOORS)[];
const unanswered = names.filter((name) => DOORS[name] === 'unanswered');
const doors = names.flatMap((name) => {
  const door = DOORS[name];
  return door === 'unanswered' ? [] : [{ name, port: ports[name], ...door }];
});

const PAGES: Record<string, Headers> = {
  'a page of another origin': { origin: 'https://evil.example' },
  'a page whose origin begins like ours': { origin: 'http://localhost.evil.example' },
  'a page without an origin of its own': { origin: 'null' },
  'a picture, a form or a link of another site': { 'sec-fetch-site': 'cross-site' },
};
const NAMES: Record<string, Headers> = {
  'a name that was pointed at 127.0.0.1': { host: 'evil.example' },
  'such a name with a port': { host: 'evil.example:8080' },
  'such a name that begins like ours': { host: '127.0.0.1.evil.example' },
  'such a name that ends like ours': { host: 'evillocalhost' },
};
const OURS: Record<string, Headers> = {
  'a program': {},
  'a browser in which it is typed': { host: 'localhost', 'sec-fetch-site': 'none' },
  'another name of this machine': { host: 'any.name.localhost:4566' },
  'a page of this machine': { host: '[::1]:8080', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
};

async function answerTo(asked: ReturnType<typeof plain>): Promise<{ status: number | undefined; body: string }> {
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}
const send = (port: number, { method = 'GET', path, headers = {} }: Ask) =>
  answerTo(plain({ host: '127.0.0.1', port, method, path, headers, agent: false }));

/** The statuses of one request from each sender. */
async function statuses({ port, ask }: (typeof doors)[number], senders: Record<string, Headers>) {
  const entries = Object.entries(senders).map(async ([sender, headers]) => [
    sender,
    (await send(port, { ...ask, headers })).status,
  ]);
  return Object.fromEntries(await Promise.all(entries));
}
const each = (senders: Record<string, Headers>, status: number) =>
  Object.fromEntries(Object.keys(senders).map((sender) => [sender, status]));

describe('a website that is open in a browser', () => {
  it.each(doors)('a website is refused at the port $name', async (door) => {
    expect(await statuses(door, PAGES)).toEqual(each(PAGES, 403));
  });

  it.each(doors.filter(({ names }) => names === 'own'))(
    'a website reaches the port $name under no name of its own',
    async (door) => {
      expect(await statuses(door, NAMES)).toEqual(each(NAMES, 403));
      expect(await statuses(door, OURS)).toEqual(each(OURS, door.status));
    },
  );

  it.each(unanswered)('gets no answer from the port %s: it is no HTTP, or by TLS whose root no browser knows', async (name) => {
    await expect(answerTo(overTls({ host: '127.0.0.1', port: ports[name], agent: false }))).rejects.toThrow();
  });

  it('a website reaches fixed words and challenges where customers’ names lead to, and nothing else', async () => {
    const headers = { host: 'evil.example' };
    for (const path of ['/', '/health', '/get-certificate?server_name=evil.example'])
      expect(await send(ports.edgeHttp, { path, headers })).toEqual({
        status: 200,
        body: 'This is evil.example, without HTTPS.',
      });
    for (const path of ['/health', '/get-certificate?server_name=evil.example', '/.well-known/acme-challenge/unknown'])
      expect((await send(ports.agent, { path, headers })).status, path).toBe(404);
  });

  it('a website is refused by HTTPS under the name of a customer as well', async () => {
    const { id, url } = await createWithCname('website');
    await until(id, isActive);
    const ca = readFileSync(connection.ca_root_file);
    const door = { host: '127.0.0.1', port: ports.edgeHttps, servername: url, ca, agent: false };
    const over = (headers: Headers) => retryAfterReset(() => answerTo(overTls({ ...door, headers: { host: url, ...headers } })));
    expect(await over({})).toEqual({ status: 200, body: `This is ${url}, with HTTPS.` });
    for (const [page, headers] of Object.entries(PAGES)) expect((await over(headers)).status, page).toBe(403);
  });
});

describe('the front door of the local cloud', () => {
  it('lets a link and a frame of another site lead to the portal, and no form of it', async () => {
    const path = new URL(connection.portal_url).pathname;
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await send(ports.site, { path, headers })).status).toBe(200);
    expect((await send(ports.site, { path, headers, method: 'POST' })).status).toBe(403);
    expect((await send(ports.site, { path, headers: { ...headers, host: 'evil.example' } })).status).toBe(403);
    expect((await send(ports.site, { path: '/portal/../openapi.json', headers })).status).not.toBe(200);
  });

  it.each([
    '/_ministack/ready',
    '/_ministack/health',
    '/_localstack/health',
    '/health',
    '//_ministack/health',
    '/./_ministack/health',
    '/$default/_ministack/health',
    '/%5Fministack/health',
    '/..%2F_ministack/health',
    '/2015-03-31/functions',
    '/_aws/sqs/messages',
  ])('passes %s to the service, not to the emulator', async (path) => {
    const { status, body } = await send(ports.site, { path });
    expect({ status, code: JSON.parse(body).error?.code }).toEqual({ status: 404, code: 'resource_not_found' });
  });

  it('does not let anybody reset the emulator', async () => {
    // First a request that resets nothing if it passes.
    expect((await send(ports.site, { path: '/_ministack/config', method: 'POST' })).status).toBe(404);
    expect((await send(ports.site, { path: '/_ministack/reset', method: 'POST' })).status).toBe(404);
  });
});
