import type { PublicView } from '../../lambdas/shared/contract/public/public-view.ts';
import type { Locale } from '../copy/locale.ts';
import { isUnderWay, nextAskIn, retryIn } from '../view/polling.ts';
import { type Answer, askProxy } from './ask-proxy.ts';
import { copyText } from './copy-text.ts';
import { addLanguage } from './languages.ts';
import { renderCard } from './render-card.ts';
import { SAID, SaidByPage } from './said-by-page.ts';

const SECOND = 1000;
const CHECK_PAUSE_MS = 10 * SECOND;
const STALLED_MS = 45 * SECOND;

const NOTHING_KNOWN = {
  view: undefined as PublicView | undefined,
  failure: undefined as { status: number; retryAfter: number } | undefined,
  isBusy: false,
  mayCheck: true,
  isStalled: false,
  announced: '',
};

/** `<cps-domain>`: the one DNS record to set, and how far the domain is. custom-elements.json lists all that a page can say to it. */
export class CpsDomain extends SaidByPage<typeof NOTHING_KNOWN> {
  static readonly observedAttributes = ['hostname', 'proxy', 'locale', 'brand', 'compact'];
  protected state = { ...NOTHING_KNOWN };
  private asking: AbortController | undefined;
  private timers: Record<string, ReturnType<typeof setTimeout>> = {};
  private failures = 0;
  /** Until when the proxy wants to be left alone, by the clock of the browser. */
  private quietUntil = 0;
  private underWaySince = 0;
  private wasActive = false;
  /** The page of the DNS provider that sets the record was opened, in another tab. */
  private isAtProvider = false;
  /** A page that is read says the attributes before it says that the element is in it. */
  private isIn = false;
  private readonly seen = () => this.whenSeen();

  /** Takes a language in; each file of locales/ does. */
  static addLocale(locale: Locale): void {
    addLanguage(locale);
    for (const shown of document.querySelectorAll('cps-domain')) (shown as CpsDomain).requestUpdate();
  }

  /** What is shown. */
  get view(): PublicView | undefined {
    return this.state.view;
  }
  connectedCallback(): void {
    this.takeOver(SAID);
    document.addEventListener('visibilitychange', this.seen);
    this.requestUpdate();
    this.isIn = true;
    void this.refresh();
  }

  disconnectedCallback(): void {
    this.isIn = false;
    document.removeEventListener('visibilitychange', this.seen);
    this.stop();
  }

  attributeChangedCallback(name: string, former: string | null, value: string | null): void {
    if (former === value) return;
    this.requestUpdate();
    if (name !== 'hostname' && name !== 'proxy') return;
    this.reset();
    void this.refresh();
  }

  /** What is known now. */
  refresh(): Promise<void> {
    return this.ask(false);
  }

  /** Has the service look now; within ten seconds of the last time, nothing. */
  async check(): Promise<void> {
    if (!this.state.mayCheck) return;
    this.isAtProvider = false;
    this.holdChecks(CHECK_PAUSE_MS);
    await this.ask(this.view !== undefined);
  }

  private async ask(isCheck: boolean): Promise<void> {
    if (this.hostname === '' || !this.isIn) return;
    this.stop();
    const asking = new AbortController();
    this.asking = asking;
    this.set({ isBusy: true });
    const { proxy, hostname, fetcher } = this;
    const answer = await askProxy({ proxy, hostname, fetcher, isCheck, signal: asking.signal });
    // Another question has been asked since, about another name perhaps.
    if (this.asking !== asking) return;
    this.asking = undefined;
    this.set({ isBusy: false });
    if (answer.retryAfter > 0) {
      this.quietUntil = Date.now() + answer.retryAfter * SECOND;
      this.holdChecks(answer.retryAfter * SECOND);
    }
    if (answer.view) this.show(answer.view, answer.now);
    else this.fail(answer);
  }

  private show(view: PublicView, now: number): void {
    const former = this.view?.diagnosis;
    const { code, reason } = view.diagnosis;
    this.failures = 0;
    this.set({ view, failure: undefined });
    this.underWaySince = isUnderWay(view) ? this.underWaySince || now : 0;
    if (former?.code !== code || former.reason !== reason) this.startStallClock();
    if (former?.code !== code) this.tell('cps-status', view);
    if (code === 'ok' && !this.wasActive) {
      this.wasActive = true;
      this.tell('cps-active', view);
    }
    this.askIn(nextAskIn(view, { now, underWaySince: this.underWaySince }));
  }

  private fail({ status, retryAfter }: Answer & { status: number }): void {
    this.failures += 1;
    this.set({ failure: { status, retryAfter } });
    // Who has no right to see it now keeps nothing on the screen.
    if ([401, 403, 404].includes(status)) this.set({ view: undefined });
    else this.askIn(retryIn(this.failures, retryAfter));
    this.tell('cps-error', { status });
  }

  private askIn(milliseconds: number | undefined): void {
    if (milliseconds === undefined || document.hidden || this.poll === 'off') return;
    this.startTimer('ask', milliseconds, () => void (this.isAtProvider && this.state.mayCheck ? this.check() : this.refresh()));
  }

  private whenSeen(): void {
    if (document.hidden) this.stop();
    else if (this.view?.diagnosis.code !== 'ok') this.askIn(Math.max(this.quietUntil - Date.now(), 0));
  }

  private stop(): void {
    this.asking?.abort();
    this.asking = undefined;
    clearTimeout(this.timers.ask);
    this.set({ isBusy: false });
  }

  private reset(): void {
    this.stop();
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.failures = this.quietUntil = this.underWaySince = 0;
    this.wasActive = this.isAtProvider = false;
    this.set(NOTHING_KNOWN);
  }

  private holdChecks(milliseconds: number): void {
    this.set({ mayCheck: false });
    this.startTimer('hold', milliseconds, () => this.set({ mayCheck: true }));
  }

  private startStallClock(): void {
    this.set({ isStalled: false });
    this.startTimer('stall', STALLED_MS, () => this.set({ isStalled: this.view?.dns_status !== 'validated' }));
  }

  private startTimer(name: string, milliseconds: number, act: () => void): void {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(act, milliseconds);
  }

  private tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private async copy(label: string, value: string, event: Event): Promise<void> {
    const button = event.currentTarget as HTMLElement;
    const isCopied = await copyText(value, button.parentElement?.querySelector('bdi') ?? null);
    const { copied, selected } = this.language().labels;
    this.set({ announced: (isCopied ? copied : selected)(label) });
    this.tell('cps-copy', { field: button.dataset.field });
  }

  protected template() {
    return renderCard({
      ...this.state,
      hostname: this.hostname,
      brand: this.brand,
      isCompact: this.compact,
      locale: this.language(),
      check: () => void this.check(),
      leaves: () => {
        this.isAtProvider = true;
      },
      copies: (label, value, event) => void this.copy(label, value, event),
    });
  }
}
