import { describe, expect, it } from 'vitest';
import { endPortalLinks } from '../../../../lambdas/api/portal-links/end-portal-links.ts';
import { EndedPortalLinks } from '../../../../lambdas/api/portal-links/portal-link.schema.ts';
import { aDomain, NOW } from '../../a-domain.ts';
import { apiCaller, DOMAIN_ID, itemOf, itemsUnder, opened, tableHolds } from '../api-caller.ts';

const call = apiCaller(opened([endPortalLinks]));
const ask = () => call({ method: 'DELETE', path: `/api/domains/${DOMAIN_ID}/portal-link` });
const hold = (...more: Record<string, unknown>[]) => tableHolds(itemOf(aDomain('awaiting-dns', { linkGeneration: 3 })), ...more);

describe('200: no link of a domain is let in any more', () => {
  it('that was made before: the next one has another number', async () => {
    const items = hold();
    const { status, json } = await ask();
    expect([status, EndedPortalLinks.parse(json)]).toEqual([200, { id: DOMAIN_ID, deleted: true }]);
    expect(items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`)).toMatchObject({ linkGeneration: 4 });
  });

  it('and the audit record says when, though the row was written long before: a restore looks for what came after it', async () => {
    const items = tableHolds(itemOf(aDomain('awaiting-dns', { updatedAt: '2026-01-01T00:00:00.000Z' })));
    await ask();
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ at: NOW.toISOString() }]);
  });

  it('and the audit record says who ended them; no event tells of it', async () => {
    const items = hold();
    await ask();
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ actor: { type: 'api_key' }, after: { link_generation: 4 } }]);
    expect(itemsUnder(items, 'OUTBOX#')).toEqual([]);
  });
});
