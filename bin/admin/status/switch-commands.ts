import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { orderedCas } from '../../../contract/stack/settings.schema.ts';
import { administratorsEntry, SERVICE } from '../../../lambdas/shared/audit/audit.schema.ts';
import { prefixedId } from '../../../lambdas/shared/ids/ids.gateway.ts';
import {
  type Switches,
  type SwitchName,
  type SwitchStore,
  switchStore,
  withoutPause,
  withPause,
} from '../../../lambdas/shared/switches/switches.store.ts';
import { againAfterLostRace } from '../../../lambdas/shared/table/lost-race.ts';
import type { Clock } from '../../../lambdas/shared/time/clock.gateway.ts';
import { nonEmpty } from '../arguments.ts';
import { deployedCa, type Session } from '../connect.ts';

export interface SwitchPorts {
  store: SwitchStore;
  clock: Clock;
  newId: (prefix: 'aud') => string;
}

const TRIES = 10;

/** Returns false when it was already paused. */
export function pause(name: SwitchName, { by, reason }: { by: string; reason: string }, ports: SwitchPorts): Promise<boolean> {
  const toPaused = (switches: Switches, now: Date) => withPause(switches, name, { since: now.toISOString(), by, reason });
  return change('service.paused', { what: name, by, reason }, toPaused, ports);
}

export function resume(name: SwitchName, { by }: { by: string }, ports: SwitchPorts): Promise<boolean> {
  return change('service.resumed', { what: name, by }, (switches) => withoutPause(switches, name), ports);
}

/** Two people may pause or resume at once. The second change decides again after the first one's write. */
function change(
  action: string,
  after: Record<string, unknown>,
  decide: (switches: Switches, now: Date) => Switches | undefined,
  { store, clock, newId }: SwitchPorts,
): Promise<boolean> {
  return againAfterLostRace(TRIES, async () => {
    const before = await store.get();
    const now = clock();
    const next = decide(before, now);
    if (!next) return false;
    const resource = { type: 'organization' as const, id: SERVICE };
    await store.replace(before, next, administratorsEntry(SERVICE, newId('aud'), now, { action, resource, after }));
    return true;
  });
}

export function pausedRows({ paused }: Switches): Record<string, unknown>[] {
  return Object.entries(paused).map(([what, { since, by, reason }]) => ({ paused: what, since, by, reason }));
}

const WHAT = `
<what> is one of:
  orders                  new orders of everybody; orders that a CA has already go on
  ca <name>               all requests to this CA; new orders go to another one if the stage has one
  organization <id>       new orders and webhook deliveries of this organization, and of its test data
  deliveries              webhook deliveries of everybody

Every function follows within ten seconds. What waits is kept: names in the queue of the CA, deliveries in the table.
Who paused and resumed what is in the audit: npm run admin -- audit list --organization ${SERVICE}`;

/** Kill switches: `pause` and `resume` (docs/operate/emergencies.md). */
export function addSwitchCommands(program: Command, session: Session): void {
  program
    .command('pause <what> [name]')
    .description('stops new orders, a CA, an organization or webhook deliveries, without a deployment')
    .requiredOption('--reason <text>', 'why, for whoever reads `admin status`', nonEmpty)
    .addHelpText('after', WHAT)
    .action(async (what: string, name: string | undefined, { reason }: { reason: string }) => {
      const switchName = await checkedName(what, name, session);
      const ports = await openSwitches(session);
      const isChanged = await pause(switchName, { by: userInfo().username, reason }, ports);
      await printAll(isChanged ? 'paused' : 'was paused already', ports, session);
    });

  program
    .command('resume <what> [name]')
    .description('ends what `pause` began')
    .addHelpText('after', WHAT)
    .action(async (what: string, name: string | undefined) => {
      const ports = await openSwitches(session);
      const isChanged = await resume(switchNameOf(what, name), { by: userInfo().username }, ports);
      await printAll(isChanged ? 'resumed' : 'was not paused', ports, session);
    });
}

async function openSwitches(session: Session): Promise<SwitchPorts> {
  const { table, clock } = await session.connect();
  return { store: switchStore(table), clock, newId: prefixedId };
}

async function printAll(result: string, { store }: SwitchPorts, session: Session): Promise<void> {
  session.print({ result, paused: pausedRows(await store.get()) });
}

export function switchNameOf(what: string, name: string | undefined): SwitchName {
  if ((what === 'orders' || what === 'deliveries') && name === undefined) return what;
  if ((what === 'ca' || what === 'organization') && name !== undefined) return `${what} ${name}`;
  throw new Error('say one of: orders, deliveries, ca <name>, organization <id>');
}

/** Refuses an unknown name: a typo would silently pause nothing. */
async function checkedName(what: string, name: string | undefined, session: Session): Promise<SwitchName> {
  const switchName = switchNameOf(what, name);
  if (what === 'ca') {
    const { settings } = await deployedCa(session);
    const names = orderedCas(settings).map(({ caName }) => caName);
    if (!names.includes(name ?? '')) throw new Error(`The stage has no CA ${name}, but ${names.join(', ')}.`);
  }
  if (what === 'organization') {
    const { accounts } = await session.connect();
    if (!(await accounts.getOrganization(name ?? ''))) throw new Error(`There is no organization ${name}.`);
  }
  return switchName;
}
