import { beforeEach, describe, expect, it } from 'vitest';
import { inheritedNames } from '../inherited-names.ts';
import { edgeHolds, log, send } from './agents-endpoint.ts';
import { announced, identity, request, signedRequest } from './an-agent.ts';

const every = (value: unknown) => Object.fromEntries(inheritedNames.map((name) => [name, value]));
const hostile = [...inheritedNames, every('x'), every(every(null)), [every(null)]];
const publicPart = ({ kty, crv, x, y }: typeof identity.signing_jwk) => ({ kty, crv, x, y });
const enrollment = {
  token: 'enr_unknown',
  name: 'web 2',
  signing_jwk: publicPart(identity.signing_jwk),
  encryption_jwk: publicPart(identity.encryption_jwk),
};
const handshake = { hostname: 'shop.customer.com', fingerprint_sha256: 'cd'.repeat(32) };

beforeEach(() => {
  edgeHolds([announced('shop.customer.com', 0)]);
});

describe('names that every object inherits', () => {
  it.each(Object.keys(enrollment))('are refused or unknown in the %s of an enrollment', async (field) => {
    for (const value of hostile) {
      const body = JSON.stringify({ ...enrollment, ...every('x'), [field]: value });
      expect([201, 401, 422]).toContain((await send(request({ method: 'POST', path: '/edge/v1/machines', body }))).status);
    }
  });

  it.each(Object.keys(handshake))('are refused or unknown in the %s of a report', async (field) => {
    for (const value of hostile) {
      const body = JSON.stringify({ handshakes: [{ ...handshake, ...every('x'), [field]: value }] });
      expect([200, 422]).toContain((await send(await signedRequest({ method: 'POST', path: '/edge/v1/reports', body }))).status);
    }
    expect(log.mock.calls.filter(([level]) => level === 'error')).toEqual([]);
  });

  it('are no cursor of an agent: the list starts from the beginning', async () => {
    for (const value of [...inheritedNames, every('x'), [every(null)]]) {
      const query = `since=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
      expect((await send(await signedRequest({ query }))).status).toBe(200);
    }
  });
});
