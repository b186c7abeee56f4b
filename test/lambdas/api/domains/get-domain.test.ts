import { beforeEach, describe, expect, it } from 'vitest';
import { getDomain } from '../../../../lambdas/api/domains/get-domain.ts';
import { DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, iso, issued, NOW } from '../../a-domain.ts';
import { inEveryPhase } from '../../lifecycle/every-phase.ts';
import { apiCaller, DOMAIN_ID, itemOf, opened, tableHolds } from '../api-caller.ts';

const call = apiCaller(opened([getDomain]));
const get = (id: string | number = DOMAIN_ID, more = {}) => call({ method: 'GET', path: `/api/domains/${id}`, ...more });
const stored = (domain: Domain) => tableHolds(itemOf(domain));

beforeEach(() => stored(aDomain('awaiting-dns')));

describe('200: a domain', () => {
  it.each(inEveryPhase.filter(([phase]) => phase !== 'removing'))(
    'a domain in phase %s is what the reference says it is',
    async (_, domain) => {
      stored(domain);
      const { status, json } = await get();
      expect(status).toBe(200);
      expect(DomainResource.parse(json)).toEqual(json);
    },
  );

  it.each([
    ['xn--bcher-kva.customer.com', 'bücher.customer.com'],
    ['shop.xn--fsqu00a.xn--fiqs8s', 'shop.例子.中国'],
    ['xn--ls8h.customer.com', '💩.customer.com'],
    ['shop.customer.com', undefined],
  ])('an internationalized name is shown as DNS and as people write it, one in ASCII once: %s', async (url, unicode) => {
    stored(aDomain('awaiting-dns', { url }));
    const { json } = await get();
    expect([json.url, json.url_unicode, 'url_unicode' in json]).toEqual([url, unicode, unicode !== undefined]);
    expect(DomainResource.parse(json)).toEqual(json);
  });

  it('a domain that is active shows its certificate and dates', async () => {
    stored(aDomain('active', { served: { renewAt: iso(0) } }));
    expect((await get()).json).toMatchObject({
      ssl_status: 'active',
      renews_on: '2026-06-01',
      last_renewed: NOW.toISOString(),
      expires_at: issued.notAfter,
      certificate: { fingerprint_sha256: issued.fingerprintSha256, serial_number: '0a', key_type: 'EC P-256' },
      dns_records: [{ state: 'ok' }],
      diagnosis: { code: 'ok' },
    });
  });

  it('a domain that is pending shows looks that were not written, and when the next one is', async () => {
    const lastCheck = { at: iso(-700_000), nextAt: iso(-400_000) };
    stored(
      aDomain('awaiting-dns', {
        diagnosis: { code: 'cname_not_found', evidence: [], checkedAt: iso(-700_000) },
        execution: { lastCheck },
      }),
    );
    expect((await get()).json.diagnosis).toMatchObject({ checked_at: iso(-100_000), next_check_at: iso(200_000) });
  });

  it.each([
    ['to come', 1_800_000, 1_800_000],
    ['due, and waits for the scan', -100_000, 200_000],
  ])('a domain whose DNS window is over shows the next of the checks that go on, which is %s', async (_, planned, shown) => {
    const error = { code: 'dns_validation_timeout' as const, details: { domain: 'shop.customer.com' } };
    const diagnosis = { code: 'dns_validation_timeout' as const, evidence: [] };
    stored(aDomain('failed', { dnsStatus: 'error', diagnosis, error, nextCheckAt: iso(planned) }));
    expect((await get()).json).toMatchObject({
      error: { code: 'dns_validation_timeout' },
      diagnosis: { next_check_at: iso(shown) },
    });
  });

  it('a domain that moves says from where, and how far it is', async () => {
    stored(aDomain('moving'));
    expect((await get()).json).toMatchObject({ server_id: 2, move: { from_server_id: 1, state: 'installing' } });
  });

  it('a domain with a wrong CNAME shows what was observed and the error of the specification', async () => {
    const details = {
      domain: 'shop.customer.com',
      actual_target: 'other.net',
      expected_target: 'abcdefghijklmnop.cname.service.net',
    };
    stored(
      aDomain('awaiting-dns', {
        diagnosis: { code: 'invalid_cname_target', observed: 'other.net', evidence: [] },
        error: { code: 'invalid_cname_target', details },
      }),
    );
    expect((await get()).json).toMatchObject({
      dns_records: [{ state: 'wrong', observed: 'other.net' }],
      error: { code: 'invalid_cname_target', message: expect.any(String), details },
      diagnosis: { code: 'invalid_cname_target', actor: 'customer', fix: { records: [{ action: 'change', type: 'CNAME' }] } },
    });
  });

  it('a domain never shows a key, a CSR or an order', async () => {
    stored(aDomain('finalizing'));
    expect(JSON.stringify((await get()).json)).not.toMatch(/sealed|csr|CERTIFICATE REQUEST|orderUrl|ciphertext/i);
  });
});
