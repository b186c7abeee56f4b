import type { Command } from 'commander';
import { installerPorts } from '../../../lambdas/model/servers/installers.store.ts';
import { prefixedId } from '../../../lambdas/shared/ids/ids.gateway.ts';
import { type ExportedTime, exportChanges } from '../../../lambdas/shared/table/table-export.store.ts';
import { describeTable } from '../../../lambdas/shared/table/whole-table.store.ts';
import { pauseFor } from '../../../lambdas/shared/time/clock.gateway.ts';
import { columns } from '../../../local/machine/layout.ts';
import { instant, nonEmpty } from '../arguments.ts';
import type { Session } from '../connect.ts';
import { type SkippedRow, type Undone, undoCollector, undoResource } from './apply-undo.ts';
import type { Summary } from './table-export.gateway.ts';
import { SKIP_REASONS } from './undo-decision.ts';

interface Options {
  from?: Date;
  to?: Date;
  bucket?: string;
  export?: string;
  only?: string;
  apply?: true;
}

const AFTER = `
DynamoDB exports what changed in that time, with each row as it was before and after, to a bucket of yours: 15 minutes at least, a day
at most. The export has sealed private keys and hashes of secrets: use a private bucket, and delete it afterwards. --export reads one
that is there already: s3://bucket/prefix/AWSDynamoDB/<id>, or a copy of the bucket in a folder.

Nothing is written without --apply. Each row is put back only if it is still as that time left it; the rows of one domain go together.
What is left, and why:
${columns(Object.entries(SKIP_REASONS).map(([because, means]) => [`  ${because}`, means])).join('\n')}
Keys, machines, people, tokens, events and the audit are never put back. docs/operate/recovery-undo.md says what to do afterwards.`;

export function addUndoCommand(program: Command, session: Session): void {
  program
    .command('undo')
    .description('puts back what was written in a time by mistake; without --apply it only says what it would do')
    .option('--from <time>', 'the first mistaken write, or before; ISO 8601, for example 2026-11-21T10:00:00Z', instant)
    .option('--to <time>', 'after the last one', instant)
    .option('--bucket <name>', 'where DynamoDB is to write the export', nonEmpty)
    .option('--export <place>', 'an export that is there already', nonEmpty)
    .option('--only <what>', 'a pattern of keys with *, an organization, a domain’s id or a hostname', nonEmpty)
    .option('--apply', 'writes')
    .addHelpText('after', AFTER)
    .action(async (options: Options) => {
      const { table, tableName, isLocal, clock, pause } = await session.connect();
      const [{ S3Client }, { exportFiles, readChanges, readSummary }] = await Promise.all([
        import('@aws-sdk/client-s3'),
        import('./table-export.gateway.ts'),
      ]);
      const place = options.export ?? (await makeExport(options, tableName, clock()));
      const files = exportFiles(place, () => new S3Client({ forcePathStyle: isLocal }));
      const summary = await readSummary(files);
      checkExportSource(summary, (await describeTable(tableName))?.arn, options);
      const collector = undoCollector(options.only, clock());
      await readChanges(files, summary, collector.add);
      const { servers, installers } = installerPorts(table, () => prefixedId('evt'));
      const ports = { table, servers, installers, clock, newId: prefixedId, pause };
      const undone: Undone[] = [];
      for (const undo of collector.undos()) undone.push(await undoResource(undo, options.apply ?? false, ports));
      session.print({ export: place, from: summary.exportFromTime, to: summary.exportToTime, ...result(undone, options) });
    });
}

async function makeExport({ from, to, bucket }: Options, tableName: string, now: Date): Promise<string> {
  if (!from || !to || bucket === undefined) throw new Error('needed: --from, --to and --bucket; or --export');
  checkExportTime({ from, to }, now);
  console.error('DynamoDB writes the export; this takes some minutes. The same command goes on with it after an interruption.');
  return exportChanges({ tableName, bucket, from, to }, pauseFor);
}

/** DynamoDB exports at least 15 minutes, and at most a day. */
const MIN_MS = 15 * 60_000;
const MAX_MS = 24 * 3_600_000;

/** Refuses in advance what DynamoDB would refuse. */
export function checkExportTime({ from, to }: ExportedTime, now: Date): void {
  const length = to.getTime() - from.getTime();
  if (length <= 0) throw new Error('--to must be later than --from');
  if (to > now) throw new Error('--to must not be in the future');
  if (length < MIN_MS) throw new Error('DynamoDB exports 15 minutes at least: begin earlier');
  if (length > MAX_MS) throw new Error('DynamoDB exports a day at most: undo one day after another, and begin with the last one');
}

/** Another table or time range would be written silently. */
export function checkExportSource(
  { tableArn, exportFromTime, exportToTime }: Pick<Summary, 'tableArn' | 'exportFromTime' | 'exportToTime'>,
  tableOfStage: string | undefined,
  { from, to }: Pick<Options, 'from' | 'to'>,
): void {
  // Another region or account may have a table of this name.
  if (tableArn !== tableOfStage) throw new Error(`the export is of ${tableArn}, and this stage’s table is ${tableOfStage}`);
  const isOther = (named: Date | undefined, text: string) => named !== undefined && named.getTime() !== Date.parse(text);
  if (isOther(from, exportFromTime) || isOther(to, exportToTime))
    throw new Error(`the export is from ${exportFromTime} to ${exportToTime}: name these times, or none`);
}

/** A terminal keeps only some hundred lines. */
const MAX_SHOWN = 200;

function result(undone: readonly Undone[], { apply }: Options) {
  const rows = undone.flatMap((one) => one.rows);
  const left: SkippedRow[] = undone.flatMap((one) => one.left);
  const counts = Object.entries(Object.groupBy(left, ({ because }) => because)).map(([because, of]) => [because, of.length]);
  return {
    [apply ? 'put_back' : 'would_put_back']: rows.length,
    left: Object.fromEntries(counts),
    rows: rows.slice(0, MAX_SHOWN).map((row) => ({ row })),
    left_rows: left.slice(0, MAX_SHOWN),
    ...(rows.length + left.length > MAX_SHOWN && { shown: `the first ${MAX_SHOWN} of each; --only narrows it down` }),
  };
}
