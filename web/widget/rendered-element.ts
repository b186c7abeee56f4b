import styles from '../../contract/view/styles.json' with { type: 'json' };
import { update } from './elements.ts';

/** Styles in addition to the card, which the portal shares. The page's `color-scheme` is inherited. */
const STYLES = `${styles.tokens}${styles.card}:host{display:block}:host([hidden]){display:none}:host([theme=light]){color-scheme:light}:host([theme=dark]){color-scheme:dark}`;

let sheet: CSSStyleSheet | undefined;

/** Created on demand: a program that only imports the element may run without a DOM. */
function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  return sheet;
}

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** An element that re-renders when its state changes. Attributes are all it knows of its page. */
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
    // `toggle` does not bubble, so this listens in the capture phase.
    this.#shadow.addEventListener('toggle', ({ target }) => this.toggled((target as Element).id), true);
  }

  protected abstract template(): HTMLElement;
  /** Handles a click on an element with `data-action`. */
  protected abstract act(clicked: HTMLElement): void;
  protected abstract toggled(id: string): void;

  protected set(changes: Partial<State>): void {
    Object.assign(this.state, changes);
    this.requestUpdate();
  }

  /** Renders once for all changes of this moment. */
  requestUpdate(): void {
    if (this.#isToBeDrawn) return;
    this.#isToBeDrawn = true;
    queueMicrotask(() => {
      this.#isToBeDrawn = false;
      const focused = this.#shadow.activeElement;
      const fresh = document.createDocumentFragment();
      fresh.append(this.template());
      update(this.#shadow, fresh);
      // The focused element was removed. Its replacement gets the focus, instead of the top of the page.
      if (focused && !focused.isConnected) this.#shadow.querySelector<HTMLElement>('[tabindex]')?.focus();
    });
  }

  /** Properties set before the script loaded hide the accessors of the class. */
  protected takeOver(names: string[]): void {
    const given = this as unknown as Record<string, unknown>;
    for (const name of names.filter((each) => Object.hasOwn(this, each))) {
      const value = given[name];
      delete given[name];
      given[name] = value;
    }
  }
}
