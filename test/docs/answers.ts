import { readFileSync } from 'node:fs';

export const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const GUIDES = ['first-domain', 'many-domains', 'nightly-sync', 'limits'].map((name) => `guides/${name}`);
/** The pages for integrators about the API, as one text: a guide for each task, and the general rules. */
export const API_PAGES = [...GUIDES, 'reference/api', 'reference/api-keys']
  .map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'))
  .join('\n');

/** The five calls with which every integration begins, as both pages write them. */
export const FIRST_CALLS = {
  createDomain: `curl -s "$api/domains" "\${keys[@]}" -H`,
  getDomain: `curl -s "$api/domains/$domain_id"`,
  listDomains: `curl -s "$api/domains?`,
  createDomains: `curl -s "$api/domains/bulk"`,
  createWebhook: `curl -s "$api/webhooks"`,
};

/** The complete request of a call on a page, and the first answer after it. */
export function shownCall(page: string, call: string): { request: string; answer: unknown } {
  const from = page.slice(page.indexOf(call));
  if (!page.includes(call)) throw new Error(`the page has no call of ${call}`);
  const request = from.slice(0, from.indexOf('\n```'));
  return { request, answer: JSON.parse(/```json\n(.*?)\n```/s.exec(from)?.[1] ?? 'null') };
}
