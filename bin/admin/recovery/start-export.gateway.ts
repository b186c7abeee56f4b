import { createHash } from 'node:crypto';
import {
  DescribeExportCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ExportTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';

/** DynamoDB takes 15 minutes at least, and a day at most. */
const SHORTEST_MS = 15 * 60_000;
const LONGEST_MS = 24 * 3_600_000;

export interface ExportedTime {
  from: Date;
  to: Date;
}

/** What DynamoDB would refuse, said before it is asked. */
export function refuseTime({ from, to }: ExportedTime, now: Date): void {
  const length = to.getTime() - from.getTime();
  if (length <= 0) throw new Error('--to must be later than --from');
  if (to > now) throw new Error('--to must not be in the future');
  if (length < SHORTEST_MS) throw new Error('DynamoDB exports 15 minutes at least: begin earlier');
  if (length > LONGEST_MS)
    throw new Error('DynamoDB exports a day at most: undo one day after another, and begin with the last one');
}

/**
 * Has DynamoDB write what changed in a time to a bucket, and waits for it: minutes, whatever the size. Asked again for the same
 * time within eight hours, it goes on with the same export. Answers where that lies.
 */
export async function exportChanges(
  dynamo: DynamoDBClient,
  { tableName, bucket, from, to }: ExportedTime & { tableName: string; bucket: string },
  pause: (milliseconds: number) => Promise<void>,
): Promise<string> {
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
    if (now?.ExportStatus === 'FAILED') throw new Error(`the export failed: ${now.FailureCode} (${now.FailureMessage})`);
    await pause(POLL_MS);
  }
}

const POLL_MS = 15_000;
