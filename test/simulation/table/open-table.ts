import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { openTable, type Table } from '../../../lambdas/shared/table/table.store.ts';

/** Sends a request to the table that is played. */
export type Send = (command: Command) => Promise<unknown>;
export type Command = { constructor: { name: string }; input: object };

/** The table as functions have it, where these requests go. */
export function openTableAt(send: Send): Table {
  const { from } = DynamoDBDocumentClient;
  DynamoDBDocumentClient.from = () => ({ send }) as never;
  try {
    return openTable({} as DynamoDBClient, 'table');
  } finally {
    DynamoDBDocumentClient.from = from;
  }
}
