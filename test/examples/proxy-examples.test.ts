import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkConformance } from '../../web/widget/server/conformance.ts';
import { probe } from '../../web/widget/server/probe.ts';
import { FRAMEWORKS, installPrograms, startExample as start, stopExamples } from '../web/examples/example-programs.ts';
import { FOREIGN, OWN, playApi } from '../web/examples/played-api.ts';

const SESSION = { cookie: 'other=1; session=session-of-alice' };
const FOREIGN_SESSION = { cookie: 'session=session-of-bob' };
/** The request of the customer's page for a check. */
const CHECK = { method: 'POST', headers: { ...SESSION, 'x-requested-with': 'cps' } };
/** Every field of it is public. */
const domain = { url: OWN, dns_records: [], diagnosis: { code: 'ok', actor: 'nobody' } };
const toClose: (() => unknown)[] = [];

beforeAll(installPrograms, 300_000);
afterEach(async () => {
  for (const close of toClose.splice(0)) close();
  await stopExamples();
});

/** An API with its own answers. */
async function playBroken(listener: RequestListener): Promise<Record<string, string>> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  toClose.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return { CPS_BASE_URL: url, CPS_API_KEY_ID: 'cps_pk_live_a', CPS_API_KEY: 'sk_live_b' };
}

describe.each(FRAMEWORKS)('the example for $name', ({ name, isHere }) => {
  it.runIf(isHere)(`the example for ${name} keeps the twelve rules of a proxy`, async () => {
    const { env, close } = await playApi();
    toClose.push(close);
    const results = await checkConformance(
      probe({
        proxy: await start(name, env),
        ...{ hostname: OWN, headers: SESSION, foreign: FOREIGN, foreignHeaders: FOREIGN_SESSION },
      }),
    );
    const complaints = results.flatMap(({ rule, complaint }) => (complaint === undefined ? [] : [[rule.name, complaint]]));
    expect([results.length, complaints]).toEqual([12, []]);
  });

  it.runIf(isHere)(
    `the example for ${name} asks the API once for the pages that ask within five seconds, twenty of them at the same time`,
    async () => {
      const { env, asked, close } = await playApi();
      toClose.push(close);
      const proxy = await start(name, env);
      const startedAt = Date.now();
      const ask = async () => (await fetch(`${proxy}/${OWN}`, { headers: SESSION })).status;
      // Concurrently, like tabs that wait for the same next check, and later ones.
      const told = await Promise.all(Array.from({ length: 20 }, ask));
      expect(new Set([...told, await ask(), await ask()])).toEqual(new Set([200]));
      // A busy machine may need more than these five seconds.
      const mostChecks = 1 + Math.floor((Date.now() - startedAt) / 5000);
      expect(asked.slice(0, 2)).toEqual([`GET /api/domains?url=${OWN}`, 'GET /api/domains/117']);
      expect(asked.length).toBeLessThanOrEqual(1 + mostChecks);
    },
  );

  it.runIf(isHere)(
    `the example for ${name} looks a name up once, and again where it has been deleted and created again`,
    async () => {
      const asked: string[] = [];
      let id = 1;
      const env = await playBroken(({ url = '', method }, response) => {
        asked.push(`${method} ${url}`);
        const isGone = !url.includes('?') && !url.startsWith(`/api/domains/${id}/`);
        const body = url.includes('?') ? { data: [{ id, url: OWN }] } : domain;
        response.writeHead(isGone ? 404 : 200).end(JSON.stringify(body));
      });
      const proxy = await start(name, env);
      const check = async () => (await fetch(`${proxy}/${OWN}/check`, CHECK)).status;
      const told = [await check(), await check()];
      id = 2;
      told.push(await check());
      const lookedUp = `GET /api/domains?url=${OWN}`;
      const checked = (of: number) => `POST /api/domains/${of}/check`;
      expect([told, asked]).toEqual([
        [200, 200, 200],
        [lookedUp, checked(1), checked(1), checked(1), lookedUp, checked(2)],
      ]);
    },
  );

  it.runIf(isHere)(`the example for ${name} tells no cause that the integrator has to remove`, async () => {
    const evidence = [{ kind: 'http', asked: 'x', answer: 'found', at: '2026-01-01T00:00:00.000Z' }];
    const texts = { summary: 'found', fix: { text: 'found', records: [] }, evidence };
    const { env, close } = await playApi({ code: 'server_not_connected', actor: 'integrator', reason: 'found', ...texts });
    toClose.push(close);
    const shown = await (await fetch(`${await start(name, env)}/${OWN}`, { headers: SESSION })).text();
    expect(shown).toContain('Example Host has to finish its side.');
    expect(shown).not.toContain('found');
  });

  const broken: [string, RequestListener, number][] = [
    ['an error', (_, response) => response.writeHead(500).end('sk_live_b'), 502],
    ['a page', (_, response) => response.writeHead(200).end('<html>'), 502],
    ['that its hour is used up', (_, response) => response.writeHead(429, { 'retry-after': '77' }).end(), 429],
  ];
  it.runIf(isHere).each(broken)(
    `the example for ${name} says in its own words that the API answers %s`,
    async (_, listener, status) => {
      const proxy = await start(name, await playBroken(listener));
      const answer = await fetch(`${proxy}/${OWN}`, { headers: SESSION });
      expect([answer.status, await answer.json()]).toEqual([status, { error: { status } }]);
      expect(answer.headers.get('retry-after')).toBe(status === 429 ? '77' : null);
    },
  );

  it.runIf(isHere).each([302, 307])(
    `the example for ${name} follows no redirect of the API, which would take the key elsewhere: %i`,
    async (status) => {
      const { env: elsewhere, asked, close } = await playApi();
      toClose.push(close);
      const leadsThere: RequestListener = ({ url }, response) =>
        response.writeHead(status, { location: `${elsewhere.CPS_BASE_URL}${url?.slice('/api'.length)}` }).end();
      // The key is valid at the redirect's target: a proxy that follows would get the domain.
      const proxy = await start(name, { ...elsewhere, CPS_BASE_URL: (await playBroken(leadsThere)).CPS_BASE_URL ?? '' });
      const answer = await fetch(`${proxy}/${OWN}`, { headers: SESSION });
      expect([answer.status, await answer.json(), asked]).toEqual([502, { error: { status: 502 } }, []]);
    },
  );

  it.runIf(isHere).each([FOREIGN.toUpperCase(), `${FOREIGN}&limit=1`, `${FOREIGN}#`])(
    `the example for ${name} shows no domain of another customer for a name that an integrator has taken unread: %s`,
    async (typed) => {
      const { env, close } = await playApi();
      toClose.push(close);
      const proxy = await start(name, env, (source) => source.replaceAll(OWN, typed));
      const answer = await fetch(`${proxy}/${encodeURIComponent(typed)}`, { headers: SESSION });
      expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('dns_status')]);
    },
  );

  it.runIf(isHere)(
    `the example for ${name} answers what is known where a look was made a moment ago, and when it may be asked again`,
    async () => {
      const env = await playBroken(({ url, method }, response) => {
        if (method === 'POST') response.writeHead(429, { 'retry-after': '7' }).end();
        else response.writeHead(200).end(JSON.stringify(url?.includes('?') ? { data: [{ id: 1, url: OWN }] } : domain));
      });
      const answer = await fetch(`${await start(name, env)}/${OWN}/check`, CHECK);
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([200, '7', domain]);
    },
  );
});
