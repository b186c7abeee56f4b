import { anchors, plainText } from './headings.ts';
import { NAME } from './layout.ts';
import { type Manual, markdownAddress, type Page } from './pages.ts';
import type { Part } from './search-index.ts';

/** The changelog and the home page, which say little of their own. */
const NO_SECTION = { weight: 0.2 };

/** Every part of every page, from one heading to the next. The browser indexes them. */
export function searchParts({ pages, sections }: Manual): Part[] {
  return pages.flatMap((page) => {
    const { weight = 1 } = sections.find((section) => section.pages.includes(page)) ?? NO_SECTION;
    return partsOf(page).map((part) => ({ ...part, weight }));
  });
}

function partsOf({ address, title, markdown }: Page): Omit<Part, 'weight'>[] {
  const anchor = anchors();
  const fences = markdown.split(/(^```.*?^```)/ms);
  // A `#` line inside a code block is no heading.
  const safe = fences.map((part) => (part.startsWith('```') ? part.replaceAll(/^#/gm, ' #') : part)).join('');
  return safe.split(/^(?=#{1,4} )/m).flatMap((part) => {
    const [, heading, rest = ''] = /^#+ ([^\n]*)\n?(.*)/s.exec(part) ?? [];
    if (heading === undefined) return [];
    const text = plainText(rest.replaceAll(/^```\w*$/gm, ''));
    return { address: `${address}#${anchor(heading)}`, page: title, heading: plainText(heading), text };
  });
}

/** https://llmstxt.org: all pages with their Markdown addresses. */
export function llmsIndex({ home, sections, changes }: Manual): string {
  const line = (page: Page) => `- [${page.title}](${markdownAddress(page)}): ${page.summary}`;
  const lists = sections.map(({ title, pages }) => `## ${title}\n\n${pages.map(line).join('\n')}`);
  return [`# ${NAME}`, `> ${home.summary}`, ...lists, `## Optional\n\n${line(changes)}`].join('\n\n').concat('\n');
}

/** The pages' texts in one file, without background pages. */
export function llmsFull({ home, sections }: Manual, textOf: (page: Page) => string): string {
  const pages = [home, ...sections.flatMap((section) => (section.isBackground ? [] : section.pages))];
  return pages.map((page) => `<!-- ${markdownAddress(page)} -->\n\n${textOf(page)}`).join('\n');
}
