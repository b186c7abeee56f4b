import type { Labels, Locale } from '../copy/locale.ts';
import { languageAround, languageFor } from './languages.ts';
import { RenderedElement } from './rendered-element.ts';

/** What a page says to the element: its attributes, and what no attribute can hold. */
export abstract class SaidByPage<State extends object> extends RenderedElement<State> {
  private ownLabels: Partial<Labels> = {};
  private ownFetcher: typeof fetch = (input, init) => fetch(input, init);

  get hostname(): string {
    return this.getAttribute('hostname') ?? '';
  }
  set hostname(hostname: string) {
    this.setAttribute('hostname', hostname);
  }
  get proxy(): string {
    return this.getAttribute('proxy') || '/domain-proxy';
  }
  set proxy(proxy: string) {
    this.setAttribute('proxy', proxy);
  }
  /** Words of your own in place of some of the language's. */
  get labels(): Partial<Labels> {
    return this.ownLabels;
  }
  set labels(labels: Partial<Labels>) {
    this.ownLabels = labels;
    this.requestUpdate();
  }
  /** Your own way to ask, where a session is not a cookie. */
  get fetcher(): typeof fetch {
    return this.ownFetcher;
  }
  set fetcher(fetcher: typeof fetch) {
    this.ownFetcher = fetcher;
  }

  protected language(): Locale {
    const found = languageFor(this.getAttribute('locale') || languageAround(this));
    return { ...found, labels: { ...found.labels, ...this.labels } };
  }
}
