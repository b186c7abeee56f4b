import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { openTable, type Table } from '../../lambdas/shared/table/table.store.ts';
import { awsClientSettings } from '../../local/machine/environment.ts';
import type { EngineName } from './start-engines.ts';

/** An empty table of the service's shape, with its client. */
export interface EngineTable {
  name: string;
  client: DynamoDBClient;
  table: Table;
}

function engineClient(engine: EngineName): DynamoDBClient {
  return new DynamoDBClient({ ...awsClientSettings(inject('engines')[engine]), maxAttempts: 1 });
}

export async function newTable(engine: EngineName): Promise<EngineTable> {
  const client = engineClient(engine);
  const { table, ttl } = inject('definition');
  const name = `table-${randomUUID()}`;
  await client.send(new CreateTableCommand({ ...table, TableName: name }));
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: ttl }));
  return { name, client, table: openTable(client, name) };
}
