import { copyText } from './copy-text.ts';
import type { Known } from './known.ts';
import { SaidByPage } from './said-by-page.ts';

/** An element that tells its page, and who reads it, what has happened. */
export abstract class SpeakingElement extends SaidByPage<Known> {
  protected tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  protected async copy(label: string, value: string, event: Event): Promise<void> {
    const button = event.currentTarget as HTMLElement;
    const isCopied = await copyText(value, button.parentElement?.querySelector('bdi') ?? null);
    const { copied, selected } = this.language().labels;
    this.set({ announced: (isCopied ? copied : selected)(label) });
    this.tell('cps-copy', { field: button.dataset.field });
  }
}
