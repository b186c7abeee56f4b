import { vi } from 'vitest';
import type { Certificate, PresentCertificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import type { CertificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import type { ServerStore } from '../../../../lambdas/model/servers/server.store.ts';
import { omit } from '../../../../lambdas/shared/rows/omit.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { NOTHING_AT_AWS } from '../../aws-servers/nothing-at-aws.ts';
import { certificate, server } from '../../edge/an-agent.ts';

/** The certificate of one hostname at some servers, changed under the conditions that certificate.store.ts names. */
export function heldByServers(...held: Partial<Certificate>[]) {
  const items = new Map(held.map((one) => [one.serverId ?? 1, { ...certificate, ...one } as Certificate]));
  const revisions = new Map<number, number>();
  const change = (of: Pick<Certificate, 'serverId' | 'attempt' | 'state'>, changes: Partial<Certificate>) => {
    const item = items.get(of.serverId);
    if (!item || item.attempt !== of.attempt || item.state !== of.state) throw new LostRace([item], undefined);
    items.set(of.serverId, { ...item, ...changes } as Certificate);
  };
  const ports = {
    certificates: {
      get: vi.fn<CertificateStore['get']>(async (_, serverId) => items.get(serverId)),
      retire: vi.fn<CertificateStore['retire']>(async ({ serverId, domainId, attempt }) => {
        const item = items.get(serverId);
        if (!item || item.domainId !== domainId || item.attempt > attempt) return;
        if (item.state === 'removed') return item.announcedAt === undefined ? item : undefined;
        const left = omit(item as PresentCertificate, 'chainPem', 'sealedKey', 'changedAt', 'announcedAt');
        const removed: Certificate = { ...left, state: 'removed' };
        items.set(serverId, removed);
        return removed;
      }),
      markChanged: vi.fn<CertificateStore['markChanged']>(async (of, now) => {
        if (items.get(of.serverId)?.announcedAt !== undefined) throw new LostRace([], undefined);
        change(of, { changedAt: now.toISOString(), listedAt: now.toISOString() });
      }),
      markAnnounced: vi.fn<CertificateStore['markAnnounced']>(async (of, now) => change(of, { announcedAt: now.toISOString() })),
    },
    servers: {
      get: vi.fn<ServerStore['get']>(async (_, id) => ({ ...server, id })),
      machines: vi.fn<ServerStore['machines']>(async ({ machines }) => Object.values(machines)),
      raiseRevision: vi.fn<ServerStore['raiseRevision']>(async (_, id) => {
        revisions.set(id, (revisions.get(id) ?? 0) + 1);
        return { ...server, id };
      }),
    },
  };
  return {
    items,
    revisions,
    ports: {
      ...ports,
      installers: { agent: ports, aws: NOTHING_AT_AWS },
      certificateWrites: ports.certificates,
      installerWrites: { agent: ports, aws: NOTHING_AT_AWS },
    },
  };
}
