import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { activeAlarms, queuesWithMessages, stacksOf } from '../../../../bin/admin/status/deployment-state.gateway.ts';
import { dueDeliveries, type StatusSources, serviceStatus, visitsOf } from '../../../../bin/admin/status/service-status.ts';
import type { WatchCursorStore } from '../../../../lambdas/model/domains/watch-cursor.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { iso, NOW, SECOND } from '../../../lambdas/a-domain.ts';

const MINUTE = 60 * SECOND;
const paused = { paused: 'orders', since: iso(-MINUTE), by: 'ann', reason: 'CA incident' };
const ca = { ca: 'Test CA', health: 'serving', queue: 'nobody waits', limits: 'many', directory: 'https://ca.test' };

/** A healthy service, apart from the changes of a test. */
const sources = (over: Partial<StatusSources> = {}): StatusSources => ({
  paused: async () => [],
  cas: async () => [ca],
  queues: async () => [],
  dueDeliveries: async () => ({ count: 0 }),
  visits: async () => [{ version: 1, check: { until: iso(-3 * MINUTE) }, ask: { until: iso(-2 * MINUTE) } }],
  alarms: async () => [],
  stacks: async () => [{ stack: 'cps-x-service', status: 'UPDATE_COMPLETE', deployedAt: iso(-MINUTE) }],
  ...over,
});
const statusOf = (over: Partial<StatusSources> = {}) => serviceStatus(sources(over), NOW);

describe('the status of the service', () => {
  it('is short while all is well', async () => {
    expect(await statusOf()).toEqual({
      stacks: [{ stack: 'cps-x-service', status: 'UPDATE_COMPLETE', deployed_at: iso(-MINUTE) }],
      paused: [],
      alarms: [],
      cas: [{ ca: 'Test CA', health: 'serving', queue: 'nobody waits' }],
      waiting: [
        { what: 'deliveries due in the table', count: 0 },
        { what: 'visits of domains', oldest: '3 min behind' },
      ],
      dead_letters: [],
    });
  });

  it('names what is paused, since when, by whom and why', async () => {
    expect((await statusOf({ paused: async () => [paused] })).paused).toEqual([paused]);
  });

  it('tells dead letters from messages that wait for their function', async () => {
    const queues = async () => [
      { queue: 'DeliveryQueueWaiting', messages: 7 },
      { queue: 'DeliveryQueueDead', messages: 2 },
      { queue: 'OverdueSweepWakeUndelivered', messages: 1 },
    ];
    const { waiting, dead_letters } = await statusOf({ queues });
    expect(waiting).toContainEqual({ what: 'queue DeliveryQueueWaiting', count: 7 });
    expect(dead_letters).toEqual([
      { queue: 'DeliveryQueueDead', messages: 2 },
      { queue: 'OverdueSweepWakeUndelivered', messages: 1 },
    ]);
  });

  it('shows how far visits are behind in the shard that is behind most, and how long the oldest delivery waits', async () => {
    const visits = async () => [
      { version: 1, check: { until: iso(-MINUTE) } },
      { version: 1, check: { until: iso(-150 * MINUTE) } },
      { version: 0 },
    ];
    const { waiting } = await statusOf({ visits, dueDeliveries: async () => ({ count: 3, oldestAt: iso(-5 * MINUTE) }) });
    expect(waiting).toEqual([
      { what: 'deliveries due in the table', count: 3, oldest: '5 min' },
      { what: 'visits of domains', oldest: '2 h 30 min behind; none yet in 1 of 3 shards' },
    ]);
  });

  it('reads the cursor of each part where the visits are divided', async () => {
    const read = async (parts?: number) => {
      const asked: string[] = [];
      const get: WatchCursorStore['get'] = async (shard, part) => {
        asked.push(keys.watchCursor(shard, part).pk + keys.watchCursor(shard, part).sk);
        return { version: 1 };
      };
      await visitsOf({ get }, parts === undefined ? {} : { parts });
      return asked;
    };
    expect(await read()).toEqual(Array.from({ length: 16 }, (_, shard) => `CURSOR#${shard}WATCH`));
    expect(new Set(await read(3))).toHaveProperty('size', 48);
    expect((await read(3))[47]).toBe('CURSOR#15WATCH#3#2');
  });

  it.each(['paused', 'cas', 'queues', 'dueDeliveries', 'visits', 'alarms', 'stacks'] as const)(
    'shows all the rest while %s cannot be read, and why not',
    async (source) => {
      const status = await statusOf({ [source]: () => Promise.reject(new Error('AccessDenied')) });
      expect(JSON.stringify(status)).toContain('Error: AccessDenied');
      expect(Object.keys(status)).toHaveLength(6);
      const known = source === 'cas' ? status.stacks : status.cas;
      expect(JSON.stringify(known)).not.toContain('unknown');
    },
  );
});

describe('deliveries that are due', () => {
  it('are counted over all shards and pages, with the oldest', async () => {
    const row = (at: number) => ({ key: { pk: 'x', sk: 'y' }, kind: 'delivery' as const, duePk: 'x', stepDueAt: iso(at) });
    const due = async (shard: number, _now: Date, startAt?: object) => {
      if (shard === 3) return startAt ? { rows: [row(-1)] } : { rows: [row(-9 * MINUTE), row(-2)], next: { pk: 'x' } };
      return { rows: shard === 5 ? [row(-MINUTE)] : [] };
    };
    expect(await dueDeliveries({ due }, NOW)).toEqual({ count: 4, oldestAt: iso(-9 * MINUTE) });
  });
});

describe('what AWS says of a stage', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const cloudWatch = mockClient(CloudWatchClient);
  const sqs = mockClient(SQSClient);
  afterEach(() => [cloudFormation, cloudWatch, sqs].map((mock) => mock.reset()));

  it('is when each of its stacks was last deployed; one that it does not have is left out', async () => {
    const stack = { StackName: 'cps-x-service', StackStatus: 'UPDATE_COMPLETE' as const, CreationTime: new Date(0) };
    cloudFormation.on(DescribeStacksCommand).rejects(Object.assign(new Error('does not exist'), { name: 'ValidationError' }));
    cloudFormation
      .on(DescribeStacksCommand, { StackName: 'cps-x-service' })
      .resolves({ Stacks: [{ ...stack, LastUpdatedTime: NOW }] });
    expect(await stacksOf('x')).toEqual([{ stack: 'cps-x-service', status: 'UPDATE_COMPLETE', deployedAt: iso(0) }]);
  });

  it('is which of its alarms are on, page by page, with the section of the runbook', async () => {
    const AlarmDescription = 'cps-x-service/Scan: see docs/operate/runbook.md#scan-silent';
    const alarm = { AlarmName: 'cps-x-service-A', AlarmDescription, StateUpdatedTimestamp: NOW };
    cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [] });
    const of = { AlarmNamePrefix: 'cps-x-service', StateValue: 'ALARM' as const };
    cloudWatch
      .on(DescribeAlarmsCommand, of)
      .resolvesOnce({ NextToken: 'more' })
      .resolves({ MetricAlarms: [alarm] });
    expect(await activeAlarms('x')).toEqual([
      { alarm: 'cps-x-service/Scan', since: iso(0), runbook: 'docs/operate/runbook.md#scan-silent' },
    ]);
  });

  it('is how many messages its queues have, for those that have any', async () => {
    const resource = (LogicalResourceId: string, ResourceType = 'AWS::SQS::Queue') => ({
      ...{ LogicalResourceId, ResourceType, PhysicalResourceId: `https://sqs/${LogicalResourceId}` },
      ...{ LastUpdatedTimestamp: NOW, ResourceStatus: 'CREATE_COMPLETE' as const },
    });
    cloudFormation.on(ListStackResourcesCommand, { StackName: 'cps-x-service' }).resolves({ StackResourceSummaries: [] });
    cloudFormation.on(ListStackResourcesCommand, { StackName: 'cps-x-stateful' }).resolves({
      StackResourceSummaries: [
        resource('DeliveryQueueDead12AB34CD'),
        resource('Idle00000000'),
        resource('T', 'AWS::DynamoDB::Table'),
      ],
    });
    sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: '0' } });
    sqs
      .on(GetQueueAttributesCommand, { QueueUrl: 'https://sqs/DeliveryQueueDead12AB34CD' })
      .resolves({ Attributes: { ApproximateNumberOfMessages: '3' } });
    expect(await queuesWithMessages('x')).toEqual([{ queue: 'DeliveryQueueDead', messages: 3 }]);
  });
});
