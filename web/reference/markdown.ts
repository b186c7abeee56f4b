import { Marked, type Token, type Tokens } from 'marked';
import { Html, html } from '../../contract/html.ts';

/** Headings of a text stand below the page's own title; each is a place that a link leads to. */
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

/** Of our own document: it is not escaped. */
export function markdown(text: string): Html {
  return new Html(marked.parse(text, { async: false }));
}

/** The same within a line. */
export function inline(text: string): Html {
  return new Html(marked.parseInline(text, { async: false }));
}

/** The headings of the second level, as the contents list them. */
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
