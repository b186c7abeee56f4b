import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rekeyDue } from '../../../../lambdas/jobs/sweep/rekey-domains.ts';
import { domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { revocationStore } from '../../../../lambdas/model/domains/revocation.store.ts';
import { certificateStore, formerCertificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { releasedKeyStore } from '../../../../lambdas/model/servers/private-keys/released-key.store.ts';
import { rekeyingStore } from '../../../../lambdas/model/servers/rekeying.store.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { monthOf } from '../../../../lambdas/shared/time/instant.ts';
import { aDomain, HOUR, iso, issued, later, NOW, SECOND, timings } from '../../a-domain.ts';
import { certificate } from '../../agent-api/an-agent.ts';
import { clock, DOMAIN_ID, domains, dynamo, itemOf, itemsUnder, table, tableHolds } from '../../api/api-caller.ts';
import { conflict } from '../../api/conflict.ts';
import { settings } from '../../settings.ts';

const MACHINE = `mch_${timeDigitsAt(later(-24 * HOUR))}${'1'.repeat(16)}` as const;
const PEM = '-----BEGIN CERTIFICATE-----\nTEVBRg==\n-----END CERTIFICATE-----';
const ports = {
  rekeyings: rekeyingStore(table),
  releases: releasedKeyStore(table),
  domains,
  revocations: revocationStore(table),
  certificates: certificateStore(table),
  formerCertificates: formerCertificateStore(table),
  settings: { ...settings, timings, acme: { ...settings.acme, caName: issued.ca } },
  clock: () => clock.now,
  log: vi.fn(),
  pause: async () => {},
};
const rekeying = {
  ...{ ...keys.rekeying('org_A', 1, MACHINE), organizationId: 'org_A', serverId: 1, machineId: MACHINE },
  ...{ by: { type: 'administrator' }, requestedAt: NOW.toISOString(), isUnfinished: false },
  ...{ duePk: 'DUE#REKEYING', stepDueAt: NOW.toISOString() },
};

function released(domainId: number, fingerprintSha256 = issued.fingerprintSha256) {
  const id = `aud_${timeDigitsAt(later(-HOUR))}${String(domainId).padStart(16, '0')}`;
  const record = { at: iso(-HOUR), serverId: 1, machineId: MACHINE, domainId, hostname: 'shop.customer.com', fingerprintSha256 };
  return { ...keys.audit('org_A', MACHINE, monthOf(later(-HOUR)), id), ...record };
}
function holds(domain: Domain, ...more: Record<string, unknown>[]) {
  const atServer = { ...keys.certificate('org_A', 1, domain.url), ...certificate, chainPem: PEM, facts: issued };
  return tableHolds(rekeying, itemOf(domain), atServer, released(DOMAIN_ID), ...more);
}
const rowIn = (items: ReturnType<typeof tableHolds>, id = DOMAIN_ID) => domainOf(items.get(`DOMAIN#${id}|DOMAIN`) ?? {});
const run = () => rekeyDue(ports, later(1000 * SECOND));
const active = aDomain('active');

beforeEach(() => ports.log.mockClear());

describe('a domain whose key a revoked machine has', () => {
  it('is to be revoked for compromise once another certificate is served, whose order the scan begins', async () => {
    const items = holds(active);
    expect(await run()).toEqual({ rekeyed: 1, failures: [] });
    const row = rowIn(items);
    expect(row).toMatchObject({
      phase: 'active',
      served: { renewAt: NOW.toISOString() },
      revocation: { reason: 'keyCompromise', fingerprintSha256: issued.fingerprintSha256 },
    });
    expect(items.get(`DOMAIN#${DOMAIN_ID}|REVOCATION`)).toMatchObject({ leafPem: expect.stringContaining('TEVBRg==') });
    expect(itemsUnder(items, 'OUTBOX#')).toEqual([]);
    expect(itemsUnder(items, 'REKEYING#')).toEqual([]);
    expect(itemsUnder(items, 'AUDIT#org_A#changes')).toMatchObject([{ actor: { type: 'administrator' } }]);
  });

  it('is left as it is by another run, and by another request', async () => {
    const items = holds(active);
    await run();
    const before = rowIn(items);
    items.set(`${rekeying.pk}|${rekeying.sk}`, rekeying);
    expect(await run()).toEqual({ rekeyed: 0, failures: [] });
    expect(rowIn(items)).toEqual(before);
    expect(itemsUnder(items, 'REKEYING#')).toEqual([]);
  });

  it('is left as it is where it is served another certificate by now', async () => {
    const items = holds(active);
    const { pk, sk } = released(DOMAIN_ID);
    items.set(`${pk}|${sk}`, released(DOMAIN_ID, 'another'));
    expect(await run()).toEqual({ rekeyed: 0, failures: [] });
    expect(rowIn(items)).not.toHaveProperty('revocation');
  });

  it('is waited for while the certificate of that key is being installed', async () => {
    const items = holds(aDomain('installing'));
    expect(await run()).toEqual({ rekeyed: 0, failures: [] });
    expect(itemsUnder(items, 'REKEYING#')).toMatchObject([{ isUnfinished: false, stepDueAt: iso(600 * SECOND) }]);
    clock.now = later(3 * 24 * HOUR);
    await rekeyDue(ports, later(4 * 24 * HOUR));
    expect(itemsUnder(items, 'REKEYING#')).toEqual([]);
  });

  it('is renewed with a new key where its certificate is of a CA that is no longer ours', async () => {
    const items = holds(active);
    const { settings: ours } = ports;
    const others = { ...ports, settings: { ...ours, acme: { ...ours.acme, caName: 'Another CA' } } };
    expect(await rekeyDue(others, later(1000 * SECOND))).toEqual({ rekeyed: 1, failures: [] });
    expect(rowIn(items)).toMatchObject({ served: { renewAt: NOW.toISOString() } });
    expect(rowIn(items)).not.toHaveProperty('revocation');
  });

  it('of another organization is not touched', async () => {
    const items = holds({ ...active, organizationId: 'org_B' });
    expect(await run()).toEqual({ rekeyed: 0, failures: [] });
    expect(rowIn(items)).not.toHaveProperty('revocation');
  });
});

describe('many domains of a revoked machine', () => {
  const many = Array.from({ length: 150 }, (_, at) => DOMAIN_ID + at);
  const rows = many.slice(1).flatMap((id) => [itemOf({ ...active, id }), released(id)]);
  const left = (items: ReturnType<typeof tableHolds>) => many.filter((id) => rowIn(items, id).revocation === undefined).length;

  it('all get new keys, although a run was killed half-way', async () => {
    const items = holds(active, ...rows);
    vi.spyOn(ports.rekeyings, 'replace').mockRejectedValueOnce(new Error('killed'));
    expect(await run()).toEqual({ rekeyed: 100, failures: [new Error('killed')] });
    expect(left(items)).toBe(50);
    expect(await run()).toEqual({ rekeyed: 50, failures: [] });
    expect([left(items), itemsUnder(items, 'REKEYING#')]).toEqual([0, []]);
  });

  it('go on at the next page where the time is over', async () => {
    const items = holds(active, ...rows);
    let asked = 0;
    const brief = { ...ports, clock: () => later(asked++ > 103 ? 2000 * SECOND : 0) };
    await rekeyDue(brief, later(1000 * SECOND));
    expect([left(items), itemsUnder(items, 'REKEYING#')]).toMatchObject([50, [{ before: expect.stringMatching(/^aud_/) }]]);
    clock.now = later(2000 * SECOND);
    await rekeyDue(ports, later(3000 * SECOND));
    expect([left(items), itemsUnder(items, 'REKEYING#')]).toEqual([0, []]);
  });

  it('do not wait for one that cannot be changed, which is tried again later', async () => {
    const items = holds(active, ...rows);
    vi.spyOn(ports.domains, 'get').mockRejectedValueOnce(new Error('unreadable'));
    expect(await run()).toEqual({ rekeyed: 149, failures: [new Error('unreadable')] });
    expect(itemsUnder(items, 'REKEYING#')).toMatchObject([{ stepDueAt: iso(600 * SECOND) }]);
  });

  it('wait for the next run where others write all the time', async () => {
    const items = holds(active);
    dynamo.on(TransactWriteCommand).rejects(conflict());
    expect((await run()).failures).toHaveLength(1);
    expect(itemsUnder(items, 'REKEYING#')).toHaveLength(1);
  });
});
