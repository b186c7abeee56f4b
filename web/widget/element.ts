import type { PublicView } from '../../contract/public-view.ts';
import { isInProgress, isSettled, nextPollIn, pollRetryDelay } from '../../contract/view/view.ts';
import { type Answer, askProxy } from './ask-proxy.ts';
import { INITIAL_WIDGET_STATE, type Language } from './known.ts';
import { addLanguage, addReader, removeReader } from './languages.ts';
import { renderCard } from './render-card.ts';
import { WIDGET_PROPERTIES } from './said-by-page.ts';
import { SpeakingElement } from './speaking-element.ts';

const SECOND = 1000;
const CHECK_PAUSE_MS = 10 * SECOND;
const STALLED_MS = 45 * SECOND;

/**
 * `<cps-domain>`: the DNS record to set, and the domain's progress. custom-elements.json lists its attributes, properties and
 * events.
 */
export class CpsDomain extends SpeakingElement {
  static readonly observedAttributes = ['hostname', 'proxy', 'locale', 'brand', 'compact', 'poll'];
  protected state = { ...INITIAL_WIDGET_STATE };
  #asking: AbortController | undefined;
  /** A check in progress. */
  #checking: Promise<void> | undefined;
  /** The page changed something, and the proxy has not been asked since. */
  #isToAsk = false;
  #failures = 0;
  /** End of the proxy's Retry-After, on the browser's clock. */
  #quietUntil = 0;
  #heldUntil = 0;
  #underWaySince = 0;
  #toldCode: string | undefined;
  #wasActive = false;
  /** The DNS provider's page was opened in another tab to set the record. */
  #isAtProvider = false;

  /** Registers a language. Each file of locales/ calls it. */
  static addLocale(locale: Language): void {
    addLanguage(locale);
  }

  /** The domain that is shown. */
  get view(): PublicView | undefined {
    return this.state.view;
  }

  connectedCallback(): void {
    this.takeOver(WIDGET_PROPERTIES);
    addReader(this);
    document.addEventListener('visibilitychange', this.#whenSeen);
    this.requestUpdate();
    this.askSoon();
  }

  disconnectedCallback(): void {
    removeReader(this);
    document.removeEventListener('visibilitychange', this.#whenSeen);
    this.#stop();
  }

  attributeChangedCallback(name: string, former: string | null, value: string | null): void {
    if (former === value) return;
    this.requestUpdate();
    if (name === 'poll') this.#whenSeen();
    if (name !== 'hostname' && name !== 'proxy') return;
    this.#reset();
    this.askSoon();
  }

  /** Reads the current state, from a check in progress if there is one. Waits for the proxy's Retry-After. */
  async refresh(): Promise<void> {
    if (this.#quietUntil > Date.now()) this.askSoon();
    else await (this.#checking ?? this.#ask(false));
  }

  /** Starts a check. Within ten seconds of the last one, repeats its result. */
  async check(): Promise<void> {
    const { mayCheck, isBusy, answer } = this.state;
    if (!mayCheck && !isBusy && answer) this.announce(answer);
    if (!mayCheck || this.hostname === '' || !this.isConnected) return;
    this.#isAtProvider = false;
    this.#holdChecks(CHECK_PAUSE_MS);
    this.announce(this.language().labels.checking);
    this.#checking = this.#ask(true);
    await this.#checking;
  }

  #tryAgain(): void {
    if (!this.state.mayCheck) return;
    this.#holdChecks(CHECK_PAUSE_MS);
    void this.refresh();
  }

  /** One request for all changes of the page. A hidden element waits until it is visible. */
  protected askSoon(): void {
    this.#stop();
    this.#isToAsk = true;
    this.#askIn(0);
  }

  async #ask(isCheck: boolean): Promise<void> {
    if (this.hostname === '' || !this.isConnected) return;
    this.#stop();
    this.#isToAsk = false;
    const asking = new AbortController();
    this.#asking = asking;
    this.set({ isBusy: true });
    const { proxy, hostname, fetcher, view: former } = this;
    const answer = await askProxy({ proxy, hostname, fetcher, isCheck, signal: asking.signal });
    // A newer request, perhaps for another hostname, has replaced this one.
    if (this.#asking !== asking) return;
    this.#asking = this.#checking = undefined;
    this.set({ isBusy: false });
    const quietMs = answer.retryAfter * SECOND;
    if (quietMs > 0) {
      this.#quietUntil = Math.max(this.#quietUntil, Date.now() + quietMs);
      this.#holdChecks(quietMs);
    }
    if (answer.view) this.#show(answer.view, answer.now);
    else this.#fail(answer);
    if (isCheck) this.announceCheck(former);
  }

  #show(view: PublicView, now: number): void {
    const former = this.view?.diagnosis;
    const { code, reason } = view.diagnosis;
    this.#failures = 0;
    this.set({ view, failure: undefined });
    this.#underWaySince = isInProgress(view) ? this.#underWaySince || now : 0;
    if (former?.code !== code || former.reason !== reason) this.#startStallClock();
    this.#askIn(nextPollIn(view, { now, underWaySince: this.#underWaySince }));
    const [isNews, isActiveNow] = [this.#toldCode !== code, code === 'ok' && !this.#wasActive];
    this.#toldCode = code;
    this.#wasActive ||= isActiveNow;
    // Last, because a listener may set another hostname at once.
    if (isNews) this.tell('cps-status', view);
    if (isActiveNow) this.tell('cps-active', view);
  }

  #fail({ status, retryAfter }: Answer & { status: number }): void {
    this.#failures += 1;
    this.set({ failure: { status, retryAfter } });
    // Without access, nothing remains on the screen.
    if ([401, 403, 404].includes(status)) this.set({ view: undefined });
    else this.#askIn(pollRetryDelay(this.#failures, retryAfter));
    this.tell('cps-error', { status });
  }

  #askIn(milliseconds: number | undefined): void {
    if (milliseconds === undefined || document.hidden || (this.poll === 'off' && !this.#isToAsk)) return;
    this.timers.start(
      'ask',
      Math.max(milliseconds, this.#quietUntil - Date.now()),
      () => void (this.#isAtProvider && this.state.mayCheck ? this.check() : this.refresh()),
    );
  }

  readonly #whenSeen = (): void => {
    this.timers.end('ask');
    // A pending request is enough, and a settled domain needs no polling.
    if (this.#asking || (!this.#isToAsk && this.view && isSettled(this.view))) return;
    this.#askIn(0);
  };

  #stop(): void {
    this.#asking?.abort();
    this.#asking = this.#checking = undefined;
    this.timers.end('ask');
    this.set({ isBusy: false });
  }

  #reset(): void {
    this.#stop();
    this.timers.endAll();
    this.#failures = this.#quietUntil = this.#heldUntil = this.#underWaySince = 0;
    this.#wasActive = this.#isAtProvider = false;
    this.#toldCode = undefined;
    this.set(INITIAL_WIDGET_STATE);
  }

  #holdChecks(milliseconds: number): void {
    this.set({ mayCheck: false });
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + milliseconds);
    this.timers.start('hold', this.#heldUntil - Date.now(), () => this.set({ mayCheck: true }));
  }

  #startStallClock(): void {
    this.set({ isStalled: false });
    this.timers.start('stall', STALLED_MS, () => this.set({ isStalled: this.view?.dns_status !== 'validated' }));
  }

  protected act(clicked: HTMLElement): void {
    const { action } = clicked.dataset;
    if (action === 'copy') void this.copy(clicked);
    else if (action === 'leave') this.#isAtProvider = true;
    else if (this.view) void this.check();
    else this.#tryAgain();
  }

  protected template() {
    return renderCard({
      ...this.state,
      hostname: this.hostname,
      brand: this.brand,
      isCompact: this.compact,
      locale: this.language(),
    });
  }
}
