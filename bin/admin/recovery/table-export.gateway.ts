import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { exportedItem } from '../../../lambdas/shared/table/table-export.store.ts';
import type { RowChange } from './undo-decision.ts';

// Reads an incremental table export that DynamoDB wrote to S3.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html

const Summary = z.object({
  tableArn: z.string(),
  exportFromTime: z.string(),
  exportToTime: z.string(),
  manifestFilesS3Key: z.string(),
  itemCount: z.int(),
  outputFormat: z.literal('DYNAMODB_JSON'),
  outputView: z.literal('NEW_AND_OLD_IMAGES'),
});
export type Summary = z.infer<typeof Summary>;

/** `md5Checksum`: base64, of the compressed file. */
const DataFile = z.object({ itemCount: z.int(), md5Checksum: z.string(), dataFileS3Key: z.string() });

const Image = z.record(z.string(), z.unknown());
const Line = z.object({ Keys: Image, OldImage: z.optional(Image), NewImage: z.optional(Image) });

/** Reads objects of an export by their full key in the bucket. */
export interface ExportFiles {
  /** Folder of the summary file. */
  folder: string;
  text(key: string): Promise<string>;
  bytes(key: string): Promise<Readable>;
}

const FOLDER = 'AWSDynamoDB/';

/** An export in S3 (`s3://bucket/prefix/AWSDynamoDB/<id>`), or a local copy of its bucket. */
export function exportFiles(place: string, s3: () => S3Client): ExportFiles {
  const path = place.replace(/\/(manifest-summary\.json)?$/, '');
  const [, Bucket, folder] = /^s3:\/\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (Bucket === undefined || folder === undefined) {
    return { folder: path, text: (key) => readFile(key, 'utf8'), bytes: async (key) => createReadStream(key) };
  }
  const read = async (Key: string) => {
    try {
      return (await s3().send(new GetObjectCommand({ Bucket, Key }))).Body ?? refuseEmpty(Key);
    } catch (cause) {
      // S3's own message names no object.
      throw new Error(`s3://${Bucket}/${Key} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    }
  };
  return {
    folder,
    text: async (key) => (await read(key)).transformToString(),
    bytes: async (key) => (await read(key)) as Readable,
  };
}

/** Throws for an export without old images or in another format. */
export async function readSummary(files: ExportFiles): Promise<Summary> {
  const key = `${files.folder}/manifest-summary.json`;
  const summary = Summary.safeParse(JSON.parse(await readText(files, key)));
  if (summary.success) return summary.data;
  const faults = summary.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new Error(`${key} is not of an incremental export in DYNAMODB_JSON with NEW_AND_OLD_IMAGES (${faults})`);
}

/** DynamoDB writes these files last. */
async function readText(files: ExportFiles, key: string): Promise<string> {
  return files.text(key).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Is the export there, and complete? ${message}`, { cause });
  });
}

/**
 * Calls `each` for every changed row. Throws at the first part that is missing, altered or incomplete, so write nothing before it
 * returns.
 */
export async function readChanges(files: ExportFiles, summary: Summary, each: (change: RowChange) => void): Promise<void> {
  const parts = (await readText(files, keyBeside(files.folder, summary.manifestFilesS3Key)))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => DataFile.parse(JSON.parse(line)));
  let rows = 0;
  for (const part of parts) rows += await readPart(files, part, each);
  if (rows !== summary.itemCount)
    throw new Error(`the export has ${rows} rows, and its summary counts ${summary.itemCount}: a part is missing`);
}

async function readPart(
  files: ExportFiles,
  { itemCount, md5Checksum, dataFileS3Key }: z.infer<typeof DataFile>,
  each: (change: RowChange) => void,
): Promise<number> {
  const key = keyBeside(files.folder, dataFileS3Key);
  const md5 = createHash('md5');
  const unzipped = createGunzip();
  const lines = createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY });
  let rows = 0;
  const counted = (async () => {
    for await (const line of lines) {
      each(changeIn(line));
      rows += 1;
    }
  })();
  const body = await files.bytes(key).catch((cause: unknown) => {
    throw new Error(`the export’s part ${key} cannot be read`, { cause });
  });
  body.on('data', (chunk: Uint8Array) => md5.update(chunk));
  try {
    await Promise.all([pipeline(body, unzipped), counted]);
  } catch (cause) {
    throw new Error(`the export’s part ${key} cannot be read`, { cause });
  }
  if (md5.digest('base64') !== md5Checksum) throw new Error(`the export’s part ${key} is not as DynamoDB wrote it (MD5)`);
  if (rows !== itemCount) throw new Error(`the export’s part ${key} has ${rows} rows, and its manifest counts ${itemCount}`);
  return rows;
}

function changeIn(line: string): RowChange {
  const { Keys, OldImage, NewImage } = Line.parse(JSON.parse(line));
  const { pk, sk } = exportedItem(Keys);
  return {
    key: { pk: String(pk), sk: String(sk) },
    before: OldImage && exportedItem(OldImage),
    after: NewImage && exportedItem(NewImage),
  };
}

/** A key below the export's `AWSDynamoDB/`, whatever precedes it: a prefix in the bucket, or a local folder. */
function keyBeside(folder: string, key: string): string {
  const at = folder.lastIndexOf(FOLDER);
  const root = at === -1 ? '' : folder.slice(0, at);
  return `${root}${FOLDER}${key.slice(key.lastIndexOf(FOLDER) + FOLDER.length)}`;
}

function refuseEmpty(key: string): never {
  throw new Error(`${key} is empty`);
}
