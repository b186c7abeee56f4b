import type { CreateTableCommandInput, UpdateTimeToLiveCommandInput } from '@aws-sdk/client-dynamodb';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ServiceTable } from '../../lib/stateful/service-table.ts';
import { productionStage } from '../stack/stage/stages.ts';

/** Inputs that create the table through DynamoDB's API, without its name. */
export interface TableDefinition {
  table: Omit<CreateTableCommandInput, 'TableName'>;
  ttl: UpdateTimeToLiveCommandInput['TimeToLiveSpecification'];
}

/** The table as CloudFormation would create it, from the template of the stack's construct. */
export function tableDefinition(): TableDefinition {
  const stack = new Stack(new App());
  new ServiceTable(stack, 'Table', productionStage);
  const [table] = Object.values(Template.fromStack(stack).findResources('AWS::DynamoDB::Table'));
  const { KeySchema, AttributeDefinitions, BillingMode, GlobalSecondaryIndexes, StreamSpecification, TimeToLiveSpecification } =
    table?.Properties ?? {};
  return {
    table: {
      KeySchema,
      AttributeDefinitions,
      BillingMode,
      GlobalSecondaryIndexes,
      // In a template, the specification's presence enables the stream.
      StreamSpecification: { StreamEnabled: true, ...StreamSpecification },
    },
    ttl: TimeToLiveSpecification,
  };
}
