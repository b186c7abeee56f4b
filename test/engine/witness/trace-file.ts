import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Answered } from '../../lambdas/held-items.ts';
import { type Trace, traceOf } from './trace.ts';
import { asJson } from './wire.ts';

const LARGEST_BYTES = 100_000;
const MAX_ITEMS = 2_000;

export type TestedTrace = Trace & { test: string };

/**
 * Records the table requests of a test file: the first of each kind with the same result. Deletes the records of an earlier run.
 */
export function traceFile(folder: string, testPath: string) {
  const path = relative(process.cwd(), testPath);
  const file = join(folder, `${path.replaceAll(/[\\/]/g, '~')}.jsonl`);
  const kinds = new Set<string>();
  let heard: Answered[] = [];
  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  return {
    hear(request: Answered): void {
      const kind = kindOf(request);
      if (kinds.has(kind) || request.before.size > MAX_ITEMS) return;
      kinds.add(kind);
      heard.push(request);
    },
    write(test: string): void {
      const lines = heard.map((request) => asJson({ test: `${path}: ${test}`, ...traceOf(request) }));
      heard = [];
      for (const line of lines) if (line.length < LARGEST_BYTES) appendFileSync(file, `${line}\n`);
    },
  };
}

/** The records of all test files that still exist. */
export function readTraces(folder: string): TestedTrace[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const present = files.filter((name) => existsSync(name.replaceAll('~', '/').replace(/[.]jsonl$/, '')));
  return present.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}

function kindOf({ action, input, error }: Answered): string {
  const reasons = (error as { CancellationReasons?: { Code?: string }[] } | undefined)?.CancellationReasons;
  return JSON.stringify([action, askedBy(input), error?.name, reasons?.map(({ Code }) => Code)]);
}

/** What distinguishes requests of one action: the index, if any, and the expressions. */
export function askedBy(request: { IndexName?: unknown }): string[] {
  return [...(request.IndexName === undefined ? [] : [String(request.IndexName)]), ...expressionsIn(request)];
}

/** The expressions of a request, including those of a transaction's parts. */
export function expressionsIn(request: unknown): string[] {
  if (typeof request !== 'object' || request === null) return [];
  return Object.entries(request).flatMap(([name, value]) => {
    if (name.endsWith('Expression')) return typeof value === 'string' ? [value] : [];
    return /^(Item|Key|ExpressionAttributeValues)$/.test(name) ? [] : expressionsIn(value);
  });
}
