import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { later, SECOND } from '../../a-domain.ts';
import { clock, itemsUnder, tableHolds } from '../api-caller.ts';
import { ALB_CONFIG, aBalancer, aServer, call } from './servers-api.ts';

const check = () => call({ method: 'POST', path: '/api/servers/1/check' });
const hold = (...more: Record<string, unknown>[]) => tableHolds(aBalancer(), ...more);

describe('200: a check that has begun', () => {
  it('wakes who looks into the account, and shows the server as it is', async () => {
    const items = hold();
    const { status, json } = await check();
    expect(status).toBe(200);
    expect(ServerResource.parse(json)).toMatchObject({ id: 1, type: 'alb', config: ALB_CONFIG, status: 'unclaimed' });
    expect(itemsUnder(items, 'OUTBOX#')).toMatchObject([{ kind: 'aws-server', organizationId: 'org_A', serverId: 1 }]);
  });
});

describe('409', () => {
  it('a server with machines is not checked: they call the service', async () => {
    const items = tableHolds(aServer(1));
    const { status, json } = await check();
    expect([status, HttpErrorBody.parse(json).error.message]).toEqual([409, expect.stringContaining('type alb')]);
    expect(itemsUnder(items, 'OUTBOX#')).toEqual([]);
  });
});

describe('429', () => {
  it('a second check within ten seconds is refused, and wakes nobody', async () => {
    const items = hold();
    await check();
    clock.now = later(9 * SECOND);
    const { status, json } = await check();
    expect([status, HttpErrorBody.parse(json).error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(itemsUnder(items, 'OUTBOX#')).toHaveLength(1);
    clock.now = later(10 * SECOND);
    expect((await check()).status).toBe(200);
    expect(itemsUnder(items, 'OUTBOX#')).toHaveLength(2);
  });
});
