import { readFileSync } from 'node:fs';

const DOCS = new URL('../../../docs/', import.meta.url);
export const WEBHOOKS_PAGE = new URL('guides/webhooks.md', DOCS);
export const EVENTS_PAGE = new URL('reference/events.md', DOCS);
export const FAILURES_PAGE = new URL('guides/webhook-failures.md', DOCS);
export const SYNC_PAGE = new URL('guides/nightly-sync.md', DOCS);
export const CLIENTS_PAGE = new URL('guides/clients.md', DOCS);
export const programPage = (language: string) => new URL(`guides/program-${language}.md`, DOCS);
export const RECEIVERS_PAGE = new URL('receivers/README.md', DOCS);

/** The program of a page under `<!-- snippet: name -->`, unchanged. */
export function snippet(name: string, file: URL): string {
  const page = readFileSync(file, 'utf8');
  const [, program] = new RegExp(`<!-- snippet: ${name} -->\n\n\`\`\`\\w+\n(.*?)\`\`\`\n`, 's').exec(page) ?? [];
  if (program === undefined) throw new Error(`${file.pathname} has no snippet ${name}`);
  return program;
}

/** A program of a page in docs/receivers/: `receiverSnippet('go', 'receiver.go')`. */
export function receiverSnippet(page: string, name: string): string {
  return snippet(name, new URL(`${page}.md`, RECEIVERS_PAGE));
}
