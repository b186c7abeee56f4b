import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { Html, html } from '../../contract/html.ts';
import { anchors } from './headings.ts';
import { markdownAddress, type Page, PROJECT } from './pages.ts';

/** A file that pages show or link to, by its path in the repository. */
export interface File {
  source: string;
  address: string;
}

/** Target of a page's link; undefined for a file outside the manual. Throws if the file does not exist. */
export type LinkResolver = (from: Page, href: string) => string | undefined;

const isOutside = (href: string) => /^[a-z]+:/.test(href);

/** `as`: link to the pages' HTML or to their Markdown. */
export function linkResolver(pages: readonly Page[], files: readonly File[], as: 'page' | 'markdown'): LinkResolver {
  const addressOf = (page: Page) => (as === 'page' ? page.address : markdownAddress(page));
  const known = new Map([...files.map(({ source, address }) => [source, address] as const)]);
  for (const page of pages) known.set(page.source, addressOf(page));
  return (from, href) => {
    if (isOutside(href) || href.startsWith('#')) return href;
    const [path = '', anchor] = href.split('#');
    const source = posix.join(posix.dirname(from.source), path);
    const address = known.get(source);
    if (!existsSync(join(PROJECT, source))) throw new Error(`${from.source} links to ${href}, which does not exist`);
    if (address === undefined) return;
    return `${relativeTo(from, address)}${anchor === undefined ? '' : `#${anchor}`}`;
  };
}

/** Relative, so that the manual works at any address. */
export function relativeTo({ address }: Page, to: string): string {
  return posix.relative(posix.dirname(address), to);
}

/** HTML of a page. It is our own text, so it needs no escaping. */
export function renderPage(page: Page, lead: LinkResolver): Html {
  const anchor = anchors();
  let isInLink = false;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchor(text);
        const link = depth === 1 ? '' : html` <a class="anchor" href="#${id}" aria-label="Link to this part">#</a>`.text;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      code: ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>\n`.text,
      table(token) {
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${tableOf(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
      link({ href, tokens }) {
        isInLink = true;
        const text = this.parser.parseInline(tokens);
        isInLink = false;
        const to = lead(page, href);
        return to === undefined ? text : `<a href="${to}"${isOutside(href) ? ' rel="noreferrer"' : ''}>${text}</a>`;
      },
      image: ({ href, text }) => html`<img src="${lead(page, href)}" alt="${text}" loading="lazy">`.text,
      checkbox: () => '<span class="box" aria-hidden="true">☐</span> ',
      // Comments are for the page's authors.
      html: ({ text }) => (text.trimStart().startsWith('<!--') ? '' : text),
      text(token) {
        if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
        const text = 'escaped' in token && token.escaped ? token.text : html`${token.text}`.text;
        return isInLink ? text : text.replaceAll(/\bdocs\/[\w/-]+\.md\b/g, (path) => pathLink(page, path, lead));
      },
    },
  });
  return new Html(marked.parse(page.markdown, { async: false }));
}

/** Links paths in texts that are also shown elsewhere, such as those of the stage file. */
function pathLink(page: Page, path: string, lead: LinkResolver): string {
  return `<a href="${lead(page, posix.relative(posix.dirname(page.source), path))}">${path}</a>`;
}

function tableOf({ header, rows }: Tokens.Table, cellText: (cell: Tokens.TableCell) => string): string {
  // Screen readers would announce an empty heading cell.
  const row = (cells: Tokens.TableCell[], name: 'th' | 'td') =>
    `<tr>${cells.map((cell) => (cell.text === '' ? '<td></td>' : `<${name}>${cellText(cell)}</${name}>`)).join('')}</tr>`;
  const head = header.some(({ text }) => text !== '') ? `<thead>${row(header, 'th')}</thead>` : '';
  return `<table>${head}<tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table>`;
}

const LINK = /\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g;
const linkOf = (text: string, to: string | undefined) => (to === undefined ? text : `[${text}](${to})`);

/** A page's Markdown with links to the Markdown of other pages. */
export function markdownOf(page: Page, lead: LinkResolver): string {
  const parts = page.markdown.split(/(^```.*?^```)/ms);
  const linked = parts.map((part) =>
    part.startsWith('```') ? part : part.replaceAll(LINK, (_, text: string, href: string) => linkOf(text, lead(page, href))),
  );
  return linked.join('');
}
