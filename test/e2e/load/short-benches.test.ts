import { describe, expect, it } from 'vitest';
import { issueInTurns, requestsEach, sum } from '../../bench/issuance/issue-rounds.ts';
import { loadApi } from '../../bench/load-api.ts';
import { startPebble } from '../../bench/pebble.ts';
import { connection, stateDir } from '../cloud.ts';

// What `npm run bench` measures in its long form, in seconds and with its bounds on counts.

const REQUESTS = 16;
/** Order, authorization, challenge, finalization and certificate (docs/decisions/0003-own-acme-calls.md). */
const REQUESTS_EACH = 5;

describe('the short form of the benches', () => {
  it('has the API answer each request of eight callers at once', async () => {
    const loads = await loadApi({ baseUrl: connection.base_url, stateDir, requests: REQUESTS });
    expect(Object.values(loads).map(({ errors }) => errors)).toEqual([0, 0, 0]);
  });

  it('has the CA asked five times for a certificate, beside looks at its order: as by a bare flow', async () => {
    // Nonces that Pebble refuses by chance are not the certificate's.
    const pebble = await startPebble({ nonceRejectPercent: 0 });
    try {
      const [ours, , bareFlow] = await issueInTurns(pebble, { rounds: 1, certificates: 8 });
      expect(requestsEach(sum(ours.rounds))).toBe(REQUESTS_EACH);
      expect(requestsEach(sum(bareFlow?.rounds ?? []))).toBe(REQUESTS_EACH);
    } finally {
      await pebble.stop();
    }
  });
});
