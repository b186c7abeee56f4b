import type { PublicView } from '../../contract/public-view.ts';
import { isSettled } from '../../contract/view/view.ts';
import { checkAnswer, titleFor } from '../../copy/describe.ts';
import { copyText } from './copy-text.ts';
import type { Known } from './known.ts';
import { wordsOf } from './render-card.ts';
import { timeText } from './render-parts.ts';
import { SaidByPage } from './said-by-page.ts';
import { Timers } from './timers.ts';

/** As long as a button says that it has copied. */
const COPIED_MS = 2000;
/** As long as readers of the screen need to notice. */
const EMPTY_MS = 100;

/** An element that tells its page, and who reads it, what has happened. */
export abstract class SpeakingElement extends SaidByPage<Known> {
  protected readonly timers = new Timers();

  /** Reads it out, also where it is what was read last: the region is empty for a moment. */
  protected announce(text: string): void {
    this.set({ announced: '' });
    this.timers.start('announce', EMPTY_MS, () => this.set({ announced: text }));
  }

  /** Written beside the button, and read out unless something else says it. */
  protected answer(text: string, isSaid = false): void {
    this.set({ answer: text });
    this.announce(isSaid ? '' : text);
  }

  /** What a check has come to. */
  protected announceCheck(former: PublicView | undefined): void {
    const { view, failure } = this.state;
    const locale = this.language();
    const titleOf = (known: PublicView) => titleFor(known, locale, this.brand);
    if (!view) this.announce('');
    else if (failure) this.announce(wordsOf(failure, locale.labels).title);
    else {
      const title = titleOf(view);
      const isNews = former && titleOf(former) !== title;
      const next = timeText(view.diagnosis.next_check_at, locale.tag, locale.labels.nextCheckAt);
      this.answer(isSettled(view) ? '' : `${checkAnswer(view, title, locale.labels)} ${next}`, isNews);
    }
  }

  protected tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** What a button stands beside. */
  protected async copy(button: HTMLElement): Promise<void> {
    const { label = '', value = '', field } = button.dataset;
    const isCopied = await copyText(value, button.parentElement?.querySelector('bdi') ?? null);
    const { copied, selected } = this.language().labels;
    this.announce((isCopied ? copied : selected)(label));
    this.tell('cps-copy', { field });
    if (!isCopied) return;
    this.set({ copiedId: button.id });
    this.timers.start('copied', COPIED_MS, () => this.set({ copiedId: '' }));
  }

  protected toggled(id: string): void {
    if (id === 'more') this.set({ isMoreOpen: true });
  }
}
