import { readFileSync } from 'node:fs';

/** The block of a page in docs/servers/ under `<!-- recipe: name -->`, unchanged. */
export function recipe(page: string, name: string): string {
  const text = readFileSync(new URL(`../../docs/servers/${page}.md`, import.meta.url), 'utf8');
  const [, configuration] = new RegExp(`<!-- recipe: ${name} -->\n\n\`\`\`\\w+\n(.*?)\`\`\`\n`, 's').exec(text) ?? [];
  if (configuration === undefined) throw new Error(`docs/servers/${page}.md has no recipe ${name}`);
  return configuration;
}

/** The recipe with other paths, addresses and ports, and no other change; throws if one of them is missing. */
export function recipeAt(page: string, name: string, replacements: Record<string, string>): string {
  const text = recipe(page, name);
  for (const printed of Object.keys(replacements))
    if (!text.includes(printed)) throw new Error(`docs/servers/${page}.md: ${name} does not say ${JSON.stringify(printed)}`);
  // All at once: an inserted value may contain another key, as port 30005 does.
  const any = new RegExp(Object.keys(replacements).map(quoted).join('|'), 'g');
  return text.replace(any, (printed) => replacements[printed] ?? printed);
}

/** Escapes a string for a regular expression. */
const quoted = (printed: string) => printed.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
