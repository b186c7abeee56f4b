import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { revokeDomain } from '../../../../lambdas/api/domains/revoke-domain.ts';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, issued, later, NOW, served } from '../../a-domain.ts';
import { certificate } from '../../agent-api/an-agent.ts';
import { settings } from '../../settings.ts';
import {
  type ApiCall,
  apiCaller,
  clock,
  DOMAIN_ID,
  itemOf,
  itemsUnder,
  meanwhile,
  opened,
  tableHolds,
  writes,
} from '../api-caller.ts';

const call = apiCaller(opened([revokeDomain], { settings: { ...settings, acme: { ...settings.acme, caName: issued.ca } } }));
const revoke = (more: Partial<ApiCall> = {}) =>
  call({ path: `/api/domains/${DOMAIN_ID}/revoke`, body: { reason: 'keyCompromise' }, ...more });
const rowKey = `DOMAIN#${DOMAIN_ID}|DOMAIN`;
const LEAF = '-----BEGIN CERTIFICATE-----\nTEVBRg==\n-----END CERTIFICATE-----';
const chainPem = `${LEAF}\n-----BEGIN CERTIFICATE-----\nSVNTVUVS\n-----END CERTIFICATE-----\n`;
const atServer = (facts = issued) => ({ ...keys.certificate('org_A', 1, 'shop.customer.com'), ...certificate, chainPem, facts });
const active = aDomain('active');
const today = '2026-06-01';
const hold = () => tableHolds(itemOf(active), atServer());
const keptLeaf = (items: ReturnType<typeof tableHolds>) => items.get(`DOMAIN#${DOMAIN_ID}|REVOCATION`);

describe('200', () => {
  it('a revocation begins a renewal, keeps the certificate, and is shown and audited', async () => {
    const items = hold();
    const { status, json } = await revoke();
    expect(status).toBe(200);
    expect(DomainResource.parse(json)).toEqual(json);
    expect(json).toMatchObject({
      ssl_status: 'active',
      renewal: { state: 'issuing' },
      revocation: { reason: 'keyCompromise', requested_at: NOW.toISOString(), serial_number: '0a', state: 'renewing' },
    });
    expect(items.get(rowKey)).toMatchObject({
      phase: 'preparing',
      execution: { attempt: 2 },
      actionCounts: { revoke: { day: today, times: 1 } },
    });
    expect(keptLeaf(items)).toMatchObject({
      leafPem: LEAF,
      fingerprintSha256: issued.fingerprintSha256,
      expiresAtSeconds: Date.parse(issued.notAfter) / 1000 + 86_400,
    });
    expect(itemsUnder(items, 'OUTBOX#')).toMatchObject([{ kind: 'execution', attempt: 2, step: 'prepare-issuance' }]);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([
      {
        action: 'certificate.revocation_requested',
        actor: { type: 'api_key' },
        after: { revocation: { reason: 'keyCompromise', serial_number: '0a' } },
      },
    ]);
  });

  it('a revocation while another certificate is before the server already keeps the one that is served', async () => {
    const renewed = { ...issued, fingerprintSha256: 'ef'.repeat(32) };
    const installing = aDomain('installing', { ...served, issued: renewed } as never);
    const { facts, sealedKey } = certificate;
    const former = { ...keys.formerCertificate(DOMAIN_ID), facts, chainPem, sealedKey };
    const items = tableHolds(itemOf(installing), atServer(renewed), former);
    expect((await revoke()).status).toBe(200);
    expect(keptLeaf(items)).toMatchObject({ leafPem: LEAF });
    expect(items.get(rowKey)).toMatchObject({ phase: 'installing', execution: { attempt: 1 } });
  });

  it('of two revocations at once one begins: the other is refused', async () => {
    const items = hold();
    const answers = await Promise.all([revoke(), revoke({ body: { reason: 'superseded' } })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(itemsUnder(items, 'OUTBOX#')).toHaveLength(1);
  });
});

describe('409', () => {
  const nobodyHasIt = aDomain('installing', { ...served, issued: { ...issued, fingerprintSha256: 'ef'.repeat(32) } } as never);
  it.each<[string, Domain]>([
    ['that was never served', aDomain('validating')],
    ['whose certificate has ended', aDomain('failed', { served: { certificate: issued }, sslStatus: 'error' })],
    ['whose certificate nobody has any more', nobodyHasIt],
    ['whose certificate is of another CA', withServed(active, { certificate: { ...issued, ca: 'Former CA' } })],
  ])('a revocation is refused for a domain %s, and does not count', async (_, domain) => {
    const items = tableHolds(itemOf(domain));
    const { status, json } = await revoke();
    expect([status, json.error.code, HttpErrorBody.safeParse(json).success]).toEqual([409, 'conflict', true]);
    expect(writes()).toEqual([]);
    expect(items.get(rowKey)).not.toHaveProperty('actionCounts');
  });
});

describe('422: the body', () => {
  it.each(['cACompromise', 'privilegeWithdrawn', 'KEYCOMPROMISE', 1, null])(
    'a reason that is none is refused, naming those that are: %j',
    async (reason) => {
      hold();
      const { status, json } = await revoke({ body: { reason } });
      expect(status).toBe(422);
      expect(json.error.details.errors).toEqual({
        reason: ['must be one of unspecified, keyCompromise, affiliationChanged, superseded, cessationOfOperation'],
      });
    },
  );

  it('a revocation without a reason, or with another field, is refused by name', async () => {
    hold();
    const { json } = await revoke({ body: { force: true } });
    expect(json.error.details.errors).toEqual({
      reason: [expect.stringContaining('must be one of')],
      force: ['is not a known field'],
    });
  });
});

describe('429', () => {
  it('a revocation beyond five in a day is told when the next is possible', async () => {
    tableHolds(itemOf(aDomain('active', { actionCounts: { revoke: { day: today, times: 5 } } })), atServer());
    const { status, json } = await revoke();
    expect([status, json.error.details]).toEqual([429, { limit: 5, remaining: 0, reset_at: '2026-06-02T00:00:00.000Z' }]);
    expect(writes()).toEqual([]);
    clock.now = later(12 * HOUR);
    expect((await revoke()).status).toBe(200);
  });
});

describe('404: a domain', () => {
  it('is refused if it is deleted just before the revocation', async () => {
    const items = hold();
    meanwhile(() => items.delete(rowKey));
    expect((await revoke()).status).toBe(404);
    expect(keptLeaf(items)).toBeUndefined();
  });
});
