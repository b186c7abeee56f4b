import { readFileSync } from 'node:fs';

export const WEBHOOKS_PAGE = new URL('../../docs/webhooks.md', import.meta.url);

/** The program that docs/webhooks.md prints under `<!-- snippet: name -->`, to the letter. */
export function snippet(name: string): string {
  const page = readFileSync(WEBHOOKS_PAGE, 'utf8');
  const [, program] = new RegExp(`<!-- snippet: ${name} -->\n\n\`\`\`\\w+\n(.*?)\`\`\`\n`, 's').exec(page) ?? [];
  if (program === undefined) throw new Error(`docs/webhooks.md has no snippet ${name}`);
  return program;
}
