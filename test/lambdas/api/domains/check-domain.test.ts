import { describe, expect, it, vi } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import { DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { toFailed } from '../../../../lambdas/shared/net/failure.ts';
import type { GuardedNet } from '../../../../lambdas/shared/net/guarded.gateway.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import type { NetEdges } from '../../../../lambdas/wiring/edges.ts';
import { aDomain, iso, issued, later, NOW, SECOND } from '../../a-domain.ts';
import { server } from '../../agent-api/an-agent.ts';
import { settings } from '../../settings.ts';
import { answer, nobodyAnswers } from '../../shared/net/answers.ts';
import {
  type ApiCall,
  COUNTED,
  clock,
  DOMAIN_ID,
  itemOf,
  itemsUnder,
  KEPT,
  keyItem,
  limitsItem,
  meanwhile,
  tableHolds,
  wholeRequests,
  writes,
} from '../api-caller.ts';
import { claimItem, claimKey, cnameTo, domainsApi, HOSTNAME, type Known, OWN_TARGET, places, unproven } from './a-creation.ts';

const rowKey = `DOMAIN#${DOMAIN_ID}|DOMAIN`;
const ownClaim = claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID, ...unproven });

const ours = { fingerprintSha256: issued.fingerprintSha256, issuer: 'CN=CA', subject: 'CN=shop', notAfter: issued.notAfter };
const showsOurs: GuardedNet['tlsPeer'] = async () => ({ kind: 'certificate', ...ours, address: '192.0.2.7' });

const AT_ONCE = 3;
const ofStage = { ...settings, dnsChecks: { ...settings.dnsChecks, processesPerOrganization: AT_ONCE } };

function checker(known: Known = {}, tlsPeer = vi.fn(showsOurs), changes: Partial<NetEdges> = {}) {
  const openNet = () => ({ tlsPeer }) as unknown as GuardedNet;
  const { call, ...dns } = domainsApi(known, { settings: ofStage, openNet, ...changes });
  return { ...dns, check: (more: Partial<ApiCall> = {}) => call({ path: `/api/domains/${DOMAIN_ID}/check`, ...more }) };
}
const holding = (domain: Domain, ...more: Record<string, unknown>[]) => tableHolds(...places, itemOf(domain), ownClaim, ...more);
const serverKey = keys.server(server.organizationId, server.id);
const serverEntry = [`${serverKey.pk}|${serverKey.sk}`, { ...serverKey, ...server }] as const;
const failed = aDomain('failed', {
  dnsStatus: 'error',
  diagnosis: { code: 'dns_validation_timeout', evidence: [] },
});

describe('200', () => {
  it.each([
    ['awaited', aDomain('awaiting-dns'), ['domain.validated']],
    ['timed out', failed, ['domain.validated']],
  ])(
    'a CNAME that was %s and is found by a check has its domain validated at once, with its claim, and a new attempt begins',
    async (_, domain, events) => {
      const items = holding(domain);
      const { check } = checker(cnameTo(OWN_TARGET));
      const { status, json } = await check();
      expect(status).toBe(200);
      expect(DomainResource.parse(json)).toEqual(json);
      expect(json).toMatchObject({
        dns_status: 'validated',
        ssl_status: 'pending',
        diagnosis: { checked_at: NOW.toISOString() },
      });
      expect(items.get(rowKey)).toMatchObject({
        phase: 'preparing',
        execution: { attempt: 2 },
        listed: { cname: { everValidated: true } },
      });
      expect(items.get(claimKey)).toMatchObject({ validatedAt: NOW.toISOString() });
      expect(items.get(claimKey)).not.toHaveProperty('holdsUntil');
      const outbox = itemsUnder(items, 'OUTBOX#');
      expect(outbox.flatMap(({ event }) => (event ? [event] : []))).toEqual(events);
      expect(outbox).toContainEqual(expect.objectContaining({ kind: 'execution', attempt: 2, step: 'prepare-issuance' }));
      expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ actor: { type: 'api_key' } }]);
      expect(wholeRequests()).toEqual([
        ...COUNTED,
        'GetItem DOMAIN#4503599627371 DOMAIN',
        'UpdateItem DNS#org_A SLOTS',
        'UpdateItem DOMAIN#4503599627371 ACTIONS',
        'TransactWriteItems Put DOMAIN#4503599627371 DOMAIN, Put DOMAIN#4503599627371 TIMELINE#tl_…, Put OUTBOX#… evt_…, Put OUTBOX#… evt_…, Put AUDIT#org_A#changes#2026-06 aud_…, Update HOST#shop.customer.com CLAIM',
        'UpdateItem DNS#org_A SLOTS',
        KEPT,
      ]);
    },
  );

  it('a check that tells nothing new is shown, fresh, and not written', async () => {
    const items = holding(
      aDomain('active', {
        cname: { everValidated: true },
        diagnosis: { code: 'ok', evidence: [], checkedAt: iso(-60 * SECOND) },
      }),
    );
    items.set(...serverEntry);
    const { check } = checker(cnameTo(OWN_TARGET));
    const { status, json } = await check();
    expect([status, json.diagnosis.code, json.diagnosis.checked_at]).toEqual([200, 'ok', NOW.toISOString()]);
    expect(json.diagnosis.evidence).toMatchObject([{ asked: `CNAME ${HOSTNAME}` }, { asked: `TLS ${HOSTNAME}:443` }]);
    expect(items.get(rowKey)).toMatchObject({ version: 1 });
    expect(writes()).toEqual([]);
  });

  it('a check gives DNS, and beside it the server, at most 8 seconds', async () => {
    holding(aDomain('active'));
    const begun: string[] = [];
    const tlsPeer = vi.fn<GuardedNet['tlsPeer']>(async () => {
      begun.push('server');
      return toFailed('timeout', 'the handshake took too long');
    });
    const openDnsReader = vi.fn((_budgetMs: number) =>
      recursiveReader(async () => {
        await vi.waitFor(() => expect(begun).toEqual(['server'])); // the server check does not wait for DNS
        return answer([]);
      }),
    );
    await checker({}, tlsPeer, { openDnsReader }).check();
    expect(openDnsReader.mock.calls[0]?.[0]).toBeLessThanOrEqual(8_000);
    expect(tlsPeer.mock.calls[0]?.[0].timeoutMs).toBeLessThanOrEqual(8_000);
  });

  it('a check of an active domain says what its server shows, at the cost of one read beside the look at DNS', async () => {
    const silent = { ...server, lastSeenAt: iso(-1_080 * SECOND) };
    holding(aDomain('active'), { ...keys.server(server.organizationId, server.id), ...silent });
    const refused = toFailed('connection', 'connect ECONNREFUSED 192.0.2.7:443');
    const { check } = checker(
      cnameTo(OWN_TARGET),
      vi.fn(async () => refused),
    );
    const { json } = await check();
    expect(json.diagnosis).toMatchObject({
      code: 'server_not_connected',
      reason: 'server_silent',
      checked_at: NOW.toISOString(),
    });
    expect(json.diagnosis.summary).toContain(`no machine was heard of since ${iso(-1_080 * SECOND)}`);
    expect(json.diagnosis.evidence).toMatchObject([
      { kind: 'dns', at: NOW.toISOString() },
      { kind: 'tls', answer: refused.reason, at: NOW.toISOString() },
    ]);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem DOMAIN#4503599627371 DOMAIN',
      'UpdateItem DNS#org_A SLOTS',
      'UpdateItem DOMAIN#4503599627371 ACTIONS',
      'GetItem ORG#org_A SERVER#0000000000000001',
      'TransactWriteItems Put DOMAIN#4503599627371 DOMAIN, Put DOMAIN#4503599627371 TIMELINE#tl_…, Put OUTBOX#… evt_…, Put AUDIT#org_A#changes#2026-06 aud_…',
      'UpdateItem DNS#org_A SLOTS',
      KEPT,
    ]);
  });

  it('a check that finds the CNAME of an active domain gone tells so, and the claim stays', async () => {
    const items = holding(aDomain('active', { cname: { everValidated: true } }));
    const { json } = await checker().check();
    expect(json).toMatchObject({ dns_status: 'error', ssl_status: 'active', error: { code: 'cname_not_found' } });
    expect(items.get(claimKey)).toEqual(ownClaim);
  });

  it('a check validates no hostname that another organization has meanwhile', async () => {
    const items = tableHolds(...places, itemOf(aDomain('awaiting-dns')), claimItem(unproven));
    const { status } = await checker(cnameTo(OWN_TARGET)).check();
    expect(status).toBe(503);
    expect(items.get(rowKey)).toMatchObject({ phase: 'awaiting-dns' });
  });

  it('a check that finds the CNAME does not resume a domain whose hostname was lost', async () => {
    const items = tableHolds(...places, itemOf({ ...failed, claimLost: true }), claimItem(unproven));
    const { json } = await checker(cnameTo(OWN_TARGET)).check();
    expect(json.dns_status).toBe('error');
    expect(items.get(rowKey)).toMatchObject({ phase: 'failed', claimLost: true });
  });

  it('a check of a domain that changed during the check is decided about again, on the same check', async () => {
    const items = holding(aDomain('awaiting-dns'));
    const { check, asked, openDnsReader } = checker(cnameTo(OWN_TARGET));
    const open = openDnsReader.getMockImplementation();
    openDnsReader.mockImplementation((budgetMs) => {
      items.set(rowKey, { ...items.get(rowKey), version: 2 });
      return open?.(budgetMs) as ReturnType<typeof recursiveReader>;
    });
    const { status } = await check();
    expect([status, asked.length]).toEqual([200, 1]);
    expect(items.get(rowKey)).toMatchObject({ phase: 'preparing', version: 3 });
  });

  it('a check of a domain that moved during the check finds nothing: it looked for the server that was left', async () => {
    const items = holding(aDomain('awaiting-dns'));
    const moved = aDomain('awaiting-dns', { serverId: 2, cname: { target: 'secondsecondseco.cname.service.net' }, version: 2 });
    meanwhile(() => items.set(rowKey, itemOf(moved)));
    const { status, json } = await checker(cnameTo(OWN_TARGET)).check();
    expect([status, json.server_id, json.dns_status]).toEqual([200, 2, 'pending']);
    expect(items.get(rowKey)).toEqual(itemOf(moved));
  });
});

describe('429: the same domain within ten seconds', () => {
  it('names when it is possible again, and does not ask DNS', async () => {
    holding(aDomain('active'));
    const { check, asked } = checker();
    await check();
    clock.now = later(10 * SECOND - 1);
    const { status, json, headers } = await check();
    expect(status).toBe(429);
    expect(HttpErrorBody.parse(json)).toEqual(json);
    expect(json.error.details).toEqual({ limit: 1, remaining: 0, reset_at: iso(10 * SECOND) });
    expect(headers['retry-after']).toBe('1');
    expect(asked.filter((question) => question.startsWith('CNAME'))).toHaveLength(1);
    clock.now = later(10 * SECOND);
    expect((await check()).status).toBe(200);
  });

  it('of many checks of a domain at once exactly one looks', async () => {
    holding(aDomain('active'));
    const { check, asked } = checker();
    const answers = await Promise.all(Array.from({ length: 20 }, () => check()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(asked.filter((question) => question.startsWith('CNAME'))).toHaveLength(1);
  });
});

describe('429: as many checks of the organization at once as may be', () => {
  it('names when one of them has ended, does not look, and leaves the domain’s own check; one that ended makes room', async () => {
    const ids = Array.from({ length: AT_ONCE + 1 }, (_, n) => DOMAIN_ID + n);
    const items = holding(aDomain('active'), ...ids.slice(1).map((id) => itemOf(aDomain('active', { id }))));
    const { check, openDnsReader } = checker();
    const { promise: silence, resolve: end } = Promise.withResolvers<void>();
    openDnsReader.mockImplementation(() =>
      recursiveReader(async () => {
        await silence;
        return nobodyAnswers;
      }),
    );
    const [last, ...hanging] = ids.toReversed().map((id) => () => check({ path: `/api/domains/${id}/check` }));
    const answers = Promise.all(hanging.map((ask) => ask()));
    await vi.waitFor(() => expect(openDnsReader).toHaveBeenCalledTimes(AT_ONCE));
    const refused = await last?.();
    expect(HttpErrorBody.parse(refused?.json)).toEqual(refused?.json);
    expect(refused).toMatchObject({
      status: 429,
      json: { error: { details: { limit: AT_ONCE, remaining: 0, reset_at: iso(8 * SECOND) } } },
      headers: { 'retry-after': '8' },
    });
    expect(openDnsReader).toHaveBeenCalledTimes(AT_ONCE);
    end();
    expect((await answers).map(({ status }) => status)).toEqual(hanging.map(() => 200));
    expect(Object.keys(items.get('DNS#org_A|SLOTS') ?? {}).toSorted()).toEqual(['expiresAtSeconds', 'pk', 'sk']);
    expect((await last?.())?.status).toBe(200);
  });
});

it('a domain whose check is refused is not looked at', async () => {
  const { check, asked } = checker();
  holding(aDomain('active'));
  expect((await check({ body: '[]' })).status).toBe(400);
  expect((await check({ headers: { 'x-api-key': 'x' } })).status).toBe(401);
  expect((await check({ body: { a: 1 } })).status).toBe(422);
  expect((await check({ query: 'a=1' })).status).toBe(422);
  tableHolds(keyItem({ permissions: ['domains.read'] }), ...places, itemOf(aDomain('active')));
  expect((await check()).status).toBe(403);
  tableHolds(limitsItem({ requestsInHour: 1000 }), ...places, itemOf(aDomain('active')));
  expect((await check()).status).toBe(429);
  expect(asked).toEqual([]);
});
