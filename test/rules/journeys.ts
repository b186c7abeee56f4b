import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Import } from './folder-circles.ts';

/** Entry points by pattern; each must exist if another one of its journey does. */
interface Journey {
  name: string;
  entries: readonly string[];
  /** The maximum number of lines to read: of these files and of their runtime imports. */
  most: number;
}

/** The journey from the DNS check to the served certificate. */
const ISSUANCE = [
  '^lambdas/relay/relay-outbox[.]lambda[.]ts$',
  '^lambdas/steps/issuance/(prepare-issuance|create-order|answer-challenge|poll-order|finalize-order|download-certificate)[.]lambda[.]ts$',
  '^lambdas/steps/installation/verify-installation[.]lambda[.]ts$',
];

const JOURNEYS: readonly Journey[] = [
  {
    name: 'from POST to served',
    entries: [
      '^lambdas/api/domains/serve-registrations[.]lambda[.]ts$',
      '^lambdas/agent-api/[^/]+[.]lambda[.]ts$',
      '^lambdas/steps/dns/check-dns[.]lambda[.]ts$',
      ...ISSUANCE,
    ],
    most: 20_000,
  },
  { name: 'a renewal', entries: ['^lambdas/renewal-scan/scan-shard[.]lambda[.]ts$', ...ISSUANCE], most: 13_000 },
  { name: 'a delivery to a webhook', entries: ['^lambdas/webhook-sender/[^/]+[.]lambda[.]ts$'], most: 4_500 },
  { name: 'a look at the portal', entries: ['^lambdas/portal/[^/]+[.]lambda[.]ts$'], most: 11_500 },
];

export const JOURNEY_RULE = {
  name: 'no-long-journey',
  comment:
    'Whoever follows this journey must know too many lines (JOURNEYS, test/rules/journeys.ts): take away what it can do without.',
};

/** Opens every port, of which a journey uses some: a reader does not need it. */
const WIRING = /[.]wiring[.]ts$/;

/** Journeys that are too long or lack an entry point. `imports`: without type-only ones, because types explain themselves. */
export function longJourneys(
  root: string,
  files: readonly string[],
  imports: readonly Import[],
  journeys: readonly Journey[] = JOURNEYS,
): { file: string; found: string }[] {
  const imported = Map.groupBy(imports, ({ from }) => from);
  return journeys.flatMap(({ name, entries, most }) => {
    const starts = entries.map((pattern) => files.filter((file) => new RegExp(pattern).test(file)));
    const [first] = starts.flat();
    if (first === undefined) return [];
    const gone = entries.filter((_, position) => starts[position]?.length === 0);
    if (gone.length > 0) return [{ file: first, found: `${name} has no entry point ${gone.join(', ')}` }];
    const known = filesToKnow(starts.flat(), imported);
    const lines = [...known].reduce((sum, file) => sum + linesOf(root, file), 0);
    return lines <= most ? [] : [{ file: first, found: `${name}: ${lines} lines to know, at most ${most}` }];
  });
}

function filesToKnow(starts: readonly string[], imported: ReadonlyMap<string, readonly Import[]>): ReadonlySet<string> {
  const known = new Set(starts);
  // Grows during the iteration.
  for (const file of known)
    for (const { to } of imported.get(file) ?? []) if (to.endsWith('.ts') && !WIRING.test(to)) known.add(to);
  return known;
}

function linesOf(root: string, file: string): number {
  return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
}
