import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { aView } from '../copy/a-view.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { type Answers, type Host, openHost, show } from './widget-page.ts';

export const NAME = 'docs.acme.com';
export const MINUTE = 60_000;
/** The widget's element, as an expression for page scripts. */
export const ELEMENT = "document.querySelector('cps-domain')";
export const LIVE = aView(
  { code: 'ok', actor: 'nobody' },
  { dns_status: 'validated', ssl_status: 'active', record: { state: 'ok' } },
);

/**
 * A domain that waits for its record. The next check is an hour away: without a time the widget polls at full five minutes,
 * perhaps at once.
 */
export const waiting = (nextCheckInMs = 60 * MINUTE) =>
  aView({ next_check_at: new Date(Date.now() + nextCheckInMs).toISOString() });
export const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answers =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** An answer that the test releases. */
export function held(body: unknown) {
  const waits: (() => void)[] = [];
  const answers: Answers = (request, response) => {
    waits.push(() => says(200, body)(request, response));
  };
  return { answers, release: () => waits.splice(0).forEach((answer) => void answer()) };
}

export const verdict = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor();
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} }); document.dispatchEvent(new Event('visibilitychange'))`,
  );
export const hiddenFromTheStart = (page: Page) =>
  page.addInitScript("Object.defineProperty(document, 'hidden', { configurable: true, value: true })");
/** Waits until the page is idle: two turns of its event loop, in which its earlier requests are answered. */
export const settle = (page: Page) => page.evaluate("fetch('/settled').then(() => fetch('/settled'))");

/** A host page for each test, on a phone; `docs.acme.com` waits for its record. */
export class Widget {
  host!: Host;
  context!: BrowserContext;
  private browser!: Browser;

  constructor() {
    beforeAll(async () => {
      if (!CHROMIUM) return;
      this.browser = await launch();
      this.host = await openHost();
    }, MINUTE);
    afterAll(async () => {
      await this.browser?.close();
      await this.host?.close();
    });
    beforeEach(async () => {
      if (!CHROMIUM) return;
      this.host.answers.clear();
      this.host.asked.length = 0;
      this.answer(waiting());
      this.context = await this.browser.newContext({ viewport: { width: 390, height: 844 } });
    });
    afterEach(() => this.context?.close());
  }

  get asked(): string[] {
    return this.host.asked;
  }
  answer(answer: unknown): void {
    this.host.answers.set(NAME, answer);
  }

  /** Query `html`: the page's markup, instead of a widget for `docs.acme.com`. */
  async show(query: Record<string, string> = {}, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    return (await show(this.context, this.host, query, prepare)).page;
  }
}
