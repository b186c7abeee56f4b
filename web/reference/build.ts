import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { hashedName } from '../../contract/hashed-name.ts';
import { REFERENCE_PATHS } from '../../contract/paths.ts';
import type { OpenApi } from './openapi.ts';
import { referencePage } from './page.ts';
import { plainDocument } from './plain-document.ts';

const from = (file: string) => join(import.meta.dirname, file);

export function readDocument(): OpenApi {
  return JSON.parse(readFileSync(from('../../docs/openapi.json'), 'utf8'));
}

type BuiltFile = 'page.html' | 'style.css' | 'try-it.js' | 'openapi-plain.json';

/** Files of the reference by name: page, style sheet, script and the plain document. */
export function buildReference(document = readDocument()): Record<BuiltFile, string> {
  const [style, script] = [minify('style.css'), minify('try-it.ts')];
  const address = (name: string, content: string) => REFERENCE_PATHS.part.replace('{part}', hashedName(name, content));
  const page = referencePage(document, { style: address('style.css', style), script: address('try-it.js', script) });
  const plain = JSON.stringify(plainDocument({ ...document }), null, 2);
  return { 'page.html': page, 'style.css': style, 'try-it.js': script, 'openapi-plain.json': plain };
}

function minify(file: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [from(file)],
    write: false,
    bundle: true,
    minify: true,
    target: 'es2024',
    format: 'iife',
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}

const [, , out] = process.argv;
if (import.meta.main && out !== undefined) {
  mkdirSync(out, { recursive: true });
  for (const [name, content] of Object.entries(buildReference())) writeFileSync(join(out, name), content);
}
