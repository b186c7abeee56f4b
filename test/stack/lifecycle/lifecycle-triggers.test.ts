import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { OUTBOX_STREAM_FILTER } from '../../../contract/stack/table-shape.ts';
import { localStage, resourcesOf, synthesize } from '../synthesized.ts';

const { service } = synthesize();

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
      MetricsConfig: { Metrics: ['EventCount'] },
    });
    for (const MetricName of ['OnFailureDestinationDeliveredEventCount', 'DroppedEventCount']) {
      service.hasResourceProperties('AWS::CloudWatch::Alarm', {
        Namespace: 'AWS/Lambda',
        MetricName,
        Dimensions: [{ Name: 'EventSourceMappingUUID', Value: Match.anyValue() }],
        Threshold: 1,
      });
    }
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

  it('keeps an event that was never delivered, with an alarm', () => {
    service.hasResourceProperties('AWS::Events::Rule', {
      Targets: [
        Match.objectLike({
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^FailureRestartUndelivered'), 'Arn'] } },
        }),
      ],
    });
    expect(alarmedQueues()).toContainEqual(expect.stringMatching(/^FailureRestartUndelivered/));
  });
});

function wakes(name: string) {
  return Match.objectLike({ Arn: { Ref: Match.stringLikeRegexp(`${name}Live`) } });
}

function alarmedQueues(): unknown[] {
  return Object.values(resourcesOf(service, 'AWS::CloudWatch::Alarm'))
    .filter(({ Properties }) => Properties.MetricName === 'ApproximateNumberOfMessagesVisible')
    .map(({ Properties }) => Object(Properties).Dimensions[0].Value['Fn::GetAtt']?.[0]);
}
