import { Marked, type Token, type Tokens } from 'marked';
import { Html, html } from '../../contract/html.ts';

/** A text's headings are below the page's title in level, and have anchors. */
const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text }) {
      return sample(text).text;
    },
  },
});

/** Unescaped, because it is our own document. */
export function markdown(text: string): Html {
  return new Html(marked.parse(text, { async: false }));
}

/** The same for inline text. */
export function inline(text: string): Html {
  return new Html(marked.parseInline(text, { async: false }));
}

/** Second-level headings for the table of contents. */
export function headingsOf(text: string): { id: string; text: string }[] {
  const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
  const headings = marked.lexer(text).filter(isHeading);
  return headings.filter(({ depth }) => depth === 2).map(({ text: heading }) => ({ id: anchorOf(heading), text: heading }));
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

export function sample(text: string): Html {
  return html`<pre><code>${text}</code></pre>`;
}

export function json(value: unknown): Html {
  return sample(JSON.stringify(value, null, 2));
}
