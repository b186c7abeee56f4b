import { describe, expect, it } from 'vitest';
import { retireCertificate, retireCertificates } from '../../../../lambdas/steps/installation/retire-certificate.ts';
import { aDomain, iso, later, NOW, SECOND, timings } from '../../a-domain.ts';
import { heldByServers } from '../../api/servers/held-by-servers.ts';

const domain = aDomain('retiring', { serverId: 2, execution: { attempt: 2 }, retireFrom: [1] });
const atBoth = () =>
  heldByServers({ serverId: 1, attempt: 1, announcedAt: iso(0) }, { serverId: 2, attempt: 2, announcedAt: iso(0) });

describe('a certificate of a server that its domain has left', () => {
  it('is deleted there, agents are told, and the present server keeps it', async () => {
    const { items, revisions, ports } = atBoth();
    await retireCertificate(ports).gather(domain, { now: NOW, timings });
    expect(items.get(1)).toMatchObject({ state: 'removed', changedAt: iso(0), announcedAt: iso(0) });
    expect(items.get(1)).not.toHaveProperty('sealedKey');
    expect(items.get(1)).not.toHaveProperty('chainPem');
    expect(items.get(2)).toMatchObject({ state: 'present' });
    expect([...revisions]).toEqual([[1, 1]]);
  });

  it('is deleted once', async () => {
    const { revisions, ports } = atBoth();
    await retireCertificates(domain, ports, NOW);
    await retireCertificates(domain, ports, later(SECOND));
    expect([...revisions]).toEqual([[1, 1]]);
  });

  it.each(['markChanged', 'raiseRevision', 'markAnnounced'] as const)(
    'is announced to agents after all when the first run died before %s',
    async (died) => {
      const { items, revisions, ports } = atBoth();
      const write = died === 'raiseRevision' ? ports.servers.raiseRevision : ports.certificates[died];
      write.mockRejectedValueOnce(new Error('killed'));
      await expect(retireCertificates(domain, ports, NOW)).rejects.toThrow('killed');
      await retireCertificates(domain, ports, later(SECOND));
      expect(items.get(1)).toMatchObject({ state: 'removed', announcedAt: iso(SECOND) });
      expect(revisions.get(1)).toBeGreaterThan(0);
    },
  );
});

describe('nothing is deleted', () => {
  it.each([
    ['where a newer domain of the name has put its own', { serverId: 1, domainId: 7 }],
    ['where a later attempt has put it again', { serverId: 1, attempt: 3 }],
    ['where there is none', { serverId: 9 }],
  ])('%s', async (_, held) => {
    const { items, revisions, ports } = heldByServers(held);
    const before = new Map(items);
    await retireCertificates(domain, ports, NOW);
    expect(new Map(items)).toEqual(before);
    expect(revisions.size).toBe(0);
  });

  it('twice, although it was put again in the middle', async () => {
    const { items, put, ports } = atBoth();
    const removed = items.get(1);
    ports.servers.raiseRevision.mockImplementationOnce(async () => {
      if (removed) put({ ...removed, attempt: 3, state: 'present' } as typeof removed);
      throw new Error('killed');
    });
    await expect(retireCertificates(domain, ports, NOW)).rejects.toThrow('killed');
    await retireCertificates(domain, ports, later(SECOND));
    expect(items.get(1)).toMatchObject({ state: 'present', attempt: 3 });
  });
});
