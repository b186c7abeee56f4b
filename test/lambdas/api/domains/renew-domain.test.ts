import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { renewDomain } from '../../../../lambdas/api/domains/renew-domain.ts';
import { DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import { aDomain, HOUR, later } from '../../a-domain.ts';
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

const call = apiCaller(opened([renewDomain]));
const renew = (more: Partial<ApiCall> = {}) => call({ path: `/api/domains/${DOMAIN_ID}/renew`, ...more });
const rowKey = `DOMAIN#${DOMAIN_ID}|DOMAIN`;
const today = '2026-06-01';

describe('200', () => {
  it.each([undefined, {}])('a renewal begins while the certificate is served, with body %j', async (body) => {
    const items = tableHolds(itemOf(aDomain('active')));
    const { status, json } = await renew({ body });
    expect(status).toBe(200);
    expect(DomainResource.parse(json)).toEqual(json);
    expect(json).toMatchObject({ ssl_status: 'active', dns_status: 'validated', diagnosis: { code: 'ok' } });
    expect(items.get(rowKey)).toMatchObject({
      phase: 'preparing',
      execution: { attempt: 2 },
      actionCounts: { renew: { day: today, times: 1 } },
    });
    expect(itemsUnder(items, 'OUTBOX#')).toMatchObject([{ kind: 'execution', attempt: 2, step: 'prepare-issuance' }]);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ action: 'certificate.renewal_requested', actor: { type: 'api_key' } }]);
  });

  it('a renewal is possible again on the next day', async () => {
    tableHolds(itemOf(aDomain('active', { actionCounts: { renew: { day: today, times: 1 }, retry: { day: today, times: 5 } } })));
    clock.now = later(12 * HOUR);
    expect((await renew()).status).toBe(200);
  });

  it('of two renewals at once one begins: the other is refused', async () => {
    const items = tableHolds(itemOf(aDomain('active')));
    const answers = await Promise.all([renew(), renew()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(itemsUnder(items, 'OUTBOX#')).toHaveLength(1);
  });
});

describe('409', () => {
  it('a renewal of a domain that is not active is refused, whatever the day has left', async () => {
    tableHolds(itemOf(aDomain('ordering', { actionCounts: { renew: { day: today, times: 1 } } })));
    const { status, json } = await renew();
    expect([status, json.error.code, HttpErrorBody.safeParse(json).success]).toEqual([409, 'conflict', true]);
    expect(json.error.message).toContain('active');
    expect(writes()).toEqual([]);
  });
});

describe('429', () => {
  it('a renewal beyond two in a day is told when the next is possible', async () => {
    tableHolds(itemOf(aDomain('active', { actionCounts: { renew: { day: today, times: 1 } } })));
    const { status, json, headers } = await renew();
    expect([status, HttpErrorBody.safeParse(json).success]).toEqual([429, true]);
    expect(json.error.details).toEqual({ limit: 1, remaining: 0, reset_at: '2026-06-02T00:00:00.000Z' });
    expect(headers).toMatchObject({
      'retry-after': String(12 * 3600),
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Date.parse('2026-06-02T00:00:00.000Z') / 1000),
    });
    expect(writes()).toEqual([]);
  });
});

describe('404: a domain', () => {
  it('is refused if it is deleted just before the renewal', async () => {
    const items = tableHolds(itemOf(aDomain('active')));
    meanwhile(() => items.delete(rowKey));
    expect((await renew()).status).toBe(404);
  });
});
