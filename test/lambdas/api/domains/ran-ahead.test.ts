import { describe, expect, it } from 'vitest';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, issued, later } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { aTestKey } from '../a-test-key.ts';
import { type ApiCall, clock, DOMAIN_ID, itemOf, itemsUnder, serverItem, tableHolds } from '../api-caller.ts';
import { domainsApi, places } from './a-creation.ts';

const DAY = 24 * HOUR;
const url = 'shop.customer.com';
const { tenant, headers, items: ofTestKey } = aTestKey();
/** The domain's own clock. The organization's test clock is a day ahead; an event gets the later of both times. */
const reached = later(3 * DAY).toISOString();
const active = aDomain('active', { url, organizationId: tenant, updatedAt: reached });
const failed = aDomain('failed', {
  ...{ url, organizationId: tenant, updatedAt: reached, dnsStatus: 'error' },
  diagnosis: { code: 'dns_validation_timeout', evidence: [] },
});

const { call } = domainsApi({}, { settings: { ...settings, acme: { ...settings.acme, caName: issued.ca } } });
const path = `/api/domains/${DOMAIN_ID}`;
const CHANGES: [string, ApiCall, typeof active | typeof failed][] = [
  ['PATCH', { method: 'PATCH', path, body: { metadata: { plan: 'b' } } }, active],
  ['a move to another server', { method: 'PATCH', path, body: { server_id: 2 } }, active],
  ['a renewal', { path: `${path}/renew` }, active],
  ['a revocation', { path: `${path}/revoke`, body: { reason: 'superseded' } }, active],
  ['a retry', { path: `${path}/retry` }, failed],
  ['a deletion', { method: 'DELETE', path }, active],
];
const certificateOf = (organizationId: string) => ({
  ...keys.certificate(organizationId, 1, url),
  ...{ organizationId, serverId: 1, hostname: url, domainId: DOMAIN_ID, attempt: 1, state: 'present', facts: issued },
  chainPem: '-----BEGIN CERTIFICATE-----\nTEVBRg==\n-----END CERTIFICATE-----\n',
  ...{ sealedKey: { dataKey: '', iv: '', tag: '', ciphertext: '' }, handshakes: {} },
});

async function changedAt(change: ApiCall, domain: typeof active | typeof failed, now: Date) {
  const { organizationId } = domain;
  const isTest = organizationId === tenant;
  const claim = { ...keys.claim(domain.url, isTest ? tenant : undefined), domainId: DOMAIN_ID, organizationId, state: 'held' };
  const servers = [serverItem(1), serverItem(2, 'secondsecondseco')].map((server) => ({
    ...server,
    ...keys.server(organizationId, server.id),
    organizationId,
  }));
  const items = tableHolds(...places, ...ofTestKey, itemOf(domain), claim, certificateOf(organizationId), ...servers);
  clock.now = now;
  const { status, json } = await call({ ...change, ...(isTest && { headers }) });
  const row = (items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`) ?? {}) as { updatedAt?: string; listed?: { updatedAt: string } };
  const events = itemsUnder(items, 'OUTBOX#').flatMap(({ createdAt }) => createdAt ?? []);
  return { status: status === 200 ? 200 : json, at: [...new Set([row.listed?.updatedAt ?? row.updatedAt, ...events])] };
}

describe('a domain of test mode that is ahead of its organization’s clock', () => {
  it.each(CHANGES)(
    'is changed at its own time by %s, so that no event comes before an earlier one',
    async (_, change, domain) => {
      expect(await changedAt(change, domain, later(DAY))).toEqual({ status: 200, at: [reached] });
    },
  );

  it.each(CHANGES)('is changed at that of the clock by %s, once that has overtaken it', async (_, change, domain) => {
    const now = later(4 * DAY);
    expect(await changedAt(change, domain, now)).toEqual({ status: 200, at: [now.toISOString()] });
  });
});

describe('a domain of live mode', () => {
  const asked = CHANGES.filter(([what]) => ['a renewal', 'a deletion'].includes(what));

  it.each(asked)('is changed by %s when it is asked for, whatever another clock has written', async (_, change, domain) => {
    const live = aDomain('active', { url: 'shop.customer.com', updatedAt: domain.updatedAt });
    expect(await changedAt(change, live, later(DAY))).toEqual({ status: 200, at: [later(DAY).toISOString()] });
  });
});
