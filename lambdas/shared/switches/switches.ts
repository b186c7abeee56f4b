import * as z from 'zod/mini';
import { omit } from '../rows/omit.ts';
import { storedObject } from '../table/stored-object.schema.ts';

const Pause = storedObject({ since: z.string(), by: z.string(), reason: z.string() });
export type Pause = z.infer<typeof Pause>;

/** What an operator has paused in a deployment: one row, without a deployment. */
export const Switches = storedObject({
  version: z.int(),
  /** By what is paused: `orders`, `deliveries`, `ca <name>`, `organization <id>`. */
  paused: z.record(z.string(), Pause),
});
export type Switches = z.infer<typeof Switches>;

export type SwitchName = 'orders' | 'deliveries' | `ca ${string}` | `organization ${string}`;

export const NOTHING_PAUSED: Switches = { version: 0, paused: {} };

/** Of a process that remembers what it has read for some seconds. */
export type ReadSwitches = () => Promise<Switches>;

/** Where nobody can pause anything: in test mode, and in tests about something else. */
export const neverPaused: ReadSwitches = async () => NOTHING_PAUSED;

/** New orders: of everybody, or of one organization. Orders that a CA has already go on. */
export function areOrdersPaused({ paused }: Switches, organizationId: string): boolean {
  return isPaused(paused, 'orders') || isPaused(paused, `organization ${organizationId}`);
}

export function areDeliveriesPaused({ paused }: Switches, organizationId: string): boolean {
  return isPaused(paused, 'deliveries') || isPaused(paused, `organization ${organizationId}`);
}

export function isCaPaused({ paused }: Switches, caName: string): boolean {
  return isPaused(paused, `ca ${caName}`);
}

export function isPaused(paused: Switches['paused'], name: SwitchName): boolean {
  return Object.hasOwn(paused, name);
}

/** Undefined: it is paused already, since when and by whom stays. */
export function withPause({ version, paused }: Switches, name: SwitchName, pause: Pause): Switches | undefined {
  return isPaused(paused, name) ? undefined : { version: version + 1, paused: { ...paused, [name]: pause } };
}

/** Undefined: it is not paused. */
export function withoutPause({ version, paused }: Switches, name: SwitchName): Switches | undefined {
  return isPaused(paused, name) ? { version: version + 1, paused: omit(paused, name) } : undefined;
}
