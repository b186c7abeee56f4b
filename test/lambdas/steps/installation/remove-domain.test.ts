import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { removeDomain } from '../../../../lambdas/steps/installation/remove-domain.ts';
import { aDomain, HOUR, iso, issued, NOW, revocation, served, servedAs, timings } from '../../a-domain.ts';
import { heldByServers } from '../../api/servers/held-by-servers.ts';
import { NO_PROOFS } from '../issuance/told-agents.ts';

const removing = aDomain('removing', { serverId: 2, execution: { attempt: 3 }, retireFrom: [1, 2] });

function world(stored: Domain | undefined, successor?: Domain) {
  const { items, revisions, ports } = heldByServers({ serverId: 1 }, { serverId: 2, attempt: 2 });
  const rows = { stored };
  const domains = {
    get: vi.fn(async (id: number) => (id === successor?.id ? successor : rows.stored)),
    replace: vi.fn(async (_: Domain, after: Domain) => {
      rows.stored = after;
    }),
    endTimeline: vi.fn(async () => expect(rows.stored).toBeDefined()),
    remove: vi.fn(async (_: Domain) => {
      expect([...items.values()].every(({ announcedAt }) => announcedAt !== undefined)).toBe(true);
      rows.stored = undefined;
    }),
  };
  const withdraw = vi.fn(async () => {});
  const claims = {
    get: async () => successor && { organizationId: successor.organizationId, domainId: successor.id, state: 'held' as const },
  };
  const challenges = { 'http-01': { put: async () => {} }, 'dns-01': { ...NO_PROOFS, withdraw } };
  const run = (attempt = 3) =>
    removeDomain({ ...ports, domains, claims, challenges, clock: () => NOW, log: vi.fn(), restoreEpoch: 0 })({
      domainId: removing.id,
      attempt,
      timings,
      epoch: 0,
    });
  return { items, rows, revisions, ports, domains, withdraw, run };
}
const done = { next: 'done', waitSeconds: 0 };
const conflict = new LostRace([], new TransactionCanceledException({ message: 'conflict', $metadata: {} }));

describe('the removal of a deleted domain', () => {
  it('deletes its row last, after its certificates at every server', async () => {
    const { items, rows, domains, run } = world(removing);
    expect(await run()).toEqual(done);
    expect([...items.values()].map(({ state }) => state)).toEqual(['removed', 'removed']);
    expect(domains.endTimeline).toHaveBeenCalledExactlyOnceWith(removing.id, NOW);
    expect(domains.remove).toHaveBeenCalledExactlyOnceWith(removing);
    expect(rows.stored).toBeUndefined();
  });

  it.each([
    ['for an order', {}],
    ['for as long as it stands', { stands: true as const }],
  ])('takes away what it shows a CA in DNS %s, and nothing of another domain', async (_, stands) => {
    const validation = { target: 'secret.validation.service.net', state: 'ok', ...stands } as const;
    const { withdraw, run } = world({ ...removing, validation });
    await run();
    const { id: domainId, organizationId } = removing;
    expect(withdraw).toHaveBeenCalledExactlyOnceWith({ label: 'secret', organizationId, domainId }, NOW);
  });

  it('deletes the copies of a certificate to be revoked first, and the row when the CA has revoked it', async () => {
    const { items, domains, run } = world({ ...removing, revocation });
    expect(await run()).toEqual({ next: 'revoke-certificate', waitSeconds: 0 });
    expect([...items.values()].map(({ state }) => state)).toEqual(['removed', 'removed']);
    expect(domains.remove).not.toHaveBeenCalled();
  });

  it('is completed by the next run where one dies', async () => {
    const { items, ports, domains, run } = world(removing);
    ports.servers.raiseRevision.mockRejectedValueOnce(new Error('killed'));
    await expect(run()).rejects.toThrow('killed');
    expect(domains.remove).not.toHaveBeenCalled();
    await run();
    expect([...items.values()].map(({ state }) => state)).toEqual(['removed', 'removed']);
    expect(domains.remove).toHaveBeenCalledTimes(1);
  });

  it('is not over before the agents are told, also where an agent writes to the certificate at the same moment', async () => {
    const { revisions, ports, domains, run } = world(removing);
    ports.certificates.markChanged.mockRejectedValueOnce(conflict);
    await expect(run()).rejects.toThrow(LostRace);
    expect(domains.remove).not.toHaveBeenCalled();
    await run();
    expect([...revisions.values()]).toEqual([1, 1]);
    expect(domains.remove).toHaveBeenCalledTimes(1);
  });

  it('is tried again where another transaction is at work on its row', async () => {
    const { rows, domains, run } = world(removing);
    domains.remove.mockRejectedValueOnce(conflict);
    await expect(run()).rejects.toBe(conflict);
    await run();
    expect(rows.stored).toBeUndefined();
  });

  it('is left to the newer attempt where somebody writes the row meanwhile', async () => {
    const { domains, run } = world(removing);
    domains.remove.mockRejectedValueOnce(new LostRace([], undefined));
    expect(await run()).toEqual(done);
  });

  it.each([
    ['of an earlier attempt', removing, 2],
    ['of a domain that is not deleted', aDomain('active', { execution: { attempt: 3 } }), 3],
    ['of a domain that is gone', undefined, 3],
  ])('is not made by an execution %s', async (_, stored, attempt) => {
    const { items, domains, run } = world(stored);
    expect(await run(attempt)).toEqual(done);
    expect([...items.values()].map(({ state }) => state)).toEqual(['present', 'present']);
    expect(domains.remove).not.toHaveBeenCalled();
  });
});

describe('the removal of a domain whose hostname another organization has taken', () => {
  const transfer = {
    organizationId: 'org_B',
    requestedAt: iso(-96 * HOUR),
    until: iso(-24 * HOUR),
    endsAt: iso(HOUR),
    completedAt: iso(-HOUR),
  };
  const handedOver: Domain = { ...removing, ...served, transfer };
  const theirs = (since: string, dnsStatus: Domain['dnsStatus'] = 'validated') =>
    aDomain('active', { id: 7, organizationId: 'org_B', dnsStatus, served: { since } });

  it.each<[string, Domain | undefined]>([
    ['is not there', undefined],
    ['has no certificate yet', aDomain('awaiting-dns', { id: 7, organizationId: 'org_B' })],
    ['has one, and its CNAME does not lead there', theirs(iso(-HOUR), 'pending')],
    ['was first seen less than an hour ago', theirs(iso(-HOUR + 1))],
  ])('waits, in no execution, while the domain of that one %s', async (_, successor) => {
    const { items, rows, domains, withdraw, run } = world(
      { ...handedOver, validation: { target: 'x.validation.service.net', state: 'ok' } },
      successor,
    );
    expect(await run()).toEqual(done);
    expect([...items.values()].map(({ state }) => state)).toEqual(['present', 'present']);
    expect(rows.stored?.execution).toEqual({ attempt: 3, restarts: 0, dueAt: iso(HOUR), resumeAt: iso(HOUR) });
    expect(domains.remove).not.toHaveBeenCalled();
    expect(withdraw).toHaveBeenCalledOnce();
  });

  it.each<[string, Domain, Domain | undefined]>([
    ['an hour after that one is served', handedOver, theirs(iso(-HOUR))],
    [
      'when its own certificate has ended',
      { ...handedOver, served: servedAs({ certificate: { ...issued, notAfter: iso(0) } }) },
      undefined,
    ],
    ['at once where it serves nothing', { ...handedOver, sslStatus: 'error' }, undefined],
  ])('is made %s', async (_, stored, successor) => {
    const { items, rows, run } = world(stored, successor);
    expect(await run()).toEqual(done);
    expect([...items.values()].map(({ state }) => state)).toEqual(['removed', 'removed']);
    expect(rows.stored).toBeUndefined();
  });

  it('is looked after more rarely as time goes by', async () => {
    const { rows, run } = world({ ...handedOver, transfer: { ...transfer, completedAt: iso(-240 * HOUR) } });
    await run();
    expect(rows.stored?.execution.resumeAt).toBe(iso(20 * HOUR));
  });

  it('is left to whoever wrote the row meanwhile', async () => {
    const { items, domains, run } = world(handedOver);
    domains.replace.mockRejectedValueOnce(new LostRace([], undefined));
    expect(await run()).toEqual(done);
    expect([...items.values()].map(({ state }) => state)).toEqual(['present', 'present']);
  });
});
