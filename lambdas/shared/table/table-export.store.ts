import { createHash } from 'node:crypto';
import {
  type AttributeValue,
  DescribeExportCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ExportTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import type { Item } from './table.store.ts';

export interface ExportedTime {
  from: Date;
  to: Date;
}

/**
 * Makes DynamoDB export the changes of a time span to a bucket, and waits for it: minutes, whatever the size. A repeat for the
 * same span within eight hours continues the same export. Returns its location.
 */
export async function exportChanges(
  { tableName, bucket, from, to }: ExportedTime & { tableName: string; bucket: string },
  pause: (milliseconds: number) => Promise<void>,
): Promise<string> {
  const dynamo = new DynamoDBClient(SDK_LIMITS);
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: tableName }));
  const { ExportDescription } = await dynamo.send(
    new ExportTableToPointInTimeCommand({
      TableArn: Table?.TableArn,
      S3Bucket: bucket,
      S3SseAlgorithm: 'AES256',
      ExportFormat: 'DYNAMODB_JSON',
      ExportType: 'INCREMENTAL_EXPORT',
      IncrementalExportSpecification: { ExportFromTime: from, ExportToTime: to, ExportViewType: 'NEW_AND_OLD_IMAGES' },
      ClientToken: createHash('sha256').update(`${bucket} ${from.toISOString()} ${to.toISOString()}`).digest('hex').slice(0, 36),
    }),
  );
  const ExportArn = ExportDescription?.ExportArn ?? '';
  for (;;) {
    const { ExportDescription: now } = await dynamo.send(new DescribeExportCommand({ ExportArn }));
    if (now?.ExportStatus === 'COMPLETED')
      return `s3://${bucket}/${now.ExportManifest?.replace(/\/manifest-summary\.json$/, '')}`;
    if (now?.ExportStatus === 'FAILED')
      throw new Error(
        `the export failed: ${now.FailureCode} (${now.FailureMessage}). For eight hours, DynamoDB answers the same times and bucket with this one: ` +
          'mend the cause, and name a --from one minute earlier',
      );
    await pause(POLL_MS);
  }
}

const POLL_MS = 15_000;

/** A row of an export. Bytes are base64 there: rows that are restored have none. */
export function exportedItem(image: Record<string, unknown>): Item {
  return unmarshall(image as Record<string, AttributeValue>);
}
