import { vi } from 'vitest';
import { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { Server } from '../../../../lambdas/model/servers/server.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { certificate, machine, rowOf, server } from '../../agent-api/an-agent.ts';
import { dynamo, edgesWith } from '../../edges.ts';
import { holdItems } from '../../held-items.ts';

const idOf = (key: object) => Object.values(key).join('|');
const certificateKey = (serverId: number) => keys.certificate('org_A', serverId, certificate.hostname);

/** The certificate of one hostname at several agent servers, in the table. */
export function heldByServers(...held: Partial<Certificate>[]) {
  const serverIds = [...new Set([1, 2, ...held.map(({ serverId = 1 }) => serverId)])];
  const rows = holdItems(dynamo, [
    ...held.map((one) => ({ ...certificateKey(one.serverId ?? 1), ...certificate, ...one })),
    ...serverIds.flatMap((id) => [{ ...keys.server('org_A', id), ...server, id }, rowOf(machine, { ...server, id })]),
  ]).items;
  const opened = openSteps(openRows(edgesWith({})));
  const { certificates, servers } = opened;
  for (const store of [certificates, servers])
    for (const name of Object.keys(store)) vi.spyOn(store as object as Record<string, () => unknown>, name);
  // One shared store, so that a test can make its calls fail.
  const installers = { ...opened.installers, agent: { certificates, servers } };
  const ports = lazily({ installers: () => installers, installerWrites: () => installers }, opened);
  return {
    items: present(() =>
      serverIds.flatMap((serverId): [number, Certificate][] => {
        const row = rows.get(idOf(certificateKey(serverId)));
        return row ? [[serverId, Certificate.parse(row)]] : [];
      }),
    ),
    put: (one: Certificate) => rows.set(idOf(certificateKey(one.serverId)), { ...certificateKey(one.serverId), ...one }),
    /** How often the agents of each server were notified. */
    revisions: present(() =>
      serverIds.flatMap((id): [number, number][] => {
        const row = Server.parse(rows.get(idOf(keys.server('org_A', id))));
        const told = row.type === 'agent' ? row.revision - server.revision : 0;
        return told > 0 ? [[id, told]] : [];
      }),
    ),
    ports: lazily({ certificates: () => vi.mocked(certificates), servers: () => vi.mocked(servers) }, ports),
  };
}

/** Reads the current values at each call. */
function present<T>(entries: () => [number, T][]) {
  return {
    get: (serverId: number) => new Map(entries()).get(serverId),
    keys: () => new Map(entries()).keys(),
    values: () => new Map(entries()).values(),
    get size() {
      return entries().length;
    },
    [Symbol.iterator]: () => entries()[Symbol.iterator](),
  };
}
