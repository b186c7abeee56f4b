import { render, type TemplateResult } from 'lit-html';
import { STYLES } from './styles.ts';

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

/**
 * An element that draws itself with Lit's templates. Its attributes are all that it knows of its page: what LitElement would keep
 * beside them weighs a quarter of what the whole widget may.
 */
export abstract class RenderedElement<State extends object> extends Base {
  protected abstract state: State;
  readonly #shadow: ShadowRoot;
  #isToBeDrawn = false;

  constructor() {
    super();
    this.#shadow = this.attachShadow({ mode: 'open' });
    this.#shadow.adoptedStyleSheets = [styleSheet()];
  }

  protected abstract template(): TemplateResult;

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
      render(this.template(), this.#shadow);
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
