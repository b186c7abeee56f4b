import * as z from 'zod/mini';
import type { AuditEntry } from '../audit/audit.schema.ts';
import { auditWrite } from '../audit/audit.store.ts';
import { omit } from '../rows/omit.ts';
import { keys } from '../table/keys.ts';
import { storedObject } from '../table/stored-object.schema.ts';
import { notThereYet, type Table, type TableReads } from '../table/table.store.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { readAtMostEvery } from '../time/instant.ts';

const Pause = storedObject({ since: z.string(), by: z.string(), reason: z.string() });
export type Pause = z.infer<typeof Pause>;

/** An operator's pauses in a deployment: one row. */
export const Switches = storedObject({
  version: z.int(),
  /** By the paused thing (`SwitchName`). */
  paused: z.record(z.string(), Pause),
});
export type Switches = z.infer<typeof Switches>;

export type SwitchName = 'orders' | 'deliveries' | `ca ${string}` | `organization ${string}`;

const NOTHING_PAUSED: Switches = { version: 0, paused: {} };

/** Undefined: it is already paused, and its reason does not change. */
export function withPause({ version, paused }: Switches, name: SwitchName, pause: Pause): Switches | undefined {
  return Object.hasOwn(paused, name) ? undefined : { version: version + 1, paused: { ...paused, [name]: pause } };
}

/** Undefined: it is not paused. */
export function withoutPause({ version, paused }: Switches, name: SwitchName): Switches | undefined {
  return Object.hasOwn(paused, name) ? { version: version + 1, paused: omit(paused, name) } : undefined;
}

export function switchStore(table: Table) {
  return {
    get: () => readRow(table),

    /** With its audit entry. Throws LostRace if another request has changed a switch since `before` was read. */
    async replace(before: Switches, after: Switches, audit: AuditEntry): Promise<void> {
      const nobodyWroteSince = { expression: 'version = :seen', values: { ':seen': before.version } };
      const put = table.putWrite({ ...keys.switches(), ...after }, before.version === 0 ? notThereYet : nobodyWroteSince);
      await table.transact([put, auditWrite(table, audit)]);
    },
  };
}
export type SwitchStore = ReturnType<typeof switchStore>;

async function readRow(table: Pick<TableReads, 'get'>): Promise<Switches> {
  const item = await table.get(keys.switches());
  return item ? Switches.parse(item) : NOTHING_PAUSED;
}

/** The current pauses. Functions check before they place an order or deliver; an order that a CA already has is completed. */
export interface Pauses {
  /** For all organizations. */
  orders: boolean;
  deliveries: boolean;
  organization(id: string): boolean;
  /** For all organizations, or for this one. */
  ordersOf(organizationId: string): boolean;
  deliveriesOf(organizationId: string): boolean;
  ca(name: string): boolean;
}
export type ReadPauses = () => Promise<Pauses>;

export function pausesIn({ paused }: Pick<Switches, 'paused'>): Pauses {
  const isPaused = (name: SwitchName) => Object.hasOwn(paused, name);
  const [orders, deliveries] = [isPaused('orders'), isPaused('deliveries')];
  // Includes its test data, which has its own id (model/accounts/tenant.ts).
  const organization = (id: string) => isPaused(`organization ${id}`) || isPaused(`organization ${id.replace(/_test$/, '')}`);
  return {
    orders,
    deliveries,
    organization,
    ordersOf: (id) => orders || organization(id),
    deliveriesOf: (id) => deliveries || organization(id),
    ca: (name) => isPaused(`ca ${name}`),
  };
}

/** A pause, and its end, reach every process within this time. */
const CACHED_MS = 10_000;

/** Reads the row once in ten seconds per process. Throws if that fails: nothing is sent then. */
export function pauseReader(table: Pick<TableReads, 'get'>, clock: Clock): ReadPauses {
  return readAtMostEvery(CACHED_MS, clock, async () => pausesIn(await readRow(table)));
}
