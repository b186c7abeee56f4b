import { describe, expect, it } from 'vitest';
import { deleteDomain } from '../../../../lambdas/api/domains/delete-domain.ts';
import { DeletedDomain } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain } from '../../a-domain.ts';
import { apiCaller, DOMAIN_ID, itemOf, itemsUnder, meanwhile, opened, tableHolds } from '../api-caller.ts';

const call = apiCaller(opened([deleteDomain]));
const remove = () => call({ method: 'DELETE', path: `/api/domains/${DOMAIN_ID}` });
const claim = { ...keys.claim('shop.customer.com'), domainId: DOMAIN_ID, organizationId: 'org_A', state: 'held' };
const rowKey = `DOMAIN#${DOMAIN_ID}|DOMAIN`;

describe('200', () => {
  it('a deleted domain is gone, and a second time it is 404', async () => {
    const items = tableHolds(itemOf(aDomain('installing')), claim);
    const { status, json } = await remove();
    expect([status, DeletedDomain.parse(json)]).toEqual([200, { id: DOMAIN_ID, deleted: true }]);
    expect(items.get(rowKey)).toMatchObject({ phase: 'removing', execution: { attempt: 2 }, version: 2 });
    expect((await remove()).status).toBe(404);
  });

  it('the deletion of a domain takes one transaction: claim, row, timeline, event, execution and audit', async () => {
    const items = tableHolds(itemOf(aDomain('active')), claim);
    await remove();
    expect(items.has('HOST#shop.customer.com|CLAIM')).toBe(false);
    expect(items.get(rowKey)).not.toHaveProperty('listPk');
    const outbox = itemsUnder(items, 'OUTBOX#').map(({ event, step }) => event ?? step);
    expect(outbox).toEqual(['domain.deleted', 'remove-domain']);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([
      { action: 'domain.deleted', before: { url: 'shop.customer.com', server_id: 1 }, actor: { type: 'api_key' } },
    ]);
  });

  it('the deletion of a name that was validated once keeps it from others, and not from its organization', async () => {
    const items = tableHolds(itemOf(aDomain('active', { cname: { everValidated: true } })), claim);
    await remove();
    expect(items.get('HOST#shop.customer.com|CLAIM')).toMatchObject({ state: 'quarantined', organizationId: 'org_A' });
  });

  it('the deletion of a domain that has lost its name leaves the claim to its present holder', async () => {
    const theirs = { ...claim, domainId: 9, organizationId: 'org_B' };
    const items = tableHolds(itemOf(aDomain('failed', { claimLost: true })), theirs);
    expect((await remove()).status).toBe(200);
    expect(items.get('HOST#shop.customer.com|CLAIM')).toEqual(theirs);
  });

  it('the deletion of a domain wins over whatever was written meanwhile', async () => {
    const items = tableHolds(itemOf(aDomain('awaiting-dns')), claim);
    meanwhile(() => items.set(rowKey, itemOf(aDomain('preparing', { version: 8 }))));
    expect((await remove()).status).toBe(200);
    expect(items.get(rowKey)).toMatchObject({ phase: 'removing', version: 9 });
  });
});
