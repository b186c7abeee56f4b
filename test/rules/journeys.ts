import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Import } from './folder-circles.ts';

/** Entry points by pattern; each must be there if another of its journey is. */
interface Journey {
  name: string;
  entries: readonly string[];
  /** Files that one must know to follow it: these, and whatever they import in order to run it. */
  most: number;
}

/** From the check of DNS to the certificate that is served. */
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
      '^lambdas/edge/[^/]+[.]lambda[.]ts$',
      '^lambdas/steps/dns/check-dns[.]lambda[.]ts$',
      ...ISSUANCE,
    ],
    most: 260,
  },
  { name: 'a renewal', entries: ['^lambdas/scan/scan-shard[.]lambda[.]ts$', ...ISSUANCE], most: 220 },
  { name: 'a delivery to a webhook', entries: ['^lambdas/sender/[^/]+[.]lambda[.]ts$'], most: 90 },
  { name: 'a look at the portal', entries: ['^lambdas/portal/[^/]+[.]lambda[.]ts$'], most: 140 },
];

export const JOURNEY_RULE = {
  name: 'no-long-journey',
  comment:
    'Whoever follows this journey has too many files to know (JOURNEYS, test/rules/journeys.ts). Put a small file into the one that alone imports it, or move one constant or function to where it belongs, so that a far file is not needed. Never raise a bound.',
};

/** How many files a breach names as those to begin with. */
const HINTS = 3;

/** The journeys that are too long, or have lost an entry point. `imports`: of values, because a type explains itself. */
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
    if (known.size <= most) return [];
    const hint = easiestToMerge(root, known, imports).join(', ');
    return [{ file: first, found: `${name}: ${known.size} files to know, at most ${most}. Small, for one file only: ${hint}` }];
  });
}

function filesToKnow(starts: readonly string[], imported: ReadonlyMap<string, readonly Import[]>): ReadonlySet<string> {
  const known = new Set(starts);
  // Grows while it is walked.
  for (const file of known) for (const { to } of imported.get(file) ?? []) if (to.endsWith('.ts')) known.add(to);
  return known;
}

/** The smallest of those that one file of the journey alone imports. */
function easiestToMerge(root: string, known: ReadonlySet<string>, imports: readonly Import[]): string[] {
  const importers = Map.groupBy(
    imports.filter(({ from }) => known.has(from)),
    ({ to }) => to,
  );
  return [...known]
    .flatMap((file) => {
      const [importer, another] = new Set((importers.get(file) ?? []).map(({ from }) => from));
      if (importer === undefined || another !== undefined) return [];
      return [{ file, importer, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }];
    })
    .toSorted((a, b) => a.lines - b.lines)
    .slice(0, HINTS)
    .map(({ file, importer, lines }) => `${file} (${lines} lines, for ${importer})`);
}
