import type { PublicView } from '../../contract/public-view.ts';
import { isSettled, isUnderWay, nextAskIn, retryIn } from '../../contract/view/view.ts';
import { type Answer, askProxy } from './ask-proxy.ts';
import { type Language, NOTHING_KNOWN } from './known.ts';
import { addLanguage, addReader, removeReader } from './languages.ts';
import { renderCard } from './render-card.ts';
import { SAID } from './said-by-page.ts';
import { SpeakingElement } from './speaking-element.ts';

const SECOND = 1000;
const CHECK_PAUSE_MS = 10 * SECOND;
const STALLED_MS = 45 * SECOND;

/**
 * `<cps-domain>`: the one DNS record to set, and how far the domain is. custom-elements.json lists all that a page can say to it.
 */
export class CpsDomain extends SpeakingElement {
  static readonly observedAttributes = ['hostname', 'proxy', 'locale', 'brand', 'compact', 'poll'];
  protected state = { ...NOTHING_KNOWN };
  #asking: AbortController | undefined;
  /** A look that is under way. */
  #checking: Promise<void> | undefined;
  /** The page has said something that the proxy has not been asked about yet. */
  #isToAsk = false;
  #failures = 0;
  /** Until when the proxy wants to be left alone, by the clock of the browser. */
  #quietUntil = 0;
  #heldUntil = 0;
  #underWaySince = 0;
  #toldCode: string | undefined;
  #wasActive = false;
  /** The page of the DNS provider that sets the record was opened, in another tab. */
  #isAtProvider = false;

  /** Takes a language in; each file of locales/ does. */
  static addLocale(locale: Language): void {
    addLanguage(locale);
  }

  /** What is shown. */
  get view(): PublicView | undefined {
    return this.state.view;
  }

  connectedCallback(): void {
    this.takeOver(SAID);
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

  /** What is known now, which a look that is under way tells, too; where the proxy wants to be left alone, when that is over. */
  async refresh(): Promise<void> {
    if (this.#quietUntil > Date.now()) this.askSoon();
    else await (this.#checking ?? this.#ask(false));
  }

  /** Has the service look now; within ten seconds of the last time, says again what that has found. */
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

  /** Once for all that the page says now; where nobody sees it, when somebody does. */
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
    // Another question has been asked since, about another name perhaps.
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
    this.#underWaySince = isUnderWay(view) ? this.#underWaySince || now : 0;
    if (former?.code !== code || former.reason !== reason) this.#startStallClock();
    this.#askIn(nextAskIn(view, { now, underWaySince: this.#underWaySince }));
    const [isNews, isActiveNow] = [this.#toldCode !== code, code === 'ok' && !this.#wasActive];
    this.#toldCode = code;
    this.#wasActive ||= isActiveNow;
    // Last of all: who hears it may say another hostname at once.
    if (isNews) this.tell('cps-status', view);
    if (isActiveNow) this.tell('cps-active', view);
  }

  #fail({ status, retryAfter }: Answer & { status: number }): void {
    this.#failures += 1;
    this.set({ failure: { status, retryAfter } });
    // Who has no right to see it now keeps nothing on the screen.
    if ([401, 403, 404].includes(status)) this.set({ view: undefined });
    else this.#askIn(retryIn(this.#failures, retryAfter));
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
    // What is asked already is answered, whoever looks.
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
    this.set(NOTHING_KNOWN);
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
