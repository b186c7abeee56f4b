import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// An incremental export in DynamoDB's format.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html

export const EXPORT_ID = '01693685827463-2d8752fd';

export function summaryOf(tableArn: string, itemCount: number, prefix = '') {
  return {
    version: '2023-08-01',
    tableArn,
    exportFromTime: '2026-06-01T10:00:00Z',
    exportToTime: '2026-06-01T11:00:00Z',
    manifestFilesS3Key: `${prefix}AWSDynamoDB/${EXPORT_ID}/manifest-files.json`,
    itemCount,
    outputFormat: 'DYNAMODB_JSON',
    outputView: 'NEW_AND_OLD_IMAGES',
    exportType: 'INCREMENTAL_EXPORT',
  };
}

/** The objects of an export, by key; `parts`: the lines of each data file. */
export function exportObjects(tableArn: string, parts: readonly (readonly object[])[], prefix = ''): Record<string, Buffer> {
  const folder = `${prefix}AWSDynamoDB`;
  const files = parts.map((lines, at) => ({
    dataFileS3Key: `${folder}/data/part${at}.json.gz`,
    itemCount: lines.length,
    body: gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')),
  }));
  const manifest = files.map(({ dataFileS3Key, itemCount, body }) =>
    JSON.stringify({ itemCount, md5Checksum: md5(body), etag: 'x-1', dataFileS3Key }),
  );
  return {
    [`${folder}/${EXPORT_ID}/manifest-summary.json`]: Buffer.from(
      JSON.stringify(summaryOf(tableArn, parts.flat().length, prefix)),
    ),
    [`${folder}/${EXPORT_ID}/manifest-files.json`]: Buffer.from(`${manifest.join('\n')}\n`),
    ...Object.fromEntries(files.map(({ dataFileS3Key, body }) => [dataFileS3Key, body])),
  };
}

/** Writes a copy of the bucket into a folder. */
export function layObjects(folder: string, objects: Record<string, Buffer | undefined>): void {
  for (const [key, body] of Object.entries(objects)) {
    mkdirSync(join(folder, key, '..'), { recursive: true });
    if (body) writeFileSync(join(folder, key), body);
  }
}

function md5(body: Buffer): string {
  return createHash('md5').update(body).digest('base64');
}
