import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { llmsFull, llmsIndex, searchParts } from './indexes.ts';
import { layout } from './layout.ts';
import { type Manual, markdownAddress, readManual } from './pages.ts';
import { type File, linkResolver, markdownOf, renderPage } from './render.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** Files of the manual by path: pages as HTML and Markdown, the search, and the lists for programs. */
export function manualFiles(manual: Manual = readManual()): Map<string, string> {
  const files = copiedFiles();
  const [toPage, toMarkdown] = [linkResolver(manual.pages, files, 'page'), linkResolver(manual.pages, files, 'markdown')];
  const made = new Map(assets());
  for (const page of manual.pages) {
    made.set(page.address, layout(page, renderPage(page, toPage), manual));
    made.set(markdownAddress(page), markdownOf(page, toMarkdown));
  }
  made.set('search.json', JSON.stringify(searchParts(manual)));
  made.set('llms.txt', llmsIndex(manual));
  made.set(
    'llms-full.txt',
    llmsFull(manual, (page) => made.get(markdownAddress(page)) ?? ''),
  );
  return made;
}

/** Files that pages show or link to. */
export function copiedFiles(): File[] {
  const sources = ['docs/openapi.json', ...globSync('docs/pictures/*', { cwd: PROJECT })];
  return sources.map((source) => ({ source, address: relative('docs', source) }));
}

function assets(): [name: string, content: string][] {
  const { outputFiles } = buildSync({
    entryPoints: ['style.css', 'theme.ts', 'search.ts'].map((file) => join(import.meta.dirname, file)),
    outdir: '/',
    write: false,
    bundle: true,
    minify: true,
    target: 'es2024',
    format: 'esm',
    logLevel: 'warning',
  });
  return outputFiles.map(({ path, text }) => [relative('/', path), text]);
}

function buildManual(out: string): number {
  const files = manualFiles();
  for (const [address, content] of files) {
    mkdirSync(dirname(join(out, address)), { recursive: true });
    writeFileSync(join(out, address), content);
  }
  for (const { source, address } of copiedFiles()) cpSync(join(PROJECT, source), join(out, address));
  return files.size;
}

if (import.meta.main) {
  const out = process.argv[2] ?? join(PROJECT, 'dist', 'manual');
  console.log(`${buildManual(out)} files in ${out}`);
}
