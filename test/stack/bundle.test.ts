import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../lib/bundle.ts';

const LARGEST_BYTES = 400_000;

/** What the HTTP API waits for when a function starts cold. */
const apiEntries = [
  'lambdas/domains/serve-domains.lambda.ts',
  'lambdas/shared/http/refuse-unknown-routes.lambda.ts',
  'lambdas/issuance/serve-challenges.lambda.ts',
  'lambdas/installation/serve-agents.lambda.ts',
];

describe.each(apiEntries)('the bundle of %s', (entry) => {
  const directory = mkdtempSync(join(tmpdir(), 'bundle-'));
  const inputs = Object.keys(bundle(entry, directory).inputs);

  it('is at most 400 kB', () => {
    expect(statSync(join(directory, 'index.mjs')).size).toBeLessThanOrEqual(LARGEST_BYTES);
  });

  it('contains no ACME client and no second implementation of TLS', () => {
    expect(inputs.filter((file) => /node-forge|acme-client|issuance\/acme/.test(file))).toEqual([]);
  });

  it('looks for its credentials in its environment only', () => {
    expect(inputs.filter((file) => /credential-provider-(node|ini|sso|process|http|login)\//.test(file))).toEqual([]);
  });
});
