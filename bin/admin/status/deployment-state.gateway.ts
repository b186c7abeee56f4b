import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { stackNames } from '../../../contract/stack/stack-outputs.ts';
import { findStack } from '../../../lambdas/shared/aws/deployment.gateway.ts';
import { QUEUE_CLIENT } from '../../../lambdas/shared/aws/queue.gateway.ts';

/** A stack of a stage as CloudFormation describes it. Times are ISO 8601. */
export interface StackState {
  stack: string;
  status: string;
  deployedAt: string;
}
export interface AlarmState {
  alarm: string;
  since: string;
  /** The alarm's runbook section. */
  runbook: string;
}
export interface QueueState {
  /** The logical id without its hash. */
  queue: string;
  messages: number;
}

export async function stacksOf(stage: string, client = new CloudFormationClient({})): Promise<StackState[]> {
  const found = await Promise.all(Object.values(stackNames(stage)).map((name) => findStack(client, name)));
  return found.flatMap((stack) =>
    stack
      ? [
          {
            stack: stack.StackName ?? '',
            status: stack.StackStatus ?? '',
            deployedAt: (stack.LastUpdatedTime ?? stack.CreationTime ?? new Date(0)).toISOString(),
          },
        ]
      : [],
  );
}

/** Alarm names begin with the stage's stack names. The front's alarms are in us-east-1 and found only there. */
export async function activeAlarms(stage: string, client = new CloudWatchClient({})): Promise<AlarmState[]> {
  const names = Object.values(stackNames(stage));
  const on = await Promise.all(names.map((AlarmNamePrefix) => alarmsUnder(AlarmNamePrefix, client)));
  return on.flat();
}

async function alarmsUnder(AlarmNamePrefix: string, client: CloudWatchClient): Promise<AlarmState[]> {
  const alarms: AlarmState[] = [];
  for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client }, { AlarmNamePrefix, StateValue: 'ALARM' })) {
    for (const { AlarmDescription = '', AlarmName = '', StateUpdatedTimestamp } of MetricAlarms) {
      const [path = AlarmName, runbook = ''] = AlarmDescription.split(': see ');
      alarms.push({ alarm: path || AlarmName, since: StateUpdatedTimestamp?.toISOString() ?? '', runbook });
    }
  }
  return alarms;
}

export async function queuesWithMessages(
  stage: string,
  client = new CloudFormationClient({}),
  sqs = new SQSClient(QUEUE_CLIENT),
): Promise<QueueState[]> {
  const { stateful, service } = stackNames(stage);
  const queues = (await Promise.all([stateful, service].map((name) => queuesOf(name, client)))).flat();
  const counted = await Promise.all(queues.map(async ({ queue, url }) => ({ queue, messages: await messagesIn(url, sqs) })));
  return counted.filter(({ messages }) => messages > 0);
}

async function queuesOf(StackName: string, client: CloudFormationClient): Promise<{ queue: string; url: string }[]> {
  const queues: { queue: string; url: string }[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId: url } of StackResourceSummaries) {
      if (ResourceType === 'AWS::SQS::Queue' && url) queues.push({ queue: LogicalResourceId.replace(/[0-9A-F]{8}$/, ''), url });
    }
  }
  return queues;
}

async function messagesIn(QueueUrl: string, sqs: SQSClient): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  return Number(Attributes.ApproximateNumberOfMessages ?? 0);
}
