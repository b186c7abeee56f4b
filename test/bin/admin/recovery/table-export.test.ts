import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import {
  DescribeExportCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ExportTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exportFiles, readChanges, readSummary } from '../../../../bin/admin/recovery/table-export.gateway.ts';
import { checkExportSource, checkExportTime } from '../../../../bin/admin/recovery/undo-command.ts';
import type { RowChange } from '../../../../bin/admin/recovery/undo-decision.ts';
import { exportChanges } from '../../../../lambdas/shared/table/table-export.store.ts';
import { EXPORT_ID, exportObjects, layObjects, summaryOf } from './an-export.ts';

const Keys = (pk: string) => ({ pk: { S: pk }, sk: { S: 'DOMAIN' } });
const Metadata = { WriteTimestampMicros: { N: '1748779200000000' } };
const LINES = [
  { Metadata, Keys: Keys('A'), OldImage: { ...Keys('A'), n: { N: '1' } }, NewImage: { ...Keys('A'), n: { N: '2' } } },
  { Metadata, Keys: Keys('B'), NewImage: { ...Keys('B'), listed: { M: { on: { BOOL: true } } } } },
  { Metadata, Keys: Keys('C'), OldImage: Keys('C') },
];
const PREFIX = 'copies/';
const TABLE_ARN = 'arn:aws:dynamodb:eu-west-1:111122223333:table/cps-production';
const summary = summaryOf(TABLE_ARN, LINES.length, PREFIX);

/** Two data files, the second with one row. */
const objects = () => exportObjects(TABLE_ARN, [LINES.slice(0, 2), LINES.slice(2)], PREFIX);

function bodyOf(body: Buffer | undefined) {
  return Object.assign(Readable.from([body]), { transformToString: async () => String(body) }) as never;
}

const folder = mkdtempSync(join(tmpdir(), 'cps-export-'));
const PART = 'copies/AWSDynamoDB/data/part1.json.gz';

function lay(changes: Record<string, Buffer | undefined> = {}): void {
  rmSync(folder, { recursive: true, force: true });
  layObjects(folder, { ...objects(), ...changes });
}

const noS3 = () => {
  throw new Error('no S3');
};

async function read(place = `${folder}/copies/AWSDynamoDB/${EXPORT_ID}`, s3: () => S3Client = noS3): Promise<RowChange[]> {
  const changes: RowChange[] = [];
  const files = exportFiles(place, s3);
  await readChanges(files, await readSummary(files), (change) => changes.push(change));
  return changes;
}

const READ = [
  { key: { pk: 'A', sk: 'DOMAIN' }, before: { pk: 'A', sk: 'DOMAIN', n: 1 }, after: { pk: 'A', sk: 'DOMAIN', n: 2 } },
  { key: { pk: 'B', sk: 'DOMAIN' }, after: { pk: 'B', sk: 'DOMAIN', listed: { on: true } } },
  { key: { pk: 'C', sk: 'DOMAIN' }, before: { pk: 'C', sk: 'DOMAIN' } },
];

describe('an export of the table', () => {
  beforeEach(() => lay());

  it('is read from a folder, row by row', async () => {
    expect(await read()).toEqual(READ);
  });

  it('is read from its bucket, by the place that DynamoDB names', async () => {
    const s3 = mockClient(S3Client);
    s3.on(GetObjectCommand).callsFake(({ Key }) => ({ Body: bodyOf(objects()[Key]) }));
    expect(await read(`s3://exports/copies/AWSDynamoDB/${EXPORT_ID}/manifest-summary.json`, () => new S3Client({}))).toEqual(
      READ,
    );
    s3.on(GetObjectCommand).rejects(new Error('The specified key does not exist.'));
    await expect(read('s3://exports/another', () => new S3Client({}))).rejects.toThrow(
      's3://exports/another/manifest-summary.json cannot be read: The specified key does not exist.',
    );
    expect(new Set(s3.commandCalls(GetObjectCommand).map(({ args }) => args[0].input.Bucket))).toEqual(new Set(['exports']));
  });

  it.each<[string, Record<string, Buffer | undefined>, RegExp]>([
    ['lacks a part', { [PART]: undefined }, /part1.* cannot be read/],
    ['has a part with other rows', { [PART]: gzipSync(JSON.stringify(LINES[0])) }, /not as DynamoDB wrote it/],
    ['has half of a part', { [PART]: objects()[PART]?.subarray(0, 30) }, /cannot be read/],
    [
      'has a shorter list of parts',
      { [`copies/AWSDynamoDB/${EXPORT_ID}/manifest-files.json`]: firstPart() },
      /a part is missing/,
    ],
    ['is not written yet', { [`copies/AWSDynamoDB/${EXPORT_ID}/manifest-summary.json`]: undefined }, /there, and complete/],
    ['lacks its list of parts', { [`copies/AWSDynamoDB/${EXPORT_ID}/manifest-files.json`]: undefined }, /there, and complete/],
    ['is of a full table', summaryWith({ outputView: undefined }), /NEW_AND_OLD_IMAGES/],
    ['has no old images', summaryWith({ outputView: 'NEW_IMAGES' }), /NEW_AND_OLD_IMAGES/],
    ['is in Ion', summaryWith({ outputFormat: 'ION' }), /DYNAMODB_JSON/],
  ])('that %s is refused', async (_what, changes, message) => {
    lay(changes);
    await expect(read()).rejects.toThrow(message);
  });

  it('that counts a row too many in a part is refused', async () => {
    const manifest = String(objects()[`copies/AWSDynamoDB/${EXPORT_ID}/manifest-files.json`]).replace(
      '"itemCount":2',
      '"itemCount":3',
    );
    lay({ [`copies/AWSDynamoDB/${EXPORT_ID}/manifest-files.json`]: Buffer.from(manifest) });
    await expect(read()).rejects.toThrow(/has 2 rows, and its manifest counts 3/);
  });

  it.each([
    [{}, summary.tableArn.replace('cps-production', 'cps-other'), /is of arn.*cps-production/],
    [{}, summary.tableArn.replace('eu-west-1', 'us-east-1'), /is of arn.*eu-west-1/],
    [{ from: new Date('2026-06-01T09:00:00Z') }, summary.tableArn, /is from 2026-06-01T10:00:00Z/],
    [{ to: new Date('2026-06-01T12:00:00Z') }, summary.tableArn, /to 2026-06-01T11:00:00Z/],
  ])('of another table, region or time than asked for is refused', (times, tableArn, message) => {
    expect(() => checkExportSource(summary, tableArn, times)).toThrow(message);
  });
});

function summaryWith(changes: Record<string, unknown>): Record<string, Buffer> {
  return { [`copies/AWSDynamoDB/${EXPORT_ID}/manifest-summary.json`]: Buffer.from(JSON.stringify({ ...summary, ...changes })) };
}

function firstPart(): Buffer {
  return Buffer.from(String(objects()[`copies/AWSDynamoDB/${EXPORT_ID}/manifest-files.json`]).split('\n')[0] ?? '');
}

describe('starting an export', () => {
  const from = new Date('2026-06-01T10:00:00Z');
  const to = new Date('2026-06-01T11:00:00Z');
  const dynamo = mockClient(DynamoDBClient);

  it('asks for old and new images of that time, and waits until it is written', async () => {
    dynamo.on(DescribeTableCommand).resolves({ Table: { TableArn: summary.tableArn } });
    dynamo.on(ExportTableToPointInTimeCommand).resolves({ ExportDescription: { ExportArn: 'arn:x' } });
    const done = { ExportStatus: 'COMPLETED' as const, ExportManifest: `AWSDynamoDB/${EXPORT_ID}/manifest-summary.json` };
    dynamo
      .on(DescribeExportCommand)
      .resolvesOnce({ ExportDescription: { ExportStatus: 'IN_PROGRESS' } })
      .resolves({ ExportDescription: done });
    const pause = vi.fn(async () => {});
    const place = await exportChanges({ tableName: 't', bucket: 'exports', from, to }, pause);
    expect(place).toBe(`s3://exports/AWSDynamoDB/${EXPORT_ID}`);
    expect(pause).toHaveBeenCalledTimes(1);
    const [call] = dynamo.commandCalls(ExportTableToPointInTimeCommand);
    expect(call?.args[0].input).toMatchObject({
      ExportType: 'INCREMENTAL_EXPORT',
      ExportFormat: 'DYNAMODB_JSON',
      IncrementalExportSpecification: { ExportFromTime: from, ExportToTime: to, ExportViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  it('says why DynamoDB gave up, and how to have it try again', async () => {
    const failed = { ExportStatus: 'FAILED' as const, FailureCode: 'S3AccessDenied', FailureMessage: 'no' };
    dynamo.on(DescribeExportCommand).resolves({ ExportDescription: failed });
    const started = exportChanges({ tableName: 't', bucket: 'exports', from, to }, async () => {});
    await expect(started).rejects.toThrow(/S3AccessDenied.*name a --from one minute earlier/);
  });

  it.each([
    ['2026-06-01T11:00:00Z', /later than --from/],
    ['2026-06-01T11:14:59Z', /15 minutes/],
    ['2026-06-02T11:00:01Z', /a day at most/],
    ['2026-06-03T12:00:00Z', /future/],
  ])('refuses from 11:00 of the first to %s', (end, message) => {
    const time = { from: new Date('2026-06-01T11:00:00Z'), to: new Date(end) };
    expect(() => checkExportTime(time, new Date('2026-06-03T11:00:00Z'))).toThrow(message);
  });
});
