/** @module-tag slow */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkConformance } from '../../../web/widget/server/conformance.ts';
import { probe } from '../../../web/widget/server/probe.ts';
import { FOREIGN, OWN, type PlayedApi, playApi } from './played-api.ts';

let api: PlayedApi;
const toClose: (() => unknown)[] = [];
beforeAll(async () => {
  api = await playApi();
});
afterAll(async () => {
  api.close();
  for (const close of toClose) await close();
});

/** Integrators' programs, without types. */
const example = (path: string) => import(new URL(`../../../web/examples/${path}`, import.meta.url).href);

/** How a page reaches each example: a URL, or the handler that a framework would call. */
const EXAMPLES: Record<string, () => Promise<{ proxy: string; fetcher?: typeof fetch }>> = {
  express: async () => {
    const { app } = await example('express/server.mjs');
    const server: Server = app.listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    toClose.push(() => server.close());
    return { proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}/domain-proxy` };
  },
  fastify: async () => {
    const { app } = await example('fastify/server.mjs');
    toClose.push(() => app.close());
    return { proxy: `${await app.listen({ port: 0, host: '127.0.0.1' })}/domain-proxy` };
  },
  hono: async () => {
    const { default: app } = await example('hono/server.mjs');
    return { proxy: 'http://host.test/domain-proxy', fetcher: async (input, init) => app.fetch(new Request(input, init)) };
  },
  nextjs: async () => {
    const handlers = (await example('nextjs/app/domain-proxy/[...path]/route.mjs')) as Record<string, unknown>;
    // Like Next.js: calls the export with the method's name.
    const fetcher: typeof fetch = async (input, init) => {
      const handler = handlers[init?.method ?? 'GET'] as ((request: Request) => Promise<Response>) | undefined;
      return handler ? handler(new Request(input, init)) : new Response(null, { status: 405 });
    };
    return { proxy: 'http://host.test/domain-proxy', fetcher };
  },
};

it.each(Object.keys(EXAMPLES))('the example for %s keeps the twelve rules of a proxy', async (name) => {
  const { proxy, fetcher } = (await EXAMPLES[name]?.()) ?? { proxy: '' };
  const foreignHeaders = { cookie: 'session=session-of-bob' };
  const headers = { cookie: 'other=1; session=session-of-alice' };
  const target = { proxy, hostname: OWN, foreign: FOREIGN, headers, foreignHeaders };
  const results = await checkConformance(probe(target, fetcher));
  expect(results.map(({ rule, complaint }) => [rule.name, complaint]).filter(([, complaint]) => complaint !== undefined)).toEqual(
    [],
  );
  expect(results).toHaveLength(12);
});
