import { readFileSync } from 'node:fs';

export const WEBHOOKS_PAGE = new URL('../../../docs/webhooks.md', import.meta.url);
export const API_PAGE_FILE = new URL('../../../docs/api.md', import.meta.url);

/** The program that a page prints under `<!-- snippet: name -->`, to the letter. */
export function snippet(name: string, file = WEBHOOKS_PAGE): string {
  const page = readFileSync(file, 'utf8');
  const [, program] = new RegExp(`<!-- snippet: ${name} -->\n\n\`\`\`\\w+\n(.*?)\`\`\`\n`, 's').exec(page) ?? [];
  if (program === undefined) throw new Error(`${file.pathname} has no snippet ${name}`);
  return program;
}
