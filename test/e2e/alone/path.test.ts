import { describe, expect, it, onTestFinished } from 'vitest';
import {
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
import { watchCa } from './ca-log.ts';

describe('a domain', () => {
  it('a domain goes from POST to served HTTPS, saying at each moment what is missing', async () => {
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
    const active = await until(created.id, isActive);
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
    expect(timeline.map(({ what }) => what)).toEqual([
      'domain.created',
      'dns.checked',
      'domain.validated',
      'certificate.prepared',
      'order.created',
      'challenge.answered',
      'order.ready',
      'order.finalized',
      'certificate.downloaded',
      'certificate.installed',
    ]);
  });

  it('a domain whose DNS is right at the first look takes at most 21 state transitions and 9 requests to the CA', async () => {
    // Nonces that Pebble refuses by chance, and the account that a new Pebble does not know, are not the certificate's.
    await component('pebble').stop();
    await component('pebble').start({ PEBBLE_WFE_NONCEREJECT: '0' });
    onTestFinished(async () => {
      await component('pebble').stop();
      await component('pebble').start();
    });
    await until((await createWithCname('warm-up')).id, isActive);
    const ca = watchCa();
    const { id } = await createWithCname('counted');
    await until(id, isActive);
    const requests = ca.requests();

    const [execution] = await executionsOf(id);
    const transitions = await transitionsOf(execution?.executionArn ?? '');
    const polls = transitions.filter((name) => /^wait/i.test(name)).length;
    const furtherPolls = Math.max(0, polls - 3); // one look at the order, at the certificate, at the server
    expect(transitions.length - 3 * furtherPolls).toBeLessThanOrEqual(21);
    expect(ca.orders()).toBe(1);
    expect(requests).toBeLessThanOrEqual(9);
  });
});
