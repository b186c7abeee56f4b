import type { PublicView } from '../../contract/public-view.ts';
import { describeDomain } from '../../copy/describe.ts';
import { copyText } from './copy-text.ts';
import type { Known } from './known.ts';
import { wordsOf } from './render-card.ts';
import { SaidByPage } from './said-by-page.ts';
import { Timers } from './timers.ts';
import { visibleText } from './visible-text.ts';

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

  /** What a check has come to, where nothing that changes says so. */
  protected announceCheck(former: PublicView | undefined): void {
    const { view, failure } = this.state;
    const locale = this.language();
    const titleOf = (known: PublicView) => describeDomain(known, locale, this.brand).title;
    if (!view) this.announce('');
    else if (failure) this.announce(wordsOf(failure, locale.labels).title);
    else this.announce(former && titleOf(former) === titleOf(view) ? visibleText(titleOf(view)) : '');
  }

  protected tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  protected async copy(label: string, value: string, event: Event): Promise<void> {
    const button = event.currentTarget as HTMLElement;
    const isCopied = await copyText(value, button.parentElement?.querySelector('bdi') ?? null);
    const { copied, selected } = this.language().labels;
    this.announce((isCopied ? copied : selected)(label));
    this.tell('cps-copy', { field: button.dataset.field });
  }
}
