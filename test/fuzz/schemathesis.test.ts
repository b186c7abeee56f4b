import { beforeAll, describe, it } from 'vitest';
import { connection } from '../e2e/cloud.ts';
import { admin } from '../e2e/operator.ts';
import { type Fuzzing, installSchemathesis, runSchemathesis, unlimitedKey } from './schemathesis.ts';

const INSTALL_MS = 180_000;
/** It takes a minute and a half on an idle machine. */
const RUN_MS = 600_000;

let key: Fuzzing['key'];
beforeAll(async () => {
  await installSchemathesis();
  key = await unlimitedKey(admin);
}, INSTALL_MS);

describe('the deployed API', () => {
  it(
    'keeps to its OpenAPI document whatever is sent (npm run prove -- api-long runs longer)',
    async () => {
      await runSchemathesis({ siteUrl: connection.site_url, key, options: ['--seed', '1', '--max-examples', '5'] });
    },
    RUN_MS,
  );
});
