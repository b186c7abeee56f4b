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
import { tablePairFault } from './table-pair.ts';

const KINDS: readonly DiffKind[] = [...ACCESS_KINDS, 'domain', 'portal_link', 'renewal', 'events'];

const AFTER = `
A restore takes back what ended after the time that it goes to. This lists it, and ends it again with --apply:
  API keys that were revoked, or have another secret or fewer rights
  machines that were revoked or retired, or have other keys
  enrolment tokens, invitations and sessions that are gone
  webhooks that were deleted, or have another secret
  the former address of a portal, and portal links that were ended
  AWS roles that were withdrawn from a server
  members who were removed, or have another role
  accounts at CAs that have another key
  domains that were deleted; their certificates are taken from their servers
It also asks again for the renewals that somebody has asked for: machines may have a certificate that the restored table does not know.
Numbers of events and deliveries are copied from the old table: no number is given twice, and no event is delivered twice.

Output:
  revived        how many rows would come back; the table "found" lists them
  event_numbers  numbers of events that are copied
  deliveries     deliveries that are copied
  changed        rows that somebody wrote meanwhile: run it again
  unproven       rows that the old table lacks, though its audit names nobody who ended them: most likely the damage. They stay
  unreadable     rows that this release cannot read. They stay: look at them with the release that wrote them
  changed_since  what was changed in both tables, and last in the restored one. It stays
  lost           what was made after the time of the restore

Run it before the deployment that names the restored table. Repeat it after the deployment, until it finds nothing. You may interrupt it.`;

/** Commands for a restore of the table: docs/operate/recovery.md. */
export function addRestoreDiffCommand(program: Command, session: Session): void {
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
      const restoredTo = await timeOfRestore({ ...options, into, isLocal });
      const tables = { former: connectTable(from), restored: connectTable(into) };
      if (into !== tableName && (await isWritten(tables.restored, restoredTo, clock())))
        throw new Error(`${into} is written, though the stage's table is ${tableName}: stop what writes it, and restore again.`);
      const { timings } = (await deployedSettings(connected)).settings;
      const [formerOrganizationIds, organizationIds] = await Promise.all([
        organizationsOf(tables.former),
        organizationsOf(tables.restored),
      ]);
      const diff = await restoreDiff(
        { restoredTo, now: clock(), apply, except },
        {
          ...tables,
          organizationIds,
          formerOrganizationIds,
          eachAccessRow: (onPage) => eachRow(into, ACCESS_ROWS, onPage),
          domains: domainStore(tables.restored, { newId }),
          claims: claimStore(tables.restored),
          timings,
          clock,
          newId,
          pause,
        },
      );
      const { revived, unproven, unreadable, changed_since, deleted_organizations, lost, ...counts } = diff;
      session.print({
        applied: apply,
        ...counts,
        revived: revived.length,
        found: rowsUnder('found', revived),
        unproven: rowsUnder('unproven', unproven),
        unreadable: rowsUnder('unreadable', unreadable),
        changed_since: rowsUnder('changed_since', changed_since),
        lost: rowsUnder('lost', lost),
      });
      for (const id of deleted_organizations)
        console.error(`${id} was deleted since. After the deployment: npm run admin -- delete-organization --organization ${id}`);
      if (!apply && revived.length > 0) console.error('Nothing was written. With --apply, all of "found" is ended again.');
      if (apply && from === tableName)
        console.error(`The service still writes ${from}. Deploy the stage that names ${into}, and run this again.`);
      if (diff.changed > 0) throw new Error('Rows were written meanwhile: run it again.');
    });
}

/**
 * The restore point. Throws when the second table is no restore of the first, or when DynamoDB reports another time. The emulator
 * copies the present table, because it knows no earlier state.
 */
async function timeOfRestore({ from, into, restoredTo, isLocal }: Options & { into: string; isLocal: boolean }): Promise<Date> {
  const [former, restored] = await Promise.all([describeTable(from), describeTable(into)]);
  const fault = tablePairFault({ from, into, former, restored });
  if (fault !== undefined) throw new Error(fault);
  const said = restored?.restored?.at;
  const at = restoredTo ?? said;
  if (!at) throw new Error(`DynamoDB does not say to when ${into} was restored: say it with --restored-to.`);
  if (!isLocal && said && Math.abs(said.getTime() - at.getTime()) > CLOCKS_DIFFER_MS)
    throw new Error(`${into} was restored to ${said.toISOString()}, as DynamoDB says: leave out --restored-to, or name that.`);
  return at;
}

interface Options {
  from: string;
  into?: string;
  restoredTo?: Date;
  except?: DiffKind[];
  apply?: true;
}

/** True when the outbox has an entry after the restore: somebody already uses the table. */
async function isWritten(table: Table, restoredTo: Date, now: Date): Promise<boolean> {
  const lately = new Date(Math.max(restoredTo.getTime() + CLOCKS_DIFFER_MS, now.getTime() - LATELY_MS));
  for await (const entry of entriesSince(table, lately, now))
    if (entry.kind === 'event' && entry.number === undefined) return true;
  return false;
}

const LATELY_MS = 3_600_000;
const CLOCKS_DIFFER_MS = 60_000;

async function organizationsOf(table: Table): Promise<string[]> {
  return (await allOrganizations(table)).map(({ id }) => id);
}

/** The first column's heading tells the tables apart. */
function rowsUnder(heading: string, rows: readonly { kind: string }[]): Record<string, unknown>[] {
  return rows.map(({ kind, ...rest }) => ({ [heading]: kind, ...rest }));
}

function kindList(text: string): DiffKind[] {
  return text.split(',').map((name) => {
    const kind = KINDS.find((known) => known === name.trim());
    if (!kind) throw new InvalidArgumentError(`${name} is not one of ${KINDS.join(', ')}.`);
    return kind;
  });
}
