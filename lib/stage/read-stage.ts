import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { isEmulated } from './emulator.ts';
import { publicDomainFaults } from './public-domain-faults.ts';
import { signInFaults } from './sign-in-settings.ts';
import { Stage } from './stage.schema.ts';
import {
  backupLocationFaults,
  domainConnectFaults,
  duplicateCaFaults,
  exampleValueFaults,
  mailFaults,
  unknownFields,
  validationZoneFaults,
} from './stage-faults.ts';

/**
 * CloudFormation would find zones of another region only half-way through a deployment. Each fault is a line: the field's path,
 * and what to do.
 */
function egressFaults({ region, fixedEgress }: Pick<Stage, 'region' | 'fixedEgress'>): string[] {
  if (!fixedEgress) return [];
  if (region === undefined) return ['region: must be named where there is a fixedEgress, whose zones are in it'];
  return fixedEgress.availabilityZones.flatMap((zone, index) =>
    zone.slice(0, -1) === region
      ? []
      : [`fixedEgress.availabilityZones.${index}: ${zone} is not in ${region}, the region of the stage`],
  );
}

/** A mistake here would show only in functions that reach no table, or that assign numbers twice. */
function restoredTableFaults({ account, region, restoredTable, settings }: Stage): string[] {
  if (!restoredTable) return [];
  const { tableArn, streamArn } = restoredTable;
  const [, , , tableRegion, tableAccount] = tableArn.split(':');
  const isElsewhere = (own: string | undefined, tables: string | undefined) => own !== undefined && own !== tables;
  return [
    ...(isElsewhere(region, tableRegion) ? [`restoredTable.tableArn: is in ${tableRegion}, and the stage in ${region}`] : []),
    ...(isElsewhere(account, tableAccount)
      ? [`restoredTable.tableArn: is of account ${tableAccount}, and the stage of ${account}`]
      : []),
    ...(streamArn.startsWith(`${tableArn}/stream/`)
      ? []
      : ['restoredTable.streamArn: is not a stream of restoredTable.tableArn']),
    ...((settings.restoreEpoch ?? 0) > 0
      ? []
      : ['settings.restoreEpoch: must be 1 or more with a restoredTable, so that no number of an event is given twice']),
  ];
}

/** Reports a faulty stage file to its author, without a stack trace. */
export class StageRefused extends Error {}

const STAGES = 'stages';

/**
 * The stage file named on the command line, else by `CPS_STAGE`, else the only one. A name is a path, or `production` for
 * stages/production.json. Throws StageRefused with what to type when the choice is unclear.
 */
export function stageFile(named: unknown, ofEnvironment?: string): string {
  for (const name of [named, ofEnvironment])
    if (typeof name === 'string' && name !== '') return /[./]/.test(name) ? name : `${STAGES}/${name}.json`;
  const files = existsSync(STAGES) ? readdirSync(STAGES).filter((name) => name.endsWith('.json')) : [];
  const [only, another] = files.sort();
  if (only === undefined)
    throw new StageRefused(`There is no stage in ${STAGES}/ yet: \`npm run admin -- new-stage production\` makes one.`);
  if (another === undefined) return `${STAGES}/${only}`;
  const paths = files.map((name) => `${STAGES}/${name}`);
  throw new StageRefused(
    `Say which stage: -c stage=${basename(only, '.json')}, or CPS_STAGE=${basename(only, '.json')} before the command. There are ${paths.join(', ')}.`,
  );
}

/**
 * Reads and checks a stage file (stage.schema.ts), whose name must match the stage's. Throws StageRefused with the file and each
 * wrong field.
 */
export function readStage(file: string): Stage {
  return checkStage(file, readJson(file));
}

/** The same check for content that is about to be written to the file. */
export function checkStage(file: string, content: unknown): Stage {
  const parsed = Stage.safeParse(content, { error: z.locales.en().localeError });
  const unknown = unknownFields(Stage, content);
  if (!parsed.success) throw refusalOf(file, [...parsed.error.issues.map(issueLine), ...unknown]);
  const faults = [
    ...unknown,
    ...nameProblems(file, parsed.data),
    ...duplicateCaFaults(parsed.data),
    ...domainConnectFaults(parsed.data),
    ...validationZoneFaults(parsed.data),
    ...publicDomainFaults(parsed.data),
    ...egressFaults(parsed.data),
    ...restoredTableFaults(parsed.data),
    ...backupLocationFaults(parsed.data),
    ...signInFaults(parsed.data),
    ...mailFaults(parsed.data),
    ...(isEmulated(parsed.data) ? [] : exampleValueFaults(parsed.data)),
  ];
  if (faults.length > 0) throw refusalOf(file, faults);
  return parsed.data;
}

/** A copy with an unchanged name would be deployed over the stage it was copied from. */
function nameProblems(file: string, { name }: Stage): string[] {
  return basename(file) === `${name}.json` ? [] : [`name: is ${name}, and so must the file be: ${name}.json`];
}

function refusalOf(file: string, lines: string[]): StageRefused {
  return new StageRefused(`${file} is not a stage that can be deployed:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StageRefused(`${file} cannot be read as JSON: ${reason}`, { cause });
  }
}

function issueLine({ path, message }: z.core.$ZodIssue): string {
  return `${path.length === 0 ? '(the whole file)' : path.join('.')}: ${message}`;
}
