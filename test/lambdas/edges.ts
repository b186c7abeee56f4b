import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { openTable } from '../../lambdas/shared/table/table.store.ts';
import type { NetEdges } from '../../lambdas/wiring/edges.ts';
import { clock, DOMAIN_ID, EDGES_WITHOUT_TABLE, log, newId, SERVICE_ROLE_ARN, serviceSecret } from './edges-without-table.ts';

export { clock, DOMAIN_ID, log, newId, SERVICE_ROLE_ARN, serviceSecret };

export const dynamo = mockClient(DynamoDBDocumentClient);
export const table = openTable(new DynamoDBClient({}), 'table');

/** A Lambda's edges over a mocked DynamoDB client. Tests may replace edges. */
export function edgesWith<Changes extends Partial<NetEdges> & Record<string, unknown>>(changes: Changes): NetEdges & Changes {
  return { ...EDGES_WITHOUT_TABLE, table, ...changes };
}
