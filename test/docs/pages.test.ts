import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingsOf } from '../../web/manual/headings.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const MAX_LINES = 249;
const pages = globSync(['*.md', 'docs/**/*.md', 'client/*/*.md'], { cwd: ROOT });
const read = (page: string) => readFileSync(ROOT + page, 'utf8');
const anchors = new Map(pages.map((page) => [page, headingsOf(read(page)).map(({ anchor }) => anchor)]));

/** Links with an anchor: the page, and the anchor. */
function placesOf(page: string): [page: string, anchor: string][] {
  const prose = read(page).replaceAll(/^```.*?^```/gms, '');
  return [...prose.matchAll(/\]\(((?!https?:)[^)#\s]*)#([^)\s]+)\)/g)].map(([, path = '', anchor = '']) => [
    path === '' ? page : posix.join(posix.dirname(page), path),
    anchor,
  ]);
}

describe('a page of docs/', () => {
  it.each(pages.filter((page) => page.startsWith('docs/')))('is read in one sitting: %s', (page) => {
    expect(read(page).split('\n').length - 1).toBeLessThanOrEqual(MAX_LINES);
  });
});

describe('a link to a place in a page', () => {
  it.each(pages.filter((page) => placesOf(page).length > 0))('leads to a heading: those of %s', (page) => {
    const known = ([to, anchor]: [string, string]) => anchors.get(to)?.includes(anchor) ?? !to.endsWith('.md');
    expect(placesOf(page).filter((place) => !known(place))).toEqual([]);
  });
});
