import styles from '../../contract/view/styles.json' with { type: 'json' };
import { update } from './elements.ts';

/** What the element adds to the card that it shares with the portal; a page's own `color-scheme` is inherited. */
const STYLES = `${styles.tokens}${styles.card}:host{display:block}:host([hidden]){display:none}:host([theme=light]){color-scheme:light}:host([theme=dark]){color-scheme:dark}`;

let sheet: CSSStyleSheet | undefined;

/** Made when it is first needed: a program that only imports the element may run where there is no page. */
function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  return sheet;
}

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** An element that draws itself anew whenever something of it has changed. Its attributes are all that it knows of its page. */
export abstract class RenderedElement<State extends object> extends Base {
  protected abstract state: State;
  readonly #shadow: ShadowRoot;
  #isToBeDrawn = false;

  constructor() {
    super();
    this.#shadow = this.attachShadow({ mode: 'open' });
    this.#shadow.adoptedStyleSheets = [styleSheet()];
    this.#shadow.addEventListener('click', ({ target }) => {
      const clicked = (target as Element).closest<HTMLElement>('[data-action]');
      if (clicked) this.act(clicked);
    });
    // It does not bubble.
    this.#shadow.addEventListener('toggle', ({ target }) => this.toggled((target as Element).id), true);
  }

  protected abstract template(): HTMLElement;
  /** On a click on what has `data-action`. */
  protected abstract act(clicked: HTMLElement): void;
  protected abstract toggled(id: string): void;

  protected set(changes: Partial<State>): void {
    Object.assign(this.state, changes);
    this.requestUpdate();
  }

  /** Draws once, after all that is changed now. */
  requestUpdate(): void {
    if (this.#isToBeDrawn) return;
    this.#isToBeDrawn = true;
    queueMicrotask(() => {
      this.#isToBeDrawn = false;
      const focused = this.#shadow.activeElement;
      const fresh = document.createDocumentFragment();
      fresh.append(this.template());
      update(this.#shadow, fresh);
      // What had the focus is gone: what has come of it has it now, not the beginning of the page.
      if (focused && !focused.isConnected) this.#shadow.querySelector<HTMLElement>('[tabindex]')?.focus();
    });
  }

  /** What a page has set before the script was there lies before the accessors of the class. */
  protected takeOver(names: string[]): void {
    const given = this as unknown as Record<string, unknown>;
    for (const name of names.filter((each) => Object.hasOwn(this, each))) {
      const value = given[name];
      delete given[name];
      given[name] = value;
    }
  }
}
