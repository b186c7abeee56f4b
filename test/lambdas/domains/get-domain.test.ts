import { beforeEach, describe, expect, it } from 'vitest';
import { aDomain, iso, issued, NOW } from '../a-domain.ts';
import { call, DOMAIN_ID, dynamo, keyItem, serverItem, tableHolds } from './api-caller.ts';

const stored = (domain: object) => tableHolds({ ...keyItem(), ...serverItem, [`DOMAIN#${DOMAIN_ID}`]: domain });
const get = (id: string | number, more = {}) => call({ method: 'GET', path: `/api/domains/${id}`, ...more });

beforeEach(() => stored(aDomain('awaiting-dns')));

describe('200: a domain', () => {
  it('takes two requests to the table', async () => {
    expect((await get(DOMAIN_ID)).status).toBe(200);
    expect(dynamo.calls()).toHaveLength(2);
  });

  it('that is active shows its certificate and dates', async () => {
    stored(
      aDomain('active', {
        sslStatus: 'active',
        dnsStatus: 'validated',
        renewAt: iso(0),
        diagnosis: { code: 'ok', evidence: [] },
      }),
    );
    expect((await get(DOMAIN_ID)).json).toMatchObject({
      ssl_status: 'active',
      renews_on: '2026-06-01',
      last_renewed: NOW.toISOString(),
      expires_at: issued.notAfter,
      certificate: { fingerprint_sha256: issued.fingerprintSha256, serial_number: '0a', key_type: 'EC P-256' },
      dns_records: [{ state: 'ok' }],
      diagnosis: { code: 'ok' },
    });
  });

  it('with a wrong CNAME shows what was observed and the error of the specification', async () => {
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
    expect((await get(DOMAIN_ID)).json).toMatchObject({
      dns_records: [{ state: 'wrong', observed: 'other.net' }],
      error: { code: 'invalid_cname_target', message: expect.any(String), details },
      diagnosis: { code: 'invalid_cname_target', actor: 'customer', fix: { records: [{ action: 'change', type: 'CNAME' }] } },
    });
  });

  it('never shows a key, a CSR or an order', async () => {
    stored(aDomain('finalizing'));
    expect(JSON.stringify((await get(DOMAIN_ID)).json)).not.toMatch(/sealed|csr|CERTIFICATE REQUEST|orderUrl|ciphertext/i);
  });
});

it('422: a query parameter is refused by name', async () => {
  const { status, json } = await get(DOMAIN_ID, { query: 'expand=events' });
  expect(status).toBe(422);
  expect(json.error.details.errors).toEqual({ expand: ['is not a known parameter'] });
});

describe('404', () => {
  it('a domain that is not there names its id', async () => {
    expect((await get(42)).json).toMatchObject({ error: { code: 'resource_not_found', details: { domain_id: 42 } } });
  });

  it("another organization's domain is answered like one that is not there", async () => {
    stored(aDomain('awaiting-dns', { organizationId: 'org_B' }));
    const foreign = await get(DOMAIN_ID);
    expect(foreign).toMatchObject({ status: 404, json: { error: { details: { domain_id: DOMAIN_ID } } } });
  });

  it.each(['0', '-1', '1.5', '1.0', '01', '9007199254740992', '99999999999999999999', 'abc', '%20', '%', '%31', 'null', '1e3'])(
    'an id that is none is not repeated back: %s',
    async (id) => {
      const { status, json } = await get(id);
      expect(status).toBe(404);
      expect(json.error).toEqual({ code: 'resource_not_found', message: expect.any(String) });
      expect(dynamo.calls()).toHaveLength(1); // the key
    },
  );

  it.each(['/api/domains/', '/api/domains/1/', '/api/domains/1/x', '/api', '/api/nothing', '//'])(
    'there is nothing at %s, with or without a key',
    async (path) => {
      for (const headers of [{}, { 'x-api-key': '' }]) {
        expect((await call({ method: 'GET', path, headers })).json.error.code).toBe('resource_not_found');
      }
      expect(dynamo.calls()).toHaveLength(0);
    },
  );
});

describe('405', () => {
  it.each([
    ['PUT', '/api/domains/1', 'GET'],
    ['HEAD', '/api/domains/1', 'GET'],
    ['OPTIONS', '/api/domains', 'POST'],
    ['GET', '/api/domains', 'POST'],
  ])('%s %s says what is allowed, before any key is looked at', async (method, path, allow) => {
    const { status, headers, json } = await call({ method, path, headers: { 'x-api-key': '' } });
    expect(status).toBe(405);
    expect(json.error.code).toBe('method_not_allowed');
    expect(headers.allow).toBe(allow);
  });
});
