import { type CfnElement, Stack, Token, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ServiceFunction } from './service-function.ts';

/**
 * Lets a function read the table's stream, and returns the stream's ARN. There are two readers: AWS throttles more than two per
 * shard. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
 */
export function grantReadStream(fn: ServiceFunction, table: ITable): string {
  const streamArn = table.tableStreamArn ?? '';
  const read = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];
  fn.lambda.addToRolePolicy(new PolicyStatement({ actions: read, resources: [streamArn] }));
  const list = { actions: ['dynamodb:ListStreams'], resources: [`${table.tableArn}/stream/*`] };
  fn.lambda.addToRolePolicy(new PolicyStatement(list));
  Validations.of(fn).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${shownArn(table)}/stream/*]`,
    reason: 'ListStreams is about all streams of the table, which has one.',
  });
  return streamArn;
}

/** The ARN as cdk-nag writes it: a reference for another stack's table, the real one for a restored table. */
function shownArn(table: ITable): string {
  if (!Token.isUnresolved(table.tableArn)) return table.tableArn;
  return `<${Stack.of(table).getLogicalId(table.node.defaultChild as CfnElement)}.Arn>`;
}
