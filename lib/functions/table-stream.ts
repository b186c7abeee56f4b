import { type CfnElement, Stack, Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ServiceFunction } from './service-function.ts';

/**
 * Lets a function read the table's stream. Answers where. Two do: AWS throttles more than two readers of a shard.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
 */
export function letReadStream(fn: ServiceFunction, table: Table): string {
  const streamArn = table.tableStreamArn ?? '';
  const read = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];
  fn.lambda.addToRolePolicy(new PolicyStatement({ actions: read, resources: [streamArn] }));
  const list = { actions: ['dynamodb:ListStreams'], resources: [`${table.tableArn}/stream/*`] };
  fn.lambda.addToRolePolicy(new PolicyStatement(list));
  const tableId = Stack.of(table).getLogicalId(table.node.defaultChild as CfnElement);
  Validations.of(fn).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${tableId}.Arn>/stream/*]`,
    reason: 'ListStreams is about all streams of the table, which has one.',
  });
  return streamArn;
}
