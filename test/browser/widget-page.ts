import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { wholeTheme } from '../../lambdas/model/accounts/portal/theme.ts';
import { themeCss } from '../../lambdas/pages/document.ts';
import { buildWidget } from '../../web/widget/build.ts';
import manifest from '../../web/widget/package.json' with { type: 'json' };
import { brandOf } from './portal-page.ts';

/** The strictest CSP of a host page. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ');

/** The proxy's answer about a hostname: a domain, or a handler of the test. */
export type Answers = (request: IncomingMessage, response: ServerResponse) => void;

/** A host page, with a proxy that has the answers of the test. */
export interface Host {
  url: string;
  /** Requests to the proxy, in order, for example `GET docs.acme.com`. */
  asked: string[];
  answers: Map<string, unknown>;
  close: () => Promise<void>;
}

export async function openHost(): Promise<Host> {
  const out = mkdtempSync(join(tmpdir(), 'cps-host-'));
  await buildWidget(out);
  const asked: string[] = [];
  const answers: Host['answers'] = new Map();
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const headers = { 'content-security-policy': POLICY, 'cache-control': 'no-store' };
    if (pathname.startsWith('/widget/')) {
      const file = join(out, 'script', manifest.version, pathname.slice('/widget/'.length));
      response.writeHead(200, { ...headers, 'content-type': 'text/javascript' }).end(readFileSync(file));
    } else if (pathname.startsWith('/theme/')) {
      const css = themeCss(wholeTheme(brandOf(pathname.slice('/theme/'.length))));
      response.writeHead(200, { ...headers, 'content-type': 'text/css' }).end(css);
    } else if (pathname === '/') {
      response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(page(searchParams));
    } else if (pathname.startsWith('/domain-proxy/')) {
      const [hostname = '', check] = pathname.slice('/domain-proxy/'.length).split('/');
      asked.push(`${request.method} ${decodeURIComponent(hostname)}${check === undefined ? '' : ` ${check}`}`);
      reply(answers.get(decodeURIComponent(hostname)), request, response);
    } else response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    rmSync(out, { recursive: true });
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked, answers, close };
}

function reply(answer: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === 'function') (answer as Answers)(request, response);
  else response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
}

const LANGUAGES = ['de', 'es', 'fr', 'ja', 'pt-BR'];

/**
 * Query `html`: the markup of the page; `lang`: its language; `brand`: the theme of an example brand, light or dark like the
 * system; `bare`: without the script.
 */
function page(asked: URLSearchParams): string {
  const lang = asked.get('lang') ?? 'en';
  const language = LANGUAGES.includes(lang) ? `<script type="module" src="/widget/locales/${lang}.js"></script>` : '';
  const theme = asked.has('brand')
    ? `<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/theme/${asked.get('brand')}">`
    : '';
  return `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width"><title>Host</title>${theme}${language}
${asked.has('bare') ? '' : '<script type="module" src="/widget/cps-domain.js"></script>'}<main><h1>Host</h1>${asked.get('html') ?? '<cps-domain hostname="docs.acme.com"></cps-domain>'}</main></html>`;
}

export interface Shown {
  page: Page;
  /** Console messages of the browser, without failed requests. */
  complaints: string[];
}

export async function show(
  context: BrowserContext,
  host: Host,
  query: Record<string, string> = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Shown> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await prepare?.(page);
  await page.goto(`${host.url}?${new URLSearchParams(query)}`);
  return { page, complaints };
}
