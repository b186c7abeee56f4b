import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const TOP = ['agent', 'bin', 'client', 'contract', 'copy', 'docs', 'lambdas', 'lib', 'local', 'stages', 'test', 'web'];
/** Paths that npm or deployers create. */
const MADE = /^(client\/(cps|typescript)|web\/widget)\/(dist|node_modules)\b|^stages\/production\.json$/;

const below = TOP.flatMap((top) =>
  readdirSync(ROOT + top, { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`),
).filter((path) => !MADE.test(path));
const known = [...TOP, ...readdirSync(ROOT), ...below];
const exact = new Set(known);
/** Pages, and source files for their comments, without generated types and the examples below. */
const readers = known.filter((path) => /\.(md|ts|mjs)$/.test(path) && !/api-types\.ts$|paths\.test\.ts$/.test(path));

/** The paths in a page, or in a source file's comments: from the root, or the end of a file's path. */
function pathsNamedIn(text: string, isPage: boolean): string[] {
  const comments = [...text.matchAll(/\/\*\*?.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs)].map(([comment]) => comment);
  const said = isPage ? text : comments.join('\n');
  const fromRoot = said.matchAll(new RegExp(`(?<![\\w./@<:-])(?:${TOP.join('|')})/[\\w./*<>-]*`, 'g'));
  const byEnd = said.matchAll(/(?<![\w./@<>:*~-])(?:[\w-]+\/)*[\w-]{2,}(?:\.[\w-]+)*\.ts\b/g);
  const named = [...fromRoot, ...byEnd].map(([path]) => path.replace(/[./]+$/, ''));
  return [...new Set(named)].filter((path) => !MADE.test(path));
}

/** `<…>` and `*` match anything within one name; a decision can be given by its number. */
function exists(path: string): boolean {
  if (exact.has(path)) return true;
  const pattern = path.replace(/[.]/g, '\\.').replace(/<[^>]*>|\*+/g, '[^/]+');
  const whole = new RegExp(`(^|/)${pattern}${/^docs\/decisions\/\d{4}$/.test(path) ? '-.*' : ''}$`);
  return known.some((one) => whole.test(one));
}

function read(path: string): string {
  return readFileSync(ROOT + path, 'utf8');
}

const namedBy = (reader: string) => pathsNamedIn(read(reader), reader.endsWith('.md'));

describe('a path that a page or a comment names', () => {
  it.each(readers.filter((reader) => namedBy(reader).length > 0))('exists: those in %s', (reader) => {
    expect(namedBy(reader).filter((path) => !exists(path))).toEqual([]);
  });

  it.each(known.filter((path) => path.endsWith('.md')))('exists: the links of %s', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(`${ROOT}${dirname(page)}/${link}`))).toEqual([]);
  });

  it('is found wherever it stands, and reported where nothing has it', () => {
    const program =
      "/** As lambdas/shared/gone.ts says. */\nconst text = 'lib/no-comment.ts'; // see docs/gone.md (gone-too.ts).";
    expect(pathsNamedIn(program, false)).toEqual(['lambdas/shared/gone.ts', 'docs/gone.md', 'gone-too.ts']);
    const page = '`lambdas/api/<path>/x.ts`, and [it](docs/reference/api.md)';
    expect(pathsNamedIn(page, true)).toEqual(['lambdas/api/<path>/x.ts', 'docs/reference/api.md']);
    expect(['lambdas/shared/gone.ts', 'docs/gone.md', 'gone-too.ts', 'docs/decisions/0099'].filter(exists)).toEqual([]);
    const there = ['lambdas/api', 'lambdas/api/*/serve-*.lambda.ts', 'contract/api/limits.ts', 'docs/decisions/0002'];
    expect(there.filter(exists)).toEqual(there);
  });
});
