import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { LOCALES } from '../../contract/paths.ts';
import type { PublicView } from '../../contract/public-view.ts';
import type { ThemeValues } from '../../lambdas/model/accounts/portal/portal.schema.ts';
import { wholeTheme } from '../../lambdas/model/accounts/portal/theme.ts';
import { htmlDocument } from '../../lambdas/pages/document.ts';
import { languageOf } from '../../lambdas/pages/locales.ts';
import { pageHeaders } from '../../lambdas/pages/page-headers.ts';
import { domainPage, hiddenPage, hostnameFormPage, tooManyPage } from '../../lambdas/portal/portal-pages.ts';
import { readProviderReturn } from '../../lambdas/portal/portal-routes.ts';
import { browserScript } from '../../lib/functions/bundle.ts';

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } };
export type Shown = PublicView | 'asking' | 'hidden' | 'too-many';

/** Statuses of the routes (lambdas/portal/portal-routes.ts). */
const STATUS = { asking: 200, hidden: 404, 'too-many': 429 };

/** The portal's own pages and script, with the answers of the test. */
export interface PlayedPortal {
  url: string;
  forms: URLSearchParams[];
  shown: Shown;
  theme: ThemeValues | undefined;
  brand: string;
  /** Delays the answer to a form until it resolves. */
  held: Promise<void>;
  close: () => Promise<unknown>;
}

/** An example brand: a file of local/brands/. */
export function brandOf(name: string): ThemeValues {
  const { logo: _, ...theme } = JSON.parse(readFileSync(new URL(`../../local/brands/${name}.json`, import.meta.url), 'utf8'));
  return theme;
}

export async function playPortal(shown: Shown): Promise<PlayedPortal> {
  const script = browserScript('web/portal/portal.ts');
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://portal');
    if (pathname !== '/portal') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(pathname === '/portal.js' ? script : '');
      return;
    }
    const isPost = request.method === 'POST';
    if (isPost) {
      portal.forms.push(new URLSearchParams(await text(request)));
      await portal.held;
    }
    const now = isPost ? portal.shown : 'asking';
    const isCheck = isPost && portal.forms.at(-1)?.get('action') === 'check';
    const { style, page } = await pageOf(now, searchParams, portal, isCheck);
    const headers = {
      ...pageHeaders({ style, frameAncestors: wholeTheme(portal.theme).frame_ancestors }),
      'content-type': 'text/html; charset=utf-8',
    };
    response.writeHead(typeof now === 'string' ? STATUS[now] : 200, headers).end(page);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/portal`;
  const portal: PlayedPortal = { url, forms: [], shown, theme: undefined, brand: 'Sunrise', held: Promise.resolve(), close };
  return portal;
}

async function pageOf(shown: Shown, query: URLSearchParams, { theme, brand }: PlayedPortal, isCheck: boolean) {
  const language = languageOf(LOCALES.find((locale) => locale === query.get('lang')) ?? 'en');
  const providerReturn = readProviderReturn(String(query));
  const visit = {
    ...{ language, theme: wholeTheme(theme), brand, logoId: undefined, path: '/portal' },
    ...{
      site: 'http://portal',
      script: '/portal.js',
      now: new Date(),
      providerReturn,
      ...(isCheck && { checked: 'now' as const }),
    },
  };
  const draw = () => {
    if (shown === 'asking') return hostnameFormPage(visit);
    if (shown === 'hidden') return hiddenPage(visit, 'name');
    if (shown === 'too-many') return tooManyPage(visit, 40);
    return domainPage(shown, providerReturn ?? { link: 'v1.link' }, visit);
  };
  const { title, main } = draw();
  const { text: page, style } = htmlDocument(title, main, visit);
  return { page, style };
}

/** Opens the page with a personal link. */
export async function follow(page: Page, portal: PlayedPortal, lang = 'en'): Promise<void> {
  await page.goto(`${portal.url}?lang=${lang}#s=v1.link`);
  await page.locator('main:not([data-state=asking])').waitFor();
}
