import { describe, expect, it, vi } from 'vitest';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { removeDomain } from '../../../../lambdas/steps/installation/remove-domain.ts';
import { aDomain, NOW, revocation, timings } from '../../a-domain.ts';
import { heldByServers } from '../../api/servers/held-by-servers.ts';
import { NO_PROOFS } from '../issuance/told-agents.ts';

const removing = aDomain('removing', { serverId: 2, execution: { attempt: 3 }, retireFrom: [1, 2] });

function world(stored: Domain | undefined) {
  const { items, ports } = heldByServers({ serverId: 1 }, { serverId: 2, attempt: 2 });
  const rows = { stored };
  const domains = {
    get: vi.fn(async () => rows.stored),
    endTimeline: vi.fn(async () => expect(rows.stored).toBeDefined()),
    remove: vi.fn(async (_: Domain) => {
      expect([...items.values()].every(({ announcedAt }) => announcedAt !== undefined)).toBe(true);
      rows.stored = undefined;
    }),
  };
  const withdraw = vi.fn(async () => {});
  const challenges = { 'http-01': { put: async () => {} }, 'dns-01': { ...NO_PROOFS, withdraw } };
  const run = (attempt = 3) =>
    removeDomain({ ...ports, domains, challenges, clock: () => NOW, log: vi.fn(), restoreEpoch: 0 })({
      domainId: removing.id,
      attempt,
      timings,
    });
  return { items, rows, ports, domains, withdraw, run };
}
const done = { next: 'done', waitSeconds: 0 };

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
