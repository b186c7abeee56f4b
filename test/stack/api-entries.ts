import { globSync } from 'node:fs';
import { PROJECT } from '../../local/machine/environment.ts';

/** What the HTTP API waits for when a function starts cold. New ones are found by their names. */
export const API_ENTRIES = [
  ...globSync('lambdas/**/serve-*.lambda.ts', { cwd: PROJECT }).toSorted(),
  'lambdas/api/pipeline/refuse-unknown-routes.lambda.ts',
  'lambdas/cloudfront-authorizer/authorize-front.lambda.ts',
];

/** It serves every operation, to the people of an organization: a page of the dashboard waits for it, and no program does. */
const FOR_PEOPLE = 'lambdas/api/people-api/serve-app.lambda.ts';

/** How large a bundle may be, and how many times as long as its SDK clients alone its import may take. */
export function boundsOf(entry: string): { kilobytes: number; timesTheSdk: number } {
  return entry === FOR_PEOPLE ? { kilobytes: 1_000, timesTheSdk: 2.5 } : { kilobytes: 800, timesTheSdk: 2 };
}
