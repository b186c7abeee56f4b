import { describe, expect, it, onTestFinished } from 'vitest';
import { createWithOwnCaa } from '../age.ts';
import { watchCa } from '../ca-log.ts';
import {
  api,
  component,
  connection,
  createDomain,
  createWithCname,
  diagnosedAs,
  dns,
  isActive,
  newHostname,
  until,
} from '../cloud.ts';
import { admin, executionsOf, transitionsOf } from '../operator.ts';
import { served } from '../served.ts';

/** ACME requests per certificate (docs/decisions/0003-own-acme-calls.md), and one poll of an order that is not ready yet. */
const WARM_REQUESTS = 7 + 1;

const ON_THE_PATH = ['cname_not_found', 'in_progress', 'ok'];

describe('a domain', () => {
  it('goes from POST to served HTTPS, saying at each moment what is missing', async () => {
    const url = newHostname('shop');
    const created = await createDomain(url);
    expect(created).toMatchObject({ url, dns_status: 'pending', ssl_status: 'pending', cname_target: connection.cname_target });

    const waiting = await until(created.id, diagnosedAs('cname_not_found'));
    expect(waiting).toMatchObject({
      dns_status: 'pending',
      error: { code: 'cname_not_found', details: { domain: url, expected_target: connection.cname_target } },
      diagnosis: {
        actor: 'customer',
        fix: { records: [{ action: 'add', type: 'CNAME', name: url, value: connection.cname_target }] },
      },
    });

    await dns.set(url, 'CNAME', [connection.cname_target.toUpperCase()]);
    const said = new Map<string, (typeof waiting)['diagnosis']>();
    const active = await until(created.id, (domain) => {
      said.set(domain.diagnosis.code, domain.diagnosis);
      return isActive(domain);
    });
    // A failure shows the evidence of the unexpected diagnoses.
    expect([...said.values()].filter(({ code }) => !ON_THE_PATH.includes(code))).toEqual([]);
    expect(active).toMatchObject({
      renews_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      last_renewed: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      diagnosis: { code: 'ok', actor: 'nobody' },
      dns_records: [{ state: 'ok' }],
      certificate: { key_type: expect.any(String), ca: 'Pebble' },
    });
    expect(active).not.toHaveProperty('error');

    const { fingerprintSha256, status } = await served(url);
    expect({ fingerprintSha256, status }).toEqual({ fingerprintSha256: active.certificate?.fingerprint_sha256, status: 200 });
    const { timeline } = await admin<{ timeline: { what: string }[] }>('timeline', '--domain', String(created.id));
    // A CA that issues before it answers makes `order.finalized` unnecessary.
    expect(timeline.map(({ what }) => what).filter((what) => what !== 'order.finalized')).toEqual([
      'domain.created',
      'dns.checked',
      'domain.validated',
      'certificate.prepared',
      'challenge.answered',
      'certificate.downloaded',
      'certificate.installed',
    ]);
  });

  it('whose CAA records forbid its certificate gets no order, and continues automatically when they allow it', async () => {
    const zone = newHostname('caa');
    const url = `shop.${zone}`;
    await dns.set(zone, 'CAA', ['0 issue "another-ca.example"']);
    const ca = watchCa();
    const { id } = await createWithOwnCaa(url);
    const { ssl_status, dns_status, diagnosis } = await until(id, diagnosedAs('caa_forbids_issuance'));
    expect([ssl_status, dns_status, diagnosis.actor]).toEqual(['pending', 'validated', 'customer']);
    const missing = {
      action: 'add',
      type: 'CAA',
      name: zone,
      host: zone.replace('.customer.test', ''),
      value: '0 issue "pebble.letsencrypt.org"',
    };
    expect(diagnosis.fix.records).toEqual([missing]);
    expect(ca.orders()).toBe(0);
    await dns.set(zone, 'CAA', ['0 issue "another-ca.example"', missing.value]);
    await until(id, isActive);
    expect(ca.orders()).toBe(1);
  });

  it('with the right DNS at the first check takes at most 17 state transitions and 8 requests to the CA, and its renewal 15 and 8', async () => {
    // Nonces that Pebble rejects at random, or an account that a new Pebble lacks, would add requests.
    await component('pebble').stop();
    await component('pebble').start({ PEBBLE_WFE_NONCEREJECT: '0' });
    onTestFinished(async () => {
      await component('pebble').stop();
      await component('pebble').start();
    });
    // A process keeps the CA's nonce from its second request on.
    for (const name of ['first', 'second']) await until((await createWithCname(name)).id, isActive);
    const issuance = watchCa();
    const { id } = await createWithCname('counted');
    const { certificate } = await until(id, isActive);
    expect([issuance.orders(), issuance.requests() <= WARM_REQUESTS]).toEqual([1, true]);
    expect(await transitionsWithoutFurtherPolls(id)).toBeLessThanOrEqual(17);

    const renewal = watchCa();
    expect((await api('POST', `/domains/${id}/renew`)).status).toBe(200);
    await until(id, (domain) => isActive(domain) && domain.certificate?.serial_number !== certificate?.serial_number);
    expect([renewal.orders(), renewal.requests() <= WARM_REQUESTS]).toEqual([1, true]);
    expect(await transitionsWithoutFurtherPolls(id)).toBeLessThanOrEqual(15);
  });
});

/** Transitions of the newest execution, as if it had polled the order, the certificate and the server once each. */
async function transitionsWithoutFurtherPolls(id: number): Promise<number> {
  const [execution] = await executionsOf(id);
  const transitions = await transitionsOf(execution?.executionArn ?? '');
  const polls = transitions.filter((name) => /^wait/i.test(name)).length;
  return transitions.length - 3 * Math.max(0, polls - 3);
}
