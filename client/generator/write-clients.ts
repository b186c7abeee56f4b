import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { pythonFiles } from './python.ts';
import { readDocument } from './read-document.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const DOCUMENT = join(PROJECT, 'docs', 'openapi.json');
const PYTHON_PACKAGE = 'client/python/src/certificate_provisioning_client';

type Language = 'python' | 'typescript';
interface Client {
  files: string[];
  comment: '#' | '//';
  /** The text of each file. What it imports is loaded only where something is to be written. */
  generate: (document: unknown) => Promise<string[]> | string[];
}

/** What git ignores. Go is no part of it: its users get the module from the repository. */
export const CLIENTS: Record<Language, Client> = {
  python: {
    files: ['models.py', '_resources.py', '_async_resources.py'].map((name) => `${PYTHON_PACKAGE}/${name}`),
    comment: '#',
    generate: (document) => pythonFiles(readDocument(document)),
  },
  typescript: {
    files: ['client/typescript/api-types.ts'],
    comment: '//',
    generate: async (document) => [await (await import('./typescript.ts')).typescriptTypes(document)],
  },
};
const ALL = Object.keys(CLIENTS) as Language[];

interface Place {
  document?: string;
  /** The root of the checkout. */
  root?: string;
}

/**
 * Writes the generated files of these clients that are missing, were changed by hand, or were made from another document or by
 * another generator; answers which. Some milliseconds where there is nothing to do.
 */
export async function writeClients(languages = ALL, { document = DOCUMENT, root = PROJECT }: Place = {}): Promise<string[]> {
  const text = readFileSync(document, 'utf8');
  const sources = globSync('*.ts', { cwd: import.meta.dirname }).toSorted();
  const inputs = [
    text,
    manifest.devDependencies['openapi-typescript'],
    ...sources.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')),
  ];
  const written: string[] = [];
  for (const { files, comment, generate } of languages.map((language) => CLIENTS[language])) {
    const sealed = (body: string) => `${comment} Made from docs/openapi.json: ${hashOf([...inputs, body])}\n${body}`;
    if (files.every((file) => isSealed(join(root, file), sealed))) continue;
    const bodies = await generate(JSON.parse(text));
    for (const [position, file] of files.entries()) replaceFile(join(root, file), sealed(bodies[position] ?? ''));
    written.push(...files);
  }
  return written;
}

function isSealed(file: string, sealed: (body: string) => string): boolean {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  return text === sealed(text.slice(text.indexOf('\n') + 1));
}

function hashOf(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** At once: another program may be reading it, or writing the same. */
function replaceFile(file: string, text: string): void {
  const beside = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(beside, text);
  renameSync(beside, file);
}

if (basename(process.argv[1] ?? '') === 'write-clients.ts') {
  const named = process.argv.slice(2) as Language[];
  for (const file of await writeClients(named.length > 0 ? named : ALL)) console.log(`Wrote ${file}`);
}
