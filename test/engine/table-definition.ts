import type { CreateTableCommandInput, UpdateTimeToLiveCommandInput } from '@aws-sdk/client-dynamodb';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ServiceTable } from '../../lib/stateful/service-table.ts';
import { productionStage } from '../stack/stage/stages.ts';

/** What makes the table by DynamoDB's own API, but for its name. */
export interface TableDefinition {
  table: Omit<CreateTableCommandInput, 'TableName'>;
  ttl: UpdateTimeToLiveCommandInput['TimeToLiveSpecification'];
}

/** As CloudFormation would make it: from the template of the construct that the stack has. */
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
      // A template that has a specification has the stream.
      StreamSpecification: { StreamEnabled: true, ...StreamSpecification },
    },
    ttl: TimeToLiveSpecification,
  };
}
