import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { policyHeaders } from '../../../../lambdas/pages/page-headers.ts';
import { builtDashboard } from '../../../../local/machine/built-pages.ts';

/** An answer of `/app/v1`: a body, or a status with one. */
export interface Played {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** A raw body, instead of `body`. */
  text?: string;
}
export interface Sent {
  method: string;
  path: string;
  mode: 'live' | 'test';
  query: URLSearchParams;
  body: unknown;
  headers: IncomingMessage['headers'];
}
type Handler = Played | ((sent: Sent) => Played | Promise<Played>);

/** The built dashboard with the headers of all pages, and an API with the answers of the test. */
export interface PlayedDashboard {
  site: string;
  sent: Sent[];
  /** Handlers by method and path, for example `GET /domains`; `*` matches one segment. */
  answers: Map<string, Handler>;
  close: () => Promise<unknown>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
const API = '/app/v1';

export async function playDashboard(): Promise<PlayedDashboard> {
  const folder = await builtDashboard();
  const sent: Sent[] = [];
  const answers: PlayedDashboard['answers'] = new Map();
  const files = new Map<string, Buffer>();
  const fileAt = (path: string) => {
    const file = files.get(path) ?? gzipSync(readFileSync(join(folder, path)));
    files.set(path, file);
    return file;
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://dashboard');
    if (pathname.startsWith('/app/')) return void answer(request, searchParams, pathname, response);
    // As behind CloudFront: other paths go to the API, which answers 404.
    if (!/^\/dashboard(\/|$)/.test(pathname)) return void response.writeHead(404).end();
    const file = pathname.startsWith('/dashboard/assets/') ? pathname.slice('/dashboard/'.length) : 'index.html';
    const kind = { 'content-type': TYPES[extname(file)] ?? '', 'content-encoding': 'gzip', 'cache-control': 'no-store' };
    response.writeHead(200, { ...policyHeaders(), ...kind }).end(fileAt(file));
  });
  const answer = async (request: IncomingMessage, query: URLSearchParams, pathname: string, response: ServerResponse) => {
    const body = await text(request);
    const { method = '', headers } = request;
    const one: Sent = {
      method,
      path: pathname.replace(API, '').replace(/^\/test(?=\/)/, ''),
      mode: pathname.startsWith(`${API}/test/`) ? 'test' : 'live',
      query,
      body: body === '' ? undefined : JSON.parse(body),
      headers,
    };
    sent.push(one);
    const handler = handlerOf(answers, `${one.method} ${one.path}`) ?? NOT_FOUND;
    const played = typeof handler === 'function' ? await handler(one) : handler;
    const common = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': 'req_01' };
    response
      .writeHead(played.status ?? 200, { ...common, ...played.headers })
      .end(played.text ?? (played.body === undefined ? '' : JSON.stringify(played.body)));
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent, answers, close };
}

const NOT_FOUND: Played = { status: 404, body: { error: { code: 'resource_not_found', message: 'Nobody answers here.' } } };

function handlerOf(answers: PlayedDashboard['answers'], asked: string): Handler | undefined {
  return answers.get(asked) ?? [...answers].find(([pattern]) => matches(pattern, asked))?.[1];
}

function matches(pattern: string, asked: string): boolean {
  const [wanted, parts] = [pattern.split('/'), asked.split('/')];
  return wanted.length === parts.length && wanted.every((part, index) => part === '*' || part === parts[index]);
}

export interface Opened {
  page: Page;
  /** Console messages of the browser, including CSP violations, without failed requests. */
  complaints: string[];
}

export async function openPage(
  browser: Browser,
  site: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site}/dashboard${path}`);
  return { page, complaints };
}
