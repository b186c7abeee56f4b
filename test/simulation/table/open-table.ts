import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { openTable, type Table } from '../../../lambdas/shared/table/table.store.ts';

/** Sends a request to the simulated table. */
export type Send = (command: Command) => Promise<unknown>;
export type Command = { constructor: { name: string }; input: object };

/** The table's port for functions, on top of `send`. */
export function openTableAt(send: Send): Table {
  const { from } = DynamoDBDocumentClient;
  DynamoDBDocumentClient.from = () => ({ send }) as never;
  try {
    return openTable({} as DynamoDBClient, 'table');
  } finally {
    DynamoDBDocumentClient.from = from;
  }
}
