import { globSync } from 'node:fs';
import { PROJECT } from '../../local/machine/environment.ts';

/** What the HTTP API waits for when a function starts cold. New ones are found by their names. */
export const API_ENTRIES = [
  ...globSync('lambdas/**/serve-*.lambda.ts', { cwd: PROJECT }).toSorted(),
  'lambdas/api/pipeline/refuse-unknown-routes.lambda.ts',
  'lambdas/front/authorize-front.lambda.ts',
];
