import { describe, expect, inject, it } from 'vitest';
import type { PortName } from '../../../local/machine/ports.ts';
import { loadApi } from '../../bench/api-load/load-api.ts';
import { flood } from '../../bench/flood/junk-challenges.ts';
import { issueInTurns, requestsEach, sum } from '../../bench/issuance/issue-rounds.ts';
import { startPebble } from '../../bench/pebble.ts';
import { connection, createDomain, createWithCname, dns, isActive, newHostname, stateDir, until } from '../cloud.ts';

// The measurements of `npm run bench` in seconds, with the same bounds on counts.

const REQUESTS = 16;
/** Order, authorization, challenge, finalization and certificate (docs/decisions/0003-own-acme-calls.md). */
const REQUESTS_EACH = 5;
/** The flood of unknown challenges, and the agent's bound on lookups at the service. */
const JUNK = { perSecond: 1_000, most: 20_000 };
const QUESTIONS_PER_SECOND = 5;

const port = (name: PortName) => inject('ports')[name];
async function questionsOfAgent(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port('agent')}/metrics`)).text();
  return Number(/^cps_agent_challenge_questions_total (\d+)$/m.exec(metrics)?.[1]);
}

describe('the short form of the benches', () => {
  it('has the API answer each request of eight callers at once', async () => {
    const loads = await loadApi({ baseUrl: connection.base_url, stateDir, requests: REQUESTS });
    expect(Object.values(loads).map(({ errors }) => errors)).toEqual([0, 0, 0]);
  });

  it('has a first certificate issued while its server is asked for 1,000 junk challenges a second, of which the service hears 5', async () => {
    const active = await until((await createWithCname('known')).id, isActive);
    const url = newHostname('flooded');
    await dns.set(url, 'CNAME', [connection.cname_target]);
    const hosts = [active.url, url, newHostname('stranger')];
    const startedMs = performance.now();
    const before = await questionsOfAgent();
    const junk = flood({ address: '127.0.0.1', port: port('edgeHttp'), hosts, ...JUNK });
    const domain = await until((await createDomain(url)).id, isActive);
    const { sent, seconds, statuses } = await junk.stop();
    const asked = (await questionsOfAgent()) - before;
    // Requests that were queued when the flood ended are looked up after it.
    const askedSeconds = (performance.now() - startedMs) / 1000;
    console.log(`${sent} junk challenges in ${seconds.toFixed(1)} s: ${JSON.stringify(statuses)}, ${asked} questions`);
    expect(domain.certificate).toBeDefined();
    expect(statuses[200]).toBeUndefined();
    // Other tests and its own web server may have asked the agent, too: all share the same limit.
    expect(asked).toBeLessThanOrEqual(QUESTIONS_PER_SECOND * (askedSeconds + 1));
    expect(sent).toBeGreaterThan(5 * asked);
  });

  it('has the CA asked five times for a certificate, beside looks at its order: as by a bare flow', async () => {
    // Nonces that Pebble rejects at random would add requests.
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
