import { marked, type Token, type Tokens } from 'marked';

export interface Heading {
  depth: number;
  /** Without markup. */
  text: string;
  /** Its link fragment, the same on GitHub and in the manual. */
  anchor: string;
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

export function headingsOf(markdown: string): Heading[] {
  const anchor = anchors();
  return marked
    .lexer(markdown)
    .filter(isHeading)
    .map(({ depth, text }) => ({ depth, text: plainText(text), anchor: anchor(text) }));
}

/** Generates the anchors of a page. Equal headings are numbered as on GitHub. */
export function anchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const anchor = anchorOf(heading);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  };
}

function anchorOf(heading: string): string {
  return plainText(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Readable text of Markdown, without links, emphasis, comments and table rules. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[ :|-]+\|$/gm, '')
    .replaceAll(/\s*\|\s*/g, ' ')
    .replaceAll(/`|\*\*|^#+ |^ *[-*] (\[ \] )?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
