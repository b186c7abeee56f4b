import type { PublicView } from '../../contract/public-view.ts';
import { isSettled } from '../../contract/view/view.ts';
import { checkAnswer, titleFor } from '../../copy/describe.ts';
import { copyText } from './copy-text.ts';
import type { WidgetState } from './known.ts';
import { wordsOf } from './render-card.ts';
import { timeText } from './render-parts.ts';
import { PageConfiguredElement } from './said-by-page.ts';
import { Timers } from './timers.ts';

/** How long a button shows that it has copied. */
const COPIED_MS = 2000;
/** How long screen readers need to notice an empty region. */
const EMPTY_MS = 100;

/** An element that reports events to its page and to screen readers. */
export abstract class SpeakingElement extends PageConfiguredElement<WidgetState> {
  protected readonly timers = new Timers();

  /** Announces a text to screen readers, even a repeated one: the region is briefly empty. */
  protected announce(text: string): void {
    this.set({ announced: '' });
    this.timers.start('announce', EMPTY_MS, () => this.set({ announced: text }));
  }

  /** Shows a text beside the button, and announces it unless something else does. */
  protected answer(text: string, isSaid = false): void {
    this.set({ answer: text });
    this.announce(isSaid ? '' : text);
  }

  /** Announces a check's result. */
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

  /** Copies the value beside the button. */
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
