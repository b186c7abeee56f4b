import { globSync } from 'node:fs';
import { PROJECT } from '../../local/machine/environment.ts';

/** Entry points on whose cold start an HTTP request waits. New ones are found by their names. */
export const API_ENTRIES = [
  ...globSync('lambdas/**/serve-*.lambda.ts', { cwd: PROJECT }).toSorted(),
  'lambdas/api/pipeline/refuse-unknown-routes.lambda.ts',
  'lambdas/cloudfront-authorizer/authorize-front.lambda.ts',
];

interface Bounds {
  kilobytes: number;
  /** How many times as long as its SDK clients alone the import of a bundle may take. */
  timesTheSdk: number;
}
const USUAL: Bounds = { kilobytes: 800, timesTheSdk: 2 };
const OTHERS: Record<string, Bounds> = {
  // Serves every operation to the people of an organization: a page of the dashboard waits for it, and no program does.
  'lambdas/api/people-api/serve-app.lambda.ts': { kilobytes: 1_000, timesTheSdk: 2.5 },
  // Reads no secret while it is imported, as the others do: its SDK clients alone take half of their time.
  'lambdas/agent-api/serve-agents.lambda.ts': { kilobytes: 450, timesTheSdk: 2.5 },
};

export function boundsOf(entry: string): Bounds {
  return OTHERS[entry] ?? USUAL;
}
