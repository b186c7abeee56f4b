import type { Labels } from '../../copy/types/locale.ts';
import type { Language } from './known.ts';
import { languageAround, languageFor } from './languages.ts';
import { RenderedElement } from './rendered-element.ts';

/** Every property that a page may set. */
export const WIDGET_PROPERTIES = ['hostname', 'proxy', 'locale', 'brand', 'theme', 'poll', 'compact', 'labels', 'fetcher'];

type Theme = 'light' | 'dark' | 'auto';
type Poll = 'auto' | 'off';
/** Frameworks set `undefined` or null for an absent property. */
type Said<T> = T | undefined | null;

const PLAIN_FETCH: typeof fetch = (input, init) => fetch(input, init);

/** The page's settings: attributes, and properties that no attribute can express. */
export abstract class PageConfiguredElement<State extends object> extends RenderedElement<State> {
  #ownLabels: Partial<Labels> = {};
  #ownFetcher = PLAIN_FETCH;

  get hostname(): string {
    return this.getAttribute('hostname') ?? '';
  }
  set hostname(hostname: Said<string>) {
    this.#say('hostname', hostname);
  }
  get proxy(): string {
    return this.getAttribute('proxy') || '/domain-proxy';
  }
  set proxy(proxy: Said<string>) {
    this.#say('proxy', proxy);
  }
  get locale(): string | undefined {
    return this.getAttribute('locale') ?? undefined;
  }
  set locale(locale: Said<string>) {
    this.#say('locale', locale);
  }
  get brand(): string | undefined {
    return this.getAttribute('brand') ?? undefined;
  }
  set brand(brand: Said<string>) {
    this.#say('brand', brand);
  }
  get theme(): Theme {
    return (this.getAttribute('theme') ?? 'auto') as Theme;
  }
  set theme(theme: Said<Theme>) {
    this.#say('theme', theme);
  }
  get poll(): Poll {
    return this.getAttribute('poll') === 'off' ? 'off' : 'auto';
  }
  set poll(poll: Said<Poll>) {
    this.#say('poll', poll);
  }
  get compact(): boolean {
    return this.hasAttribute('compact');
  }
  set compact(compact: Said<boolean>) {
    this.#say('compact', compact ? '' : undefined);
  }
  /** Replaces some of the language's texts. */
  get labels(): Partial<Labels> {
    return this.#ownLabels;
  }
  set labels(labels: Said<Partial<Labels>>) {
    this.#ownLabels = labels ?? {};
    this.requestUpdate();
  }
  /** Replaces fetch, for sessions without a cookie. */
  get fetcher(): typeof fetch {
    return this.#ownFetcher;
  }
  set fetcher(fetcher: Said<typeof fetch>) {
    const isTheFirst = this.#ownFetcher === PLAIN_FETCH && fetcher;
    this.#ownFetcher = fetcher ?? PLAIN_FETCH;
    // Requests before it was set could not succeed. A later function counts as the same: frameworks create a new one with each
    // render.
    if (isTheFirst) this.askSoon();
  }

  protected abstract askSoon(): void;

  #say(name: string, value: Said<string>): void {
    if (value === undefined || value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  protected language(): Language {
    const found = languageFor(this.locale || languageAround(this));
    return { ...found, labels: { ...found.labels, ...this.labels } };
  }
}
