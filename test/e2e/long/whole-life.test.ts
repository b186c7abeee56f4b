import { expect, it, onTestFinished } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { PEBBLE_PROFILES } from '../../../local/processes/pebble.ts';
import { api, connection, createWithCname, dns, isActive, until } from '../cloud.ts';
import { scanNow, table, visitNow } from '../operator.ts';
import { served } from '../served.ts';
import { suggestWindow } from '../suggest-window.ts';
import { orderProfile } from './order-profile.ts';

// A domain's whole life in a minute and a half of real time: certificates of 45 s, by a Pebble profile that the stage's setting
// names during this test. renewal.test.ts covers what takes days of a 90-day certificate, with rows made older;
// test/bench/renewals covers a year in virtual time. A cloud of its own would take a minute more.

const SCAN_EVERY_MS = 2_000;

/** Scans as on AWS, but more often. */
async function scannedUntil(id: number, isReached: (domain: DomainResource) => boolean): Promise<DomainResource> {
  const scans = setInterval(() => void scanNow(id), SCAN_EVERY_MS);
  try {
    return await until(id, isReached);
  } finally {
    clearInterval(scans);
  }
}

/** The CA suggests a renewal from now on. */
async function renewedAsSuggested(before: DomainResource): Promise<DomainResource> {
  const { id, url, server_id, certificate } = before;
  const { chainPem } = (await table.get(keys.certificate(connection.organization_id, server_id, url))) ?? {};
  await suggestWindow(String(chainPem), new Date(Date.now() - 86_400_000), new Date(Date.now() + 600_000));
  await visitNow(id);
  const isAnother = (domain: DomainResource) => domain.certificate?.serial_number !== certificate?.serial_number;
  const after = await scannedUntil(id, (domain) => isActive(domain) && isAnother(domain));
  expect((await served(url)).fingerprintSha256).toBe(after.certificate?.fingerprint_sha256);
  return after;
}

it('a domain is issued, renewed twice as its CA suggests, fails to renew, ends, and comes back by itself', async () => {
  onTestFinished(() => orderProfile(PEBBLE_PROFILES.usual));
  await orderProfile(PEBBLE_PROFILES.brief);
  const { id, url } = await createWithCname('whole-life');
  const first = await until(id, isActive);
  const lifetime = Date.parse(first.expires_at ?? '') - Date.parse(first.last_renewed ?? '');
  expect(lifetime).toBeLessThan(45_000);
  const third = await renewedAsSuggested(await renewedAsSuggested(first));

  await dns.delete(url, 'CNAME');
  const failing = await scannedUntil(id, ({ diagnosis }) => diagnosis.code === 'cname_not_found');
  expect([failing.ssl_status, failing.certificate]).toEqual(['active', third.certificate]);
  const ended = await scannedUntil(id, ({ ssl_status }) => ssl_status === 'error');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(third.expires_at ?? ''));
  expect(ended.error).toMatchObject({ code: 'certificate_expired' });

  await orderProfile(PEBBLE_PROFILES.usual);
  await dns.set(url, 'CNAME', [connection.cname_target]);
  const back = await scannedUntil(id, isActive);
  expect((await served(url)).fingerprintSha256).toBe(back.certificate?.fingerprint_sha256);

  // Counted since the third renewal: on a slow machine earlier certificates may have expired, too.
  const { body } = await api<{ data: { type: string; at: string }[] }>('GET', `/domains/${id}/events?limit=100`);
  const sinceThird = body.data.filter(({ at }) => at > (third.last_renewed ?? ''));
  const count = (what: string) => sinceThird.filter(({ type }) => type === what).length;
  expect([count('certificate.installed'), count('certificate.expired')]).toEqual([1, 1]);
  expect(body.data.filter(({ type }) => type === 'certificate.renewal_started').length).toBeGreaterThanOrEqual(3);
});
