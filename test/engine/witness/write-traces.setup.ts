import { afterEach, expect } from 'vitest';

// Records the unit tests' table requests for prove-expressions.ts, in the folder CPS_TABLE_TRACES if it is set.

const folder = process.env.CPS_TABLE_TRACES;

if (folder) {
  const { tellOfRequests } = await import('../../lambdas/held-items.ts');
  const { traceFile } = await import('./trace-file.ts');
  const file = traceFile(folder, expect.getState().testPath ?? '');
  tellOfRequests(file.hear);
  afterEach(() => file.write(expect.getState().currentTestName ?? ''));
}
