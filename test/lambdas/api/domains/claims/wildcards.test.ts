import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../../../lambdas/model/domains/claim.store.ts';
import { claimRecord } from '../../../../../lambdas/model/domains/claim.ts';
import { DomainResource } from '../../../../../lambdas/model/domains/domain-resource.schema.ts';
import { domainResource } from '../../../../../lambdas/model/domains/domain-resource.ts';
import { newValidation } from '../../../../../lambdas/model/domains/validation.ts';
import { keys } from '../../../../../lambdas/shared/table/keys.ts';
import { aDomain, NOW } from '../../../a-domain.ts';
import { settings } from '../../../settings.ts';
import { COUNTED, DOMAIN_ID, itemOf, KEPT, serviceSecret, tableHolds, wholeRequests } from '../../api-caller.ts';
import { aDistribution } from '../../servers/servers-api.ts';
import {
  claimItem,
  domainsApi,
  type Known,
  lapsed,
  OWN_TARGET,
  places,
  quarantined,
  unproven,
  validated,
} from '../a-creation.ts';

const WILDCARD = '*.shop.customer.com';
const BELOW = 'a.shop.customer.com';
const validationZone = 'validation.service.net';
const allowed = { settings: { ...settings, validationZone, wildcards: true } };
const valid = { url: WILDCARD, server_id: 1, validation: 'dns' };

async function post(body: object, { known = {}, items = [] as Record<string, unknown>[], edges = allowed } = {}) {
  const held = tableHolds(...places, ...items);
  const { call, asked } = domainsApi(known, edges);
  return { ...(await call({ body })), held, asked };
}

describe('a wildcard', () => {
  it('is created with its record as it is written, and the validation record of its base', async () => {
    const { status, json, held } = await post({ ...valid, url: '*.Shop.Customer.com.' });
    expect(status).toBe(201);
    expect(DomainResource.parse(json)).toEqual(json);
    const { target: value } = newValidation('org_A', 'shop.customer.com', { serviceSecret, validationZone });
    expect(json).toMatchObject({
      url: WILDCARD,
      dns_records: [
        { purpose: 'validation', name: '_acme-challenge.shop.customer.com', host: '_acme-challenge.shop', value },
        { purpose: 'routing', name: WILDCARD, host: '*.shop', value: OWN_TARGET },
      ],
    });
    expect(json).not.toHaveProperty('url_unicode');
    // Persistent validation records have another label. Wildcard orders do not wait for it, so wildcards keep the other record.
    const persist = { serviceSecret, validationZone, validationRecord: 'validation-persist' } as const;
    expect(newValidation('org_A', WILDCARD, persist)).toEqual({ target: value, state: 'missing' });
    expect(newValidation('org_A', 'shop.customer.com', persist)).toEqual({
      ...{ target: expect.not.stringContaining(value), state: 'missing', stands: true },
    });
    expect(held.get(`HOST#${WILDCARD}|CLAIM`)).toMatchObject({ organizationId: 'org_A', state: 'held' });
  });

  it.each([
    ['where the deployment has none', { ...settings, validationZone }, valid, 'url', 'must not contain a wildcard'],
    ['by HTTP', allowed.settings, { ...valid, validation: 'http' }, 'validation', '"validation": "dns"'],
    ['without a word on its validation', allowed.settings, { url: WILDCARD, server_id: 1 }, 'validation', '"validation": "dns"'],
    ['below an apex', allowed.settings, { ...valid, url: '*.customer.com' }, 'url', '"*.shop.customer.com"'],
  ])('is refused %s, on that field, with what to do', async (_, stage, body, field, fix) => {
    const { status, json, held } = await post(body, {
      edges: { settings: { ...allowed.settings, ...stage, wildcards: stage === allowed.settings } },
    });
    expect([status, json.error.details.errors]).toEqual([422, { [field]: [expect.stringContaining(fix)] }]);
    expect(held.has(`DOMAIN#${DOMAIN_ID}|DOMAIN`)).toBe(false);
  });

  it('is refused at a CloudFront distribution', async () => {
    const { status, json } = await post({ ...valid, server_id: 5 }, { items: [aDistribution(5, { managed: true })] });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['validation']]);
  });

  it('that has no validation record yet is told which one to set, without a star', () => {
    const found = { code: 'cname_not_found' as const, reason: 'validation_missing' as const, evidence: [] };
    const { diagnosis } = domainResource(
      aDomain('awaiting-dns', {
        url: WILDCARD,
        cname: { target: OWN_TARGET, host: '*.shop' },
        validation: { target: 'label.validation.service.net', state: 'missing' },
        conditions: { obstacle: { since: NOW.toISOString(), found } },
      }),
    );
    expect(diagnosis.summary).toContain('It is the record _acme-challenge.shop.');
    expect(diagnosis.fix.records).toMatchObject([
      { name: '_acme-challenge.shop.customer.com', value: 'label.validation.service.net' },
    ]);
  });

  it('cannot go back to HTTP', async () => {
    tableHolds(
      ...places,
      itemOf(aDomain('awaiting-dns', { url: WILDCARD, validation: { target: 'a.b.net', state: 'missing' } })),
    );
    const { status, json } = await domainsApi({}, allowed).call({
      method: 'PATCH',
      path: `/api/domains/${DOMAIN_ID}`,
      body: { validation: 'http' },
    });
    expect([status, json.error.details.errors]).toEqual([
      422,
      { validation: [expect.stringContaining('proves one by DNS only')] },
    ]);
  });

  it('leaves names below it to whoever has them', async () => {
    const theirs = { ...claimItem(validated), ...keys.claim(BELOW) };
    const { status, held } = await post(valid, { items: [theirs] });
    expect([status, held.get(`HOST#${BELOW}|CLAIM`)]).toEqual([201, theirs]);
  });

  it('of another organization is proven by the record at its base', async () => {
    const { json } = await post(valid, { items: [{ ...claimItem(unproven), ...keys.claim(WILDCARD) }] });
    const proof = claimRecord('org_A', WILDCARD, serviceSecret);
    expect(json.error.details.claim).toEqual({ ...proof, name: '_cps-claim.shop.customer.com' });
    const known = { [`TXT ${proof.name}`]: [proof.value] };
    expect((await post(valid, { known, items: [{ ...claimItem(unproven), ...keys.claim(WILDCARD) }] })).status).toBe(201);
  });
});

describe("a name below another organization's wildcard", () => {
  const ofWildcard = (claim: Partial<Claim>) => [{ ...claimItem(claim), ...keys.claim(WILDCARD) }];
  const proof = claimRecord('org_A', BELOW, serviceSecret);
  const body = { url: BELOW, server_id: 1 };
  const shown: Known = { [`TXT ${proof.name}`]: [proof.value] };
  const own = { ...claimItem({ ...quarantined, organizationId: 'org_A' }), ...keys.claim(BELOW) };

  it.each<[string, number, Partial<Claim>, Known, Record<string, unknown>[]]>([
    ['in use, and nothing is proven', 422, validated, {}, []],
    ['in use, and the TXT record is there', 201, validated, shown, []],
    ['in use, and the CNAME passes a label of the caller', 201, validated, { [`CNAME ${BELOW}`]: [OWN_TARGET] }, []],
    ['in use, and the caller had the name before', 201, validated, {}, [own]],
    ["in use, of the caller's own organization", 201, { ...validated, organizationId: 'org_A' }, {}, []],
    ['that was never validated, and so keeps nothing from anybody', 201, unproven, {}, []],
    ['that is deleted', 201, quarantined, {}, []],
  ])('%s: %i', async (_, expected, claim, known, more) => {
    const { status, json } = await post(body, { known, items: [...ofWildcard(claim), ...more] });
    expect(status).toBe(expected);
    if (status === 422)
      expect(json.error.details).toEqual({ errors: { url: [expect.stringContaining('is not available')] }, claim: proof });
  });

  it('is free one label further down, which no wildcard covers', async () => {
    expect((await post({ ...body, url: `b.${BELOW}` }, { items: ofWildcard(validated) })).status).toBe(201);
  });

  it('is asked about also where the deployment has no wildcards any more', async () => {
    const edges = { settings: { ...allowed.settings, wildcards: false } };
    expect((await post(body, { items: ofWildcard(validated), edges })).status).toBe(422);
  });

  it('is not looked for above a name that none can be above: that costs no read', async () => {
    await post({ ...body, url: 'shop.customer.com' });
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A SERVER#0000000000000001',
      'TransactWriteItems Update HOST#shop.customer.com CLAIM, Put DOMAIN#… DOMAIN, Put DOMAIN#… TIMELINE#tl_…, Put OUTBOX#… evt_…, Put OUTBOX#… evt_…, Put AUDIT#org_A#changes#2026-06 aud_…',
      KEPT,
    ]);
  });

  it.each<[string, number, Partial<Claim>, Partial<Claim>, Known]>([
    ['that was never validated in its window', 422, validated, lapsed, {}],
    ['that is proven', 200, validated, lapsed, shown],
    ['that was validated once', 200, validated, validated, {}],
    ['while the wildcard is not in use', 200, unproven, lapsed, {}],
    ["while the wildcard is the caller's own", 200, { ...validated, organizationId: 'org_A' }, lapsed, {}],
  ])('is judged by a retry as by a creation: %s, %i', async (_, expected, wildcard, claim, known) => {
    const failed = aDomain('failed', { url: BELOW, cname: { target: OWN_TARGET, host: 'a.shop' }, dnsStatus: 'error' });
    const ownClaim = { ...claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID, ...claim }), ...keys.claim(BELOW) };
    const held = tableHolds(...places, itemOf(failed), ownClaim, ...ofWildcard(wildcard));
    const { call: retry } = domainsApi(known);
    const { status, json } = await retry({ path: `/api/domains/${DOMAIN_ID}/retry` });
    expect(status).toBe(expected);
    expect(held.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`)).toMatchObject({ phase: expected === 200 ? 'awaiting-dns' : 'failed' });
    if (status === 422)
      expect(json.error.details).toEqual({ errors: { url: [expect.stringContaining('is not available')] }, claim: proof });
  });

  it('is answered to a repeat of the creation that has written it, whoever has the wildcard by then', async () => {
    const held = tableHolds(...places);
    const { call: creation } = domainsApi({}, allowed);
    expect((await creation({ body })).status).toBe(201);
    const [wildcard] = ofWildcard(validated);
    held.set(`HOST#${WILDCARD}|CLAIM`, wildcard as Record<string, unknown>);
    expect((await creation({ body })).status).toBe(201);
  });
});
