import { readFileSync } from 'node:fs';

/** What a page of docs/servers/ prints under `<!-- recipe: name -->`, to the letter. */
export function recipe(page: string, name: string): string {
  const text = readFileSync(new URL(`../../docs/servers/${page}.md`, import.meta.url), 'utf8');
  const [, configuration] = new RegExp(`<!-- recipe: ${name} -->\n\n\`\`\`\\w+\n(.*?)\`\`\`\n`, 's').exec(text) ?? [];
  if (configuration === undefined) throw new Error(`docs/servers/${page}.md has no recipe ${name}`);
  return configuration;
}

/** The recipe with other paths, addresses and ports, and nothing else; each of them has to stand in it. */
export function recipeAt(page: string, name: string, replacements: Record<string, string>): string {
  const text = recipe(page, name);
  for (const printed of Object.keys(replacements))
    if (!text.includes(printed)) throw new Error(`docs/servers/${page}.md: ${name} does not say ${JSON.stringify(printed)}`);
  // At once: what one has put in may begin as another, as port 30005 does.
  const any = new RegExp(Object.keys(replacements).map(quoted).join('|'), 'g');
  return text.replace(any, (printed) => replacements[printed] ?? printed);
}

/** For a regular expression, of what recipes hold. */
const quoted = (printed: string) => printed.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
