import { type Command, InvalidArgumentError } from 'commander';
import { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { entriesSince } from '../../../lambdas/shared/outbox/outbox.store.ts';
import { connectTable, type Table } from '../../../lambdas/shared/table/table.store.ts';
import { describeTable, eachRow } from '../../../lambdas/shared/table/whole-table.store.ts';
import { instant, nonEmpty } from '../arguments.ts';
import { deployedSettings, type Session } from '../connect.ts';
import { allOrganizations } from '../organizations/organization-list.store.ts';
import { type DiffKind, restoreDiff } from './restore-diff.ts';
import { ACCESS_KINDS, ACCESS_ROWS } from './revival.ts';
import { faultOf } from './table-pair.ts';

const KINDS: readonly DiffKind[] = [...ACCESS_KINDS, 'domain', 'portal_link', 'events'];

const AFTER = `
A restore takes back what ended after the instant it goes to. This lists, and with --apply ends again: API keys that were revoked, or have other secrets or fewer
rights; machines that were revoked or retired, or have other keys; enrolment tokens, invitations and sessions that are gone; deleted webhooks, and other
secrets of webhooks; AWS roles that were withdrawn from a server; another address of a portal, and links to it that were ended; members who were
removed, or have another role; other keys of our accounts at CAs; deleted domains, whose certificates are taken from their servers.
It brings the numbers of events and the deliveries that were made, so that no number is given twice and no event delivered twice.
What is missing in the old table without an entry of its audit may be the damage itself: it is listed as unproven, and stays. So does what
was changed last in the restored table (changed_since).

Run it once before the deployment that names the restored table, and once after it, until it finds nothing. It may be interrupted and repeated.`;

/** Bringing back a table, as docs/operate/recovery.md says. */
export function addRecoveryCommands(program: Command, session: Session): void {
  program
    .command('restore-diff')
    .description('what a restored table would bring back to life (revoked keys, deleted domains, …); --apply ends it again')
    .requiredOption('--from <table>', 'the table that was in use before', nonEmpty)
    .option('--into <table>', 'the restored one; else the table that the deployment names', nonEmpty)
    .option('--restored-to <time>', 'the instant that was restored to; else DynamoDB says it', instant)
    .option('--except <kinds>', `leave these as they are: ${KINDS.join(', ')}; commas between`, kindList)
    .option('--apply', 'writes; without it, nothing is changed')
    .addHelpText('after', AFTER)
    .action(async (options: Options) => {
      const { apply = false, except = [] } = options;
      const connected = await session.connect();
      const { tableName, isLocal, clock, newId, pause } = connected;
      const { from, into = tableName } = options;
      const [former, restored] = await Promise.all([describeTable(from), describeTable(into)]);
      const fault = faultOf({ from, into, former, restored });
      if (fault !== undefined) throw new Error(fault);
      const restoredTo = instantOf({ into, named: options.restoredTo, said: restored?.restored?.at, isLocal });
      const tables = { former: connectTable(from), restored: connectTable(into) };
      if (into !== tableName && (await isWritten(tables.restored, restoredTo, clock())))
        throw new Error(`${into} is written, though the stage's table is ${tableName}: stop what writes it, and restore again.`);
      const { timings } = (await deployedSettings(connected)).settings;
      const [formerIds, ids] = await Promise.all([allOrganizations(tables.former), allOrganizations(tables.restored)]);
      const diff = await restoreDiff(
        { restoredTo, now: clock(), apply, except },
        {
          ...tables,
          organizationIds: ids.map(({ id }) => id),
          formerOrganizationIds: formerIds.map(({ id }) => id),
          eachAccessRow: (onPage) => eachRow(into, ACCESS_ROWS, onPage),
          domains: domainStore(tables.restored, { newId }),
          claims: claimStore(tables.restored),
          timings,
          clock,
          newId,
          pause,
        },
      );
      const { revived, unproven, changed_since, deleted_organizations, lost, ...counts } = diff;
      session.print({
        applied: apply,
        revived: revived.length,
        ...counts,
        lost: textOf(lost),
        found: revived,
        unproven,
        changed_since,
      });
      for (const id of deleted_organizations)
        console.error(`${id} was deleted since. After the deployment: npm run admin -- delete-organization --organization ${id}`);
      if (from === tableName)
        console.error(`The service still writes ${from}. Deploy the stage that names ${into}, and run this again.`);
      if (diff.changed > 0) throw new Error('Rows were written meanwhile: run it again.');
    });
}

interface Options {
  from: string;
  into?: string;
  restoredTo?: Date;
  except?: DiffKind[];
  apply?: true;
}

interface Instants {
  into: string;
  /** By `--restored-to`. */
  named: Date | undefined;
  /** By DynamoDB. */
  said: Date | undefined;
  isLocal: boolean;
}

/** The emulator copies a table as it is, and says so: it knows no earlier instant. */
function instantOf({ into, named, said, isLocal }: Instants): Date {
  const restoredTo = named ?? said;
  if (!restoredTo) throw new Error(`DynamoDB does not say to when ${into} was restored: say it with --restored-to.`);
  if (!isLocal && said && Math.abs(said.getTime() - restoredTo.getTime()) > CLOCKS_DIFFER_MS)
    throw new Error(`${into} was restored to ${said.toISOString()}, as DynamoDB says: leave out --restored-to, or name that.`);
  return restoredTo;
}

/** What nobody uses yet has no entry of the outbox that is younger than what was restored. */
async function isWritten(table: Table, restoredTo: Date, now: Date): Promise<boolean> {
  const lately = new Date(Math.max(restoredTo.getTime() + CLOCKS_DIFFER_MS, now.getTime() - LATELY_MS));
  for await (const entry of entriesSince(table, lately, now))
    if (entry.kind === 'event' && entry.number === undefined) return true;
  return false;
}

const LATELY_MS = 3_600_000;
const CLOCKS_DIFFER_MS = 60_000;

function textOf(lost: Record<string, number>): string {
  return Object.entries(lost)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function kindList(text: string): DiffKind[] {
  return text.split(',').map((name) => {
    const kind = KINDS.find((known) => known === name.trim());
    if (!kind) throw new InvalidArgumentError(`${name} is not one of ${KINDS.join(', ')}.`);
    return kind;
  });
}
