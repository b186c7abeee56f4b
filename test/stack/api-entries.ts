import { globSync } from 'node:fs';
import { PROJECT } from '../../local/machine/environment.ts';

/** Entry points on whose cold start an HTTP request waits. New ones are found by their names. */
export const API_ENTRIES = [
  ...globSync('lambdas/**/serve-*.lambda.ts', { cwd: PROJECT }).toSorted(),
  'lambdas/api/pipeline/refuse-unknown-routes.lambda.ts',
  'lambdas/cloudfront-authorizer/authorize-front.lambda.ts',
];

/** Serves all operations to people: only pages of the dashboard wait for it, no programs. */
const FOR_PEOPLE = 'lambdas/api/people-api/serve-app.lambda.ts';

/** Bounds of a bundle's size, and of its import time as a multiple of its SDK clients'. */
export function boundsOf(entry: string): { kilobytes: number; timesTheSdk: number } {
  return entry === FOR_PEOPLE ? { kilobytes: 1_000, timesTheSdk: 2.5 } : { kilobytes: 800, timesTheSdk: 2 };
}
