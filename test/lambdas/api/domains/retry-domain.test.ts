import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, later, type Overrides } from '../../a-domain.ts';
import { clock, DOMAIN_ID, itemOf, itemsUnder, tableHolds, writes } from '../api-caller.ts';
import {
  claimItem,
  claimKey,
  cnameTo,
  domainsApi,
  FOREIGN_ID,
  foreignDomain,
  type Known,
  lapsed,
  OWN_TARGET,
  places,
  quarantined,
  showingProof,
  unproven,
  validated,
} from './a-creation.ts';

const rowKey = `DOMAIN#${DOMAIN_ID}|DOMAIN`;
const today = '2026-06-01';
const own = { organizationId: 'org_A', domainId: DOMAIN_ID };
const failed = (more: Overrides = {}) =>
  aDomain('failed', { dnsStatus: 'error', diagnosis: { code: 'dns_validation_timeout', evidence: [] }, ...more });

function retrier(known: Known = {}) {
  const { call, asked } = domainsApi(known);
  return { asked, retry: () => call({ path: `/api/domains/${DOMAIN_ID}/retry` }) };
}
const holding = (domain: Domain, ...more: Record<string, unknown>[]) => tableHolds(...places, itemOf(domain), ...more);

describe('200', () => {
  it('a retry starts over in place: same id, a fresh window, for the claim too', async () => {
    const items = holding(failed(), claimItem({ ...own, ...lapsed }));
    const { status, json } = await retrier().retry();
    expect(status).toBe(200);
    expect(DomainResource.parse(json)).toEqual(json);
    expect(json).toMatchObject({
      id: DOMAIN_ID,
      dns_status: 'pending',
      ssl_status: 'pending',
      diagnosis: { code: 'in_progress' },
    });
    expect(json).not.toHaveProperty('error');
    expect(items.get(rowKey)).toMatchObject({
      phase: 'awaiting-dns',
      execution: { attempt: 2 },
      dnsDeadlineAt: iso(24 * HOUR),
      actionCounts: { retry: { day: today, times: 1 } },
    });
    expect(items.get(claimKey)).toMatchObject({ ...own, state: 'held', holdsUntil: iso(24 * HOUR) });
    expect(itemsUnder(items, 'OUTBOX#')).toMatchObject([{ kind: 'execution', attempt: 2, step: 'check-dns' }]);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ action: 'domain.retried', actor: { type: 'api_key' } }]);
  });

  it('a retry of a domain that was validated once keeps its hostname for good', async () => {
    const items = holding(
      failed({ dnsStatus: 'validated', sslStatus: 'error', cname: { everValidated: true } }),
      claimItem({ ...own, ...validated }),
    );
    expect((await retrier().retry()).status).toBe(200);
    expect(items.get(claimKey)).toEqual(claimItem({ ...own, ...validated }));
  });

  it.each<[string, object | undefined, Known]>([
    ["nobody's any more", undefined, {}],
    ['in its own organization’s quarantine', { organizationId: 'org_A', ...quarantined }, {}],
    ["another's, whose window is over", lapsed, {}],
    ["another's, and the CNAME passes a label of its own", unproven, cnameTo(OWN_TARGET)],
    ["another's, and the TXT record is there", unproven, showingProof],
  ])('a retry gets a hostname back that is %s', async (_, claim, known) => {
    const items = holding(failed({ claimLost: true }), ...(claim ? [claimItem(claim)] : []), foreignDomain());
    expect((await retrier(known).retry()).status).toBe(200);
    expect(items.get(rowKey)).not.toHaveProperty('claimLost');
    expect(items.get(claimKey)).toMatchObject(own);
    const isTaken = claim !== undefined && !('state' in claim);
    expect(items.get(`DOMAIN#${FOREIGN_ID}|DOMAIN`)).toMatchObject(isTaken ? { claimLost: true } : { phase: 'awaiting-dns' });
  });

  it('two retries at once start over once: the other is refused', async () => {
    const items = holding(failed(), claimItem({ ...own, ...lapsed }));
    const { retry } = retrier();
    const answers = await Promise.all([retry(), retry()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(items.get(rowKey)).toMatchObject({ execution: { attempt: 2 }, actionCounts: { retry: { times: 1 } } });
  });
});

describe('409', () => {
  it('of a domain that has not failed there is nothing to be retried, and the message says when there is', async () => {
    holding(aDomain('awaiting-dns'), claimItem({ ...own, ...unproven }));
    const { status, json } = await retrier().retry();
    expect([status, json.error.code]).toEqual([409, 'conflict']);
    expect(json.error.message).toMatch(/error/);
    expect(writes()).toEqual([]);
  });
});

describe("422: a hostname that is another organization's", () => {
  it.each([
    ['unproven', unproven],
    ['validated', validated],
    ['in quarantine', quarantined],
  ])('is refused to a retry when it is %s, with how to prove it, and does not count against the day', async (_, claim) => {
    const items = holding(failed({ claimLost: true }), claimItem(claim), foreignDomain());
    const { status, json } = await retrier().retry();
    expect(status).toBe(422);
    expect(HttpErrorBody.parse(json)).toEqual(json);
    expect(json.error.details.claim.type).toBe('TXT');
    expect(items.get(rowKey)).toMatchObject({ phase: 'failed', claimLost: true, version: 1 });
    expect(items.get(rowKey)).not.toHaveProperty('actionCounts');
  });

  it('also covers a name that a newer domain of the same organization has', async () => {
    holding(failed({ claimLost: true }), claimItem({ organizationId: 'org_A', domainId: 5, ...unproven }));
    expect((await retrier().retry()).json.error.details).toMatchObject({ existing_domain_id: 5 });
  });
});

describe('429', () => {
  it('a sixth retry in a day of the clock is refused; the next day it is possible again', async () => {
    holding(failed({ actionCounts: { retry: { day: today, times: 5 } } }), claimItem({ ...own, ...lapsed }));
    const { retry } = retrier();
    const { status, json } = await retry();
    expect(HttpErrorBody.parse(json)).toEqual(json);
    expect([status, json.error.details]).toEqual([429, { limit: 5, remaining: 0, reset_at: '2026-06-02T00:00:00.000Z' }]);
    clock.now = later(12 * HOUR);
    expect((await retry()).status).toBe(200);
  });

  it('a fifth retry in a day is possible', async () => {
    holding(failed({ actionCounts: { retry: { day: today, times: 4 } } }), claimItem({ ...own, ...lapsed }));
    expect((await retrier().retry()).status).toBe(200);
  });
});
