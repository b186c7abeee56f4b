import { Match } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { localStage, resourcesOf, synthesize } from '../synthesized.ts';

const { service } = synthesize();
const [queueId] = Object.keys(resourcesOf(service, 'AWS::SQS::Queue')).filter((id) => id.startsWith('DnsWatchAwaited'));
const fromTheQueue = { EventSourceArn: { 'Fn::GetAtt': [queueId, 'Arn'] } };

it('looks at DNS that are due are taken by ten, each that fails comes again by itself, and after a hundred times it is dead, with an alarm', () => {
  service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    ...fromTheQueue,
    BatchSize: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 20 },
  });
  service.hasResourceProperties('AWS::SQS::Queue', {
    SqsManagedSseEnabled: true,
    VisibilityTimeout: 180,
    RedrivePolicy: {
      deadLetterTargetArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^DnsWatchDead'), 'Arn'] },
      maxReceiveCount: 100,
    },
  });
  service.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [Match.stringLikeRegexp('^DnsWatchDead'), 'QueueName'] } }],
  });
});

it('looks at DNS take as few processes as any step on a developer’s machine', () => {
  const sources = Object.values(resourcesOf(synthesize(localStage).service, 'AWS::Lambda::EventSourceMapping'));
  const bounds = sources.flatMap(({ Properties }) =>
    JSON.stringify(Properties.EventSourceArn).includes('DnsWatchAwaited') ? [Properties.ScalingConfig] : [],
  );
  expect(bounds).toEqual([{ MaximumConcurrency: localStage.stepConcurrency }]);
});
