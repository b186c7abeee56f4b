import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { headingsOf, plainText } from './headings.ts';

export const PROJECT = join(import.meta.dirname, '../..');

interface Section {
  title: string;
  folder: string;
  /** Pages that come first, in reading order. The others follow by name. */
  order?: readonly string[];
  /** Search weight of its pages. Default: 1. */
  weight?: number;
  /** Pages that integrators and operators rarely need. */
  isBackground?: true;
}

/** The list of pages. A new page appears in its folder's section; a new folder needs a line here. */
const SECTIONS: readonly Section[] = [
  {
    title: 'Guides',
    folder: 'docs/guides',
    weight: 2,
    order: [
      ...['first-domain', 'local-machine', 'program-typescript', 'program-python', 'program-go', 'webhooks', 'webhook-failures'],
      ...['many-domains', 'nightly-sync', 'limits'],
      ...['test-mode', 'going-live', 'moving-a-live-site', 'apex', 'portal', 'widget', 'dashboard', 'clients', 'cps'],
    ],
  },
  { title: 'Packages', folder: 'client/*' },
  { title: 'Webhook receivers', folder: 'docs/receivers', order: ['README', 'node', 'python', 'go'] },
  { title: 'Reference', folder: 'docs/reference', order: ['api', 'errors', 'diagnosis', 'events', 'api-keys', 'audit-log'] },
  {
    title: 'Run the service',
    folder: 'docs/operate',
    order: [
      ...[
        'deploy',
        'first-certificate',
        'update-and-remove',
        'quotas-and-cost',
        'stage',
        'runbook',
        'runbook-tickets',
        'emergencies',
        'recovery',
      ],
      ...['agent', 'certificate-authorities', 'public-domain', 'people', 'mail', 'docs-site'],
    ],
  },
  { title: 'Web servers', folder: 'docs/servers', order: ['README', 'nginx'] },
  { title: 'More', folder: 'docs' },
  { title: 'Inside the service', folder: 'docs/internals', weight: 0.2, isBackground: true },
  { title: 'Decisions', folder: 'docs/decisions', order: ['README'], weight: 0.2, isBackground: true },
];

export interface Page {
  /** Path in the repository, which the manual keeps. */
  source: string;
  address: string;
  title: string;
  summary: string;
  markdown: string;
}

export interface ListedSection extends Section {
  pages: Page[];
}

/** Home page and changelog. */
const [HOME, CHANGES] = ['docs/README.md', 'CHANGELOG.md'];

export interface Manual {
  home: Page;
  changes: Page;
  sections: ListedSection[];
  /** All of these, in their order. */
  pages: Page[];
}

export function readManual(): Manual {
  const listed = SECTIONS.map((section) => ({ ...section, pages: sourcesOf(section).map(readPage) }));
  const sections = listed.filter(({ pages }) => pages.length > 0);
  const [home, changes] = [readPage(HOME), readPage(CHANGES)];
  return { home, changes, sections, pages: [home, ...sections.flatMap(({ pages }) => pages), changes] };
}

function sourcesOf({ folder, order = [] }: Section): string[] {
  return globSync(`${folder}/*.md`, { cwd: PROJECT })
    .filter((source) => source !== HOME)
    .toSorted()
    .toSorted((one, other) => rank(one, order) - rank(other, order));
}

function rank(source: string, order: readonly string[]): number {
  const at = order.indexOf(basename(source, '.md'));
  return at < 0 ? order.length : at;
}

function readPage(source: string): Page {
  const markdown = readFileSync(join(PROJECT, source), 'utf8');
  const [heading] = headingsOf(markdown);
  if (heading?.depth !== 1) throw new Error(`${source} does not begin with a title`);
  const [, summary = ''] = markdown.replaceAll(/<!--.*?-->\s*/gs, '').split('\n\n');
  return { source, address: addressOf(source), title: heading.text, summary: plainText(summary), markdown };
}

/** `docs/receivers/README.md` becomes `receivers/index.html`. */
function addressOf(source: string): string {
  const path = source.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
  return path.toLowerCase().replace(/\.md$/, '.html');
}

/** Address of the page's Markdown, beside the HTML. */
export function markdownAddress({ address }: Page): string {
  return address.replace(/\.html$/, '.md');
}
