import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import { aliasOf, buildApp, localStage, productionStage, resourcesOf, synthesize } from '../synthesized.ts';

const { stateful, service } = synthesize();
/** The delivery resources by their construct's name: the stack has other queues. */
const ofDeliveries = (type: string) =>
  Object.fromEntries(Object.entries(resourcesOf(stateful, type)).filter(([id]) => id.startsWith('Deliveries')));
const queues = ofDeliveries('AWS::SQS::Queue');
const [waiting, waitingId] = only('DeliveriesWaiting');
const [slow] = only('DeliveriesSlow');
const [dead, deadId] = only('DeliveriesDead');
const sender = functionNamed('WebhookDeliveryDeliver');

function only(name: string) {
  const [found, ...others] = Object.entries(queues).filter(([id]) => id.startsWith(name));
  if (!found || others.length > 0) throw new Error(`not one queue ${name}`);
  return [found[1].Properties, found[0]] as const;
}

function functionNamed(name: string) {
  const [found] = Object.entries(resourcesOf(service, 'AWS::Lambda::Function')).filter(([id]) => id.startsWith(name));
  if (!found) throw new Error(`no function ${name}`);
  return { id: found[0], seconds: Number(found[1].Properties.Timeout) };
}

/** The value that the service stack imports for an attribute of a queue. */
const importOf = (id: string) => ({ 'Fn::ImportValue': Match.stringLikeRegexp(id) });

describe('the queues of deliveries', () => {
  it('outlive the service, and their own stack: a first attempt is nowhere else', () => {
    expect(Object.values(queues)).toHaveLength(3);
    for (const queue of Object.values(queues)) expect(queue.DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  it('are encrypted, and closed to clients without TLS', () => {
    for (const { Properties } of Object.values(queues)) expect(Properties).toMatchObject({ SqsManagedSseEnabled: true });
    const policies = Object.values(ofDeliveries('AWS::SQS::QueuePolicy')).map(({ Properties }) => Properties);
    expect(policies).toHaveLength(3);
    for (const policy of policies) {
      expect(Object(policy.PolicyDocument).Statement).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]);
    }
  });

  it('hide a delivery from others for six times what its sender may take', () => {
    expect(waiting.VisibilityTimeout).toBe(6 * sender.seconds);
    expect(waiting.VisibilityTimeout).toBeLessThanOrEqual(AWS_LIMITS.queueVisibilitySeconds.value);
  });

  it('hide one for longer than its sender may take where the stage says how long: AWS refuses less', () => {
    const local = synthesize({ ...localStage, deliveryVisibilitySeconds: 65 });
    local.stateful.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 65,
      RedrivePolicy: Match.anyValue(),
    });
    expect(sender.seconds).toBeLessThan(65);
  });

  it('move a message to the dead letters after five senders died of it, and keep it for 14 days', () => {
    expect(waiting.RedrivePolicy).toEqual({ deadLetterTargetArn: { 'Fn::GetAtt': [deadId, 'Arn'] }, maxReceiveCount: 5 });
    expect(dead.MessageRetentionPeriod).toBe(14 * 86_400);
    expect(waiting.MessageRetentionPeriod).toBe(4 * 86_400);
  });

  it('are alike for receivers that take long', () => {
    expect(slow).toEqual(waiting);
  });

  it('keep no order, which would let one receiver hold up all behind it', () => {
    for (const { Properties } of Object.values(queues)) expect(Properties).not.toHaveProperty('FifoQueue');
  });
});

describe('the sender of deliveries', () => {
  const nameOfAlias = { 'Fn::Select': [6, { 'Fn::Split': [':', { Ref: aliasOf(service, sender.id) }] }] };

  it('gets ten at once, and has only those that failed delivered again', () => {
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionName: Match.objectLike({ 'Fn::Join': ['', Match.arrayWith([nameOfAlias])] }),
      EventSourceArn: importOf(waitingId),
      BatchSize: 10,
      MaximumBatchingWindowInSeconds: Match.absent(),
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('runs as often at once as the stage says', () => {
    const concurrency = (template: typeof service) =>
      Object.entries(resourcesOf(template, 'AWS::Lambda::EventSourceMapping')).flatMap(([id, { Properties }]) =>
        id.startsWith('WebhookDelivery') ? [Object(Properties.ScalingConfig).MaximumConcurrency] : [],
      );
    expect(concurrency(service).toSorted((a, b) => a - b)).toEqual([5, 10]);
    const webhooks = { ...productionStage.settings.webhooks, concurrency: 4, slowConcurrency: 2 };
    const stage = { ...productionStage, settings: { ...productionStage.settings, webhooks } };
    expect(concurrency(synthesize(stage).service).toSorted((a, b) => a - b)).toEqual([2, 4]);
  });

  it('has time for an attempt that begins late', () => {
    expect(sender.seconds).toBeGreaterThanOrEqual(2 * productionStage.settings.webhooks.attemptTimeoutSeconds);
  });
});

describe('the mover of deliveries', () => {
  const mover = functionNamed('WebhookDeliveryMoveDueDeliveries');
  const undelivered = { 'Fn::GetAtt': [Match.stringLikeRegexp('^WakerUndelivered'), 'Arn'] };

  it('is woken every minute, and ends before it is woken again', () => {
    service.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: Match.objectLike({ Arn: { Ref: aliasOf(service, mover.id) }, DeadLetterConfig: { Arn: undelivered } }),
    });
    expect(mover.seconds).toBeLessThanOrEqual(60);
  });

  it('is not woken for a minute that is over', () => {
    service.hasResourceProperties('AWS::Scheduler::Schedule', {
      Target: Match.objectLike({
        Arn: { Ref: aliasOf(service, mover.id) },
        RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 3 },
      }),
    });
  });

  it('has an alarm on wake-ups that never arrived or failed', () => {
    expect(alarms('wake-up-failed')).toEqual([
      expect.objectContaining({ MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 }),
    ]);
    service.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [Match.stringLikeRegexp('^WakerUndelivered'), 'QueueName'] } }],
    });
  });
});

describe('an alarm of deliveries', () => {
  it('goes off at the first dead letter', () => {
    service.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp('#deliveries-dead$'),
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: importOf(deadId) }],
      Statistic: 'Maximum',
      Threshold: 1,
      EvaluationPeriods: 1,
    });
  });

  it('goes off when some have waited too long for a quarter of an hour, and not because one is delayed by the most there is', () => {
    service.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp('#deliveries-behind$'),
      MetricName: 'ApproximateAgeOfOldestMessage',
      Dimensions: [{ Name: 'QueueName', Value: importOf(waitingId) }],
      Period: 300,
      EvaluationPeriods: 3,
    });
    const [behind] = alarms('deliveries-behind');
    expect(behind?.Threshold).toBeGreaterThan(AWS_LIMITS.queueDelaySeconds.value);
  });

  it('is in the stack that knows whom to notify', () => {
    const { stateful: withoutTopic } = buildApp();
    expect(withoutTopic.node.findAll().filter(({ node }) => node.id.endsWith('Alarm'))).toEqual([]);
  });
});

function alarms(section: string) {
  return Object.values(resourcesOf(service, 'AWS::CloudWatch::Alarm'))
    .map(({ Properties }) => Properties)
    .filter(({ AlarmDescription }) => String(AlarmDescription).endsWith(`#${section}`));
}
