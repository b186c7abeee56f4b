import { beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import type { AwsAccess } from '../../../../lambdas/model/servers/server.schema.ts';
import { aDomain } from '../../a-domain.ts';
import { DOMAIN_ID, itemOf, itemsUnder, tableHolds } from '../api-caller.ts';
import { aBalancer } from '../servers/servers-api.ts';
import { domainsApi, places } from './a-creation.ts';

let id = 1000;
const { call } = domainsApi({}, { newResourceId: () => id++ });

/** Server 2 is a load balancer. Its listener has `used` of its 25 certificates. */
function balancer(used: number, access: Partial<AwsAccess> = {}) {
  const quotas: AwsAccess['quotas'] = [
    { name: 'imports_per_year', used: 40, limit: 5_000 },
    { name: 'certificates_per_load_balancer', used, limit: 25 },
  ];
  return aBalancer(2, { label: 'balancerlabelabc', access: { checkedAt: '2026-06-01T11:00:00.000Z', quotas, ...access } });
}
const refusal = { resource: 'certificates_per_load_balancer', limit: 25, used: 25 };
const create = () => call({ body: { url: 'shop.customer.com', server_id: 2 } });
let items: ReturnType<typeof tableHolds>;
const rows = () => itemsUnder(items, 'DOMAIN#').filter(({ sk }) => sk === 'DOMAIN');

beforeEach(() => {
  items = tableHolds(...places, balancer(25));
});

describe('a load balancer without room for a certificate', () => {
  it('is said so when a domain is created, before a certificate is ordered', async () => {
    const { status, json } = await create();
    expect(HttpErrorBody.parse(json).error).toMatchObject({ code: 'quota_exceeded', details: refusal });
    expect([status, json.error.message]).toEqual([422, expect.stringContaining('at most 25 certificates at the load balancer')]);
    expect(rows()).toEqual([]);
  });

  it('is said so of a domain that is to move there', async () => {
    items = tableHolds(...places, balancer(25), itemOf(aDomain('awaiting-dns')));
    const { status, json } = await call({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body: { server_id: 2 } });
    expect([status, json.error.details]).toEqual([422, refusal]);
  });

  it('is said so of each domain of a bulk request that is beyond it, and the others are created', async () => {
    items = tableHolds(...places, balancer(23));
    const domains = [2, 1, 2, 2, 1].map((server_id, n) => ({ url: `shop${n}.customer.com`, server_id }));
    const { status, json } = await call({ path: '/api/domains/bulk', body: { domains } });
    expect(status).toBe(201);
    expect(json.data.map((item: { status: string }) => item.status)).toEqual([
      'created',
      'created',
      'created',
      'error',
      'created',
    ]);
    expect(json.data[3].error).toMatchObject({ code: 'quota_exceeded', details: { ...refusal, used: 23 } });
    expect(rows()).toHaveLength(4);
  });

  it('takes the last that has room', async () => {
    items = tableHolds(...places, balancer(24));
    expect((await create()).status).toBe(201);
  });

  it('counts each quota of the account', async () => {
    items = tableHolds(...places, balancer(0, { quotas: [{ name: 'imports_per_year', used: 5_000, limit: 5_000 }] }));
    expect((await create()).json.error.details).toEqual({ resource: 'imports_per_year', limit: 5_000, used: 5_000 });
  });
});

describe('a domain at a load balancer', () => {
  it.each([
    ['was not checked yet', undefined, 'access_unchecked', 'nobody'],
    ['denies an action', { reason: 'action_denied', action: 'acm:ImportCertificate', at: '' }, 'action_denied', 'integrator'],
  ] as const)('says from the start that its AWS account %s', async (_, problem, reason, actor) => {
    const checked = problem && { checkedAt: '2026-06-01T11:00:00.000Z', quotas: [], problem };
    items = tableHolds(...places, aBalancer(2, { label: 'balancerlabelabc', ...(checked && { access: checked }) }));
    const { json } = await create();
    expect(json.diagnosis).toMatchObject({ code: 'server_not_connected', reason, actor });
    expect(`${json.diagnosis.summary} ${json.diagnosis.fix.text}`).not.toMatch(/agent|enrollment/i);
  });

  it('waits for its record only, once the account was found to be right', async () => {
    items = tableHolds(...places, balancer(0));
    expect((await create()).json.diagnosis).toMatchObject({ code: 'in_progress', actor: 'customer' });
  });
});
