import { afterEach, expect } from 'vitest';

// Where CPS_TABLE_TRACES names a folder, what the unit tests ask of their table is written there, for prove-expressions.ts.

const folder = process.env.CPS_TABLE_TRACES;

if (folder) {
  const { tellOfRequests } = await import('../../lambdas/held-items.ts');
  const { traceFile } = await import('./trace-file.ts');
  const file = traceFile(folder, expect.getState().testPath ?? '');
  tellOfRequests(file.hear);
  afterEach(() => file.write(expect.getState().currentTestName ?? ''));
}
