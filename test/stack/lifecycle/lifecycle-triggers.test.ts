import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { OUTBOX_STREAM_FILTER } from '../../../contract/stack/table-shape.ts';
import { localStage, resourcesOf, synthesize } from '../synthesized.ts';

const { service, stateful } = synthesize();

describe('the relay', () => {
  it('reads inserts of the outbox only, from the oldest record on', () => {
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'TRIM_HORIZON',
      FilterCriteria: { Filters: [{ Pattern: JSON.stringify(OUTBOX_STREAM_FILTER) }] },
    });
  });

  it('lets no poisoned record stop the others', () => {
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 10,
      MaximumRecordAgeInSeconds: 43_200,
      ParallelizationFactor: 10,
    });
  });

  it('stores what it gives up on, and has an alarm for it', () => {
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      DestinationConfig: { OnFailure: { Destination: { 'Fn::ImportValue': Match.stringLikeRegexp('RelayFailures') } } },
    });
    const [alarm] = Object.values(service.findResources('AWS::CloudWatch::Alarm')).filter(({ Properties }) =>
      Properties.AlarmDescription.endsWith('#relay-gave-up'),
    );
    expect(alarm?.Properties).toMatchObject({ MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 });
    expect(JSON.stringify(alarm?.Properties.Dimensions)).toContain('RelayFailuresStored');
  });

  it('has a message in a queue for each object that it stores, and none of S3 that only tests the way', () => {
    const [queue = ''] = Object.keys(resourcesOf(stateful, 'AWS::SQS::Queue')).filter((id) =>
      id.startsWith('RelayFailuresStored'),
    );
    const [bucket] = Object.entries(resourcesOf(stateful, 'AWS::S3::Bucket')).filter(([id]) => id.startsWith('RelayFailures'));
    expect(bucket?.[1].Properties.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
    stateful.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: [{ Ref: bucket?.[0] }] } },
      },
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [queue, 'Arn'] } })],
    });
  });

  it('has an alarm when it is a minute behind', () => {
    service.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'IteratorAge',
      Threshold: 60_000,
      Statistic: 'Maximum',
    });
  });
});

describe('a schedule', () => {
  const schedules = Object.values(resourcesOf(service, 'AWS::Scheduler::Schedule')).map(({ Properties }) => Properties);

  it('keeps a wake-up that never arrived, with an alarm', () => {
    expect(schedules).toHaveLength(7);
    for (const { Target } of schedules) {
      const { DeadLetterConfig } = Object(Target);
      expect(DeadLetterConfig).toEqual({ Arn: { 'Fn::GetAtt': [expect.stringMatching(/^WakerUndelivered/), 'Arn'] } });
    }
    expect(alarmedQueues()).toContainEqual(expect.stringMatching(/^WakerUndelivered/));
  });

  it('keeps a wake-up that failed each time, in the same queue, by a right of the function itself', () => {
    for (const { Target } of schedules) {
      const lambda = lambdaBehind(Object(Target).Arn.Ref);
      const queue = { 'Fn::GetAtt': [expect.stringMatching(/^WakerUndelivered/), 'Arn'] };
      expect(lambda.DeadLetterConfig).toEqual({ TargetArn: queue });
      const role = resourcesOf(service, 'AWS::IAM::Role')[lambda.Role['Fn::GetAtt'][0]];
      const [{ PolicyDocument }] = Object(role?.Properties).Policies;
      const sends = PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) => Action === 'sqs:SendMessage');
      expect(sends.flatMap(({ Resource }: { Resource: unknown }) => Resource)).toContainEqual(queue);
    }
  });

  it('whose silence customers would notice has a page after three runs, and after five minutes at least', () => {
    const alarms = Object.values(service.findResources('AWS::CloudWatch::Alarm')).filter(({ Properties }) =>
      Properties.AlarmDescription.endsWith('#schedule-silent'),
    );
    const facts = alarms.map(({ Properties: { AlarmDescription, Period, ComparisonOperator, TreatMissingData, MetricName } }) => [
      AlarmDescription.split('/')[1],
      Period,
      MetricName,
      ComparisonOperator,
      TreatMissingData,
    ]);
    const below = ['Invocations', 'LessThanThreshold', 'breaching'];
    expect(facts).toEqual([
      ['OverdueSweep', 900, ...below],
      ['OrderDispatch', 300, ...below],
      ['WebhookDelivery', 300, ...below],
    ]);
  });

  it('wakes only its own targets, and may store what it could not deliver', () => {
    const [role] = Object.entries(resourcesOf(service, 'AWS::IAM::Role')).filter(([id]) => id.startsWith('WakerRole'));
    const woken = schedules.map(({ Target }) => Object(Target).Arn);
    const roles = schedules.map(({ Target }) => Object(Target).RoleArn);
    expect(new Set(roles.map((arn) => JSON.stringify(arn)))).toEqual(
      new Set([JSON.stringify({ 'Fn::GetAtt': [role?.[0], 'Arn'] })]),
    );
    const statements = Object(role?.[1].Properties).Policies[0].PolicyDocument.Statement as {
      Action: string;
      Resource: unknown;
    }[];
    const invoked = statements.filter(({ Action }) => Action === 'lambda:InvokeFunction').flatMap(({ Resource }) => Resource);
    expect(invoked).toHaveLength(woken.length);
    expect(invoked).toEqual(expect.arrayContaining(woken));
    expect(statements.map(({ Action }) => Action).filter((action) => action !== 'lambda:InvokeFunction')).toEqual([
      'sqs:SendMessage',
    ]);
  });
});

describe('the sweep', () => {
  it('is woken as often as the stage says, to the minute', () => {
    service.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(5 minutes)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: wakes('SweepOverdue'),
    });
    synthesize(localStage).service.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(1 minute)',
      Target: wakes('SweepOverdue'),
    });
  });

  it('is over when the next one begins, so that two do not start executions at once', () => {
    const description = Match.stringLikeRegexp('^Starts a new attempt');
    service.hasResourceProperties('AWS::Lambda::Function', { Description: description, Timeout: 300 });
    synthesize(localStage).service.hasResourceProperties('AWS::Lambda::Function', { Description: description, Timeout: 60 });
  });
});

describe('the dispatcher of orders', () => {
  it('is woken every minute', () => {
    service.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(1 minute)',
      Target: wakes('DispatchOrders'),
    });
  });
});

describe('the scan of certificates', () => {
  it('is started as often as the stage says, to the minute', () => {
    service.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(5 minutes)',
      Target: wakes('StartScan'),
    });
  });

  it('takes shards one by one, all at once, and gives up a failed one with an alarm', () => {
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 16 } });
    service.hasResourceProperties('AWS::SQS::Queue', {
      RedrivePolicy: { maxReceiveCount: 1 },
      VisibilityTimeout: 1800,
      MessageRetentionPeriod: 3600,
    });
    expect(alarmedQueues()).toContainEqual(expect.stringMatching(/^CertificateScanFailed/));
  });
});

describe('the restart of broken executions', () => {
  it('receives the events of executions of this machine only, however they failed', () => {
    const [machine] = Object.keys(resourcesOf(service, 'AWS::StepFunctions::StateMachine'));
    service.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [{ Ref: machine }], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
    });
  });

  it('keeps an event that was never delivered, or failed each time, with an alarm', () => {
    service.hasResourceProperties('AWS::Events::Rule', {
      Targets: [
        Match.objectLike({
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^FailureRestartUndelivered'), 'Arn'] } },
        }),
      ],
    });
    expect(alarmedQueues()).toContainEqual(expect.stringMatching(/^FailureRestartUndelivered/));
    service.hasResourceProperties('AWS::Lambda::Function', {
      DeadLetterConfig: { TargetArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^FailureRestartUndelivered'), 'Arn'] } },
    });
  });
});

/** The function behind a schedule's alias. */
function lambdaBehind(alias: string) {
  const { Ref } = Object(resourcesOf(service, 'AWS::Lambda::Alias')[alias]?.Properties.FunctionName);
  return Object(resourcesOf(service, 'AWS::Lambda::Function')[Ref]?.Properties);
}

function wakes(name: string) {
  return Match.objectLike({ Arn: { Ref: Match.stringLikeRegexp(`${name}Live`) } });
}

function alarmedQueues(): unknown[] {
  return Object.values(resourcesOf(service, 'AWS::CloudWatch::Alarm'))
    .filter(({ Properties }) => Properties.MetricName === 'ApproximateNumberOfMessagesVisible')
    .map(({ Properties }) => Object(Properties).Dimensions[0].Value['Fn::GetAtt']?.[0]);
}
