import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryMessage } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import { deliveryId } from '../../../lambdas/model/webhooks/delivery.ts';
import { executionStarter } from '../../../lambdas/relay/executions.gateway.ts';
import { relayRecords } from '../../../lambdas/relay/relay.ts';
import { openQueue, type QueueMessage } from '../../../lambdas/shared/aws/queue.gateway.ts';
import type { OutboxEvent } from '../../../lambdas/shared/outbox/outbox.schema.ts';
import { entriesSince, putAgain } from '../../../lambdas/shared/outbox/outbox.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openWakes } from '../../../lambdas/wiring/wakes.wiring.ts';
import { assertWithinAwsLimits } from '../../aws-limits.ts';
import { HOUR, later, NOW, timings } from '../a-domain.ts';
import { aWebhook } from '../api/webhooks/webhooks-api.ts';
import { dynamo, edgesWith, log, table } from '../edges.ts';
import { holdItems } from '../held-items.ts';
import { anEvent, entryItem, eventId } from '../model/events/an-event.ts';
import { settings } from '../settings.ts';

type Item = Record<string, unknown>;
const [sfn, sqs] = [mockClient(SFNClient), mockClient(SQSClient)];
let runs = 0;
const edges = edgesWith({
  startExecution: executionStarter(new SFNClient({}), { standard: 'arn:machine', express: 'arn:express' }, () => `run_${++runs}`),
  rehearsalQueue: { send: vi.fn(async (_: readonly QueueMessage[]): Promise<number[]> => []) },
  awsQueue: { send: vi.fn(async (_: readonly QueueMessage[]): Promise<number[]> => []) },
  deliveryQueue: openQueue('https://queue', new SQSClient({})),
});
const ports = openWakes(openRows(edges));
const sentTo = ({ send }: typeof edges.awsQueue) => send.mock.calls.flatMap(([sent]) => sent.map(({ body }) => JSON.parse(body)));
const execution = {
  kind: 'execution',
  id: 'evt_1',
  createdAt: '2026-06-01T12:00:00.000Z',
  organizationId: 'org_A',
  domainId: 7,
  attempt: 2,
  step: 'check-dns',
};
const act = (...items: (Item | undefined)[]) => relayRecords(items, NOW, ports);
const hold = (events: readonly OutboxEvent[], ...more: Item[]) => holdItems(dynamo, [...events.map(entryItem), ...more]);
const messages = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .map(({ MessageBody = '' }) => DeliveryMessage.parse(JSON.parse(MessageBody)));
const queued = () => messages().map(({ eventId: id, webhookId }) => [id, webhookId]);

beforeEach(() => {
  for (const mock of [sfn, sqs, dynamo]) mock.reset();
  sfn.on(StartExecutionCommand).resolves({});
  sqs.on(SendMessageBatchCommand).resolves({});
  log.mockReset();
  edges.rehearsalQueue.send.mockClear();
  edges.awsQueue.send.mockClear();
});

afterEach(() => {
  for (const { args } of [...sfn.calls(), ...sqs.calls(), ...dynamo.calls()]) assertWithinAwsLimits(args[0]);
});

describe('an execution', () => {
  it('is started as an outbox entry asks, named after domain and attempt', async () => {
    expect(await act(execution)).toEqual([true]);
    const [call] = sfn.commandCalls(StartExecutionCommand);
    expect(call?.args[0].input).toMatchObject({ stateMachineArn: 'arn:machine', name: '7-2' });
    expect(JSON.parse(call?.args[0].input.input ?? '')).toEqual({
      domainId: 7,
      attempt: 2,
      step: 'check-dns',
      timings,
      epoch: 0,
    });
    expect([...dynamo.calls(), ...sqs.calls()]).toEqual([]);
  });

  it('that begins at the CA is an Express one, and each start of it another run: AWS refuses none that is started twice', async () => {
    const renewal = { ...execution, step: 'prepare-issuance' };
    expect(await act(renewal, renewal)).toEqual([true, true]);
    const calls = sfn.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input);
    expect(calls).toMatchObject(Array(2).fill({ stateMachineArn: 'arn:express', name: '7-2' }));
    const ids = calls.map(({ input = '' }) => JSON.parse(input).run);
    expect(new Set(ids).size).toBe(2);
  });

  it('has another name after a restore of the table than one that the restore has undone', async () => {
    await relayRecords([execution], NOW, openWakes(openRows({ ...edges, settings: { ...settings, restoreEpoch: 3 } })));
    const [call] = sfn.commandCalls(StartExecutionCommand);
    expect(call?.args[0].input.name).toBe('7-2-r3');
    expect(JSON.parse(call?.args[0].input.input ?? '')).toMatchObject({ epoch: 3 });
  });

  it('of a domain of test mode is none: it is played', async () => {
    expect(await act({ ...execution, organizationId: 'org_A_test' })).toEqual([true]);
    expect(sentTo(edges.rehearsalQueue)).toEqual([{ organizationId: 'org_A_test', domainId: 7 }]);
    expect(sfn.calls()).toEqual([]);
  });

  it('in an AWS account goes to who works there: a server to be checked, or work that waits', async () => {
    const { id, createdAt, organizationId } = execution;
    const place = { accountId: '111122223333', region: 'eu-north-1' };
    const asked = { kind: 'aws-server', id, createdAt, organizationId, serverId: 5 };
    expect(await act(asked, { kind: 'aws-work', id, createdAt, organizationId, ...place })).toEqual([true, true]);
    expect(sentTo(edges.awsQueue)).toEqual([{ organizationId, serverId: 5 }, place]);
    expect(sfn.calls()).toEqual([]);
  });

  it('of test mode may be all of an organization that is due', async () => {
    const { id, createdAt } = execution;
    expect(await act({ kind: 'rehearsal', id, createdAt, organizationId: 'org_A_test' })).toEqual([true]);
    expect(sentTo(edges.rehearsalQueue)).toEqual([{ organizationId: 'org_A_test' }]);
  });

  it('that exists already is as good as started', async () => {
    sfn.on(StartExecutionCommand).rejects(new ExecutionAlreadyExists({ message: 'exists', $metadata: {} }));
    expect(await act(execution)).toEqual([true]);
  });

  it('that could not be started is tried again, and the others of its batch are not', async () => {
    sfn.on(StartExecutionCommand).resolves({}).rejectsOnce(new Error('throttled'));
    hold([anEvent(0)]);
    expect(await act(execution, { ...execution, attempt: 3 }, entryItem(anEvent(0)))).toEqual([false, true, true]);
  });
});

it.each([
  undefined,
  {},
  { ...execution, step: 'no-such-step' },
  { ...execution, attempt: 'x' },
  { ...anEvent(0), event: 'none' },
])(
  'a record that the relay cannot read has failed, is told, and keeps the others of its batch from nothing: %o',
  async (item) => {
    expect(await act(item, execution)).toEqual([false, true]);
    expect(log).toHaveBeenCalledWith('error', 'poisoned outbox record', expect.anything());
    expect(sfn.calls()).toHaveLength(1);
  },
);

describe('an event', () => {
  it('is logged, and queued once for each webhook that takes it, by three requests for a whole batch', async () => {
    const events = [anEvent(0, { event: 'certificate.issued' }), anEvent(1)];
    const { items } = hold(events, aWebhook(5, { events: ['*'] }), aWebhook(6), aWebhook(7, { status: 'disabled' }));
    expect(await act(...events.map(entryItem))).toEqual([true, true]);
    expect(queued()).toEqual([
      [eventId(0), 5],
      [eventId(0), 6],
      [eventId(1), 5],
    ]);
    expect(messages()[0]).toMatchObject({ body: events[0]?.body, deliveryId: deliveryId(eventId(0), 5) });
    for (const number of [1, 2]) {
      const { pk, sk } = keys.event('org_A', number);
      expect(items.get(`${pk}|${sk}`)).toMatchObject({ id: eventId(number - 1) });
    }
    expect([dynamo.calls().length, sqs.calls().length]).toEqual([2, 1]);
  });

  it('goes by the slow lane to a webhook that did not answer', async () => {
    hold([anEvent(0)], aWebhook(5, { events: ['*'], timeoutsInRow: 1 }), aWebhook(6, { events: ['*'] }));
    await act(entryItem(anEvent(0)));
    expect(messages().map(({ webhookId, slow }) => [webhookId, slow])).toEqual([
      [5, true],
      [6, false],
    ]);
  });

  it('of a domain that asks for silence is logged, and queued for nobody', async () => {
    const silent = anEvent(0, { notify: false });
    const { items } = hold([silent], aWebhook(5, { events: ['*'] }));
    expect(await act(entryItem(silent))).toEqual([true]);
    const { pk, sk } = keys.event('org_A', 1);
    expect(items.get(`${pk}|${sk}`)).toMatchObject({ id: silent.id });
    expect(sqs.calls()).toEqual([]);
  });

  it("goes to its own organization's webhooks only", async () => {
    const theirs = anEvent(1, { organizationId: 'org_B' });
    hold([anEvent(0), theirs], aWebhook(5, { events: ['*'] }), aWebhook(6, { organizationId: 'org_B', events: ['*'] }));
    await act(entryItem(anEvent(0)), entryItem(theirs));
    expect(queued()).toEqual([
      [eventId(0), 5],
      [eventId(1), 6],
    ]);
  });

  it('that comes again goes to the same webhooks, not to those that were created or enabled since', async () => {
    const paused = aWebhook(6, { status: 'disabled', events: ['*'] });
    const { items } = hold([anEvent(0)], aWebhook(5, { events: ['*'] }), paused);
    await act(entryItem(anEvent(0)));
    for (const webhook of [{ ...paused, status: 'active' }, aWebhook(7, { events: ['*'] })]) {
      items.set(`${webhook.pk}|${webhook.sk}`, webhook);
    }
    await act(entryItem(anEvent(0)));
    expect(queued()).toEqual([
      [eventId(0), 5],
      [eventId(0), 5],
    ]);
  });

  it('about a webhook goes to the other webhooks', async () => {
    const disabled = anEvent(0, { event: 'webhook.disabled', domainId: undefined });
    hold([disabled], aWebhook(5, { status: 'disabled', events: ['*'] }), aWebhook(6, { events: ['*'] }));
    await act(entryItem(disabled));
    expect(queued()).toEqual([[eventId(0), 6]]);
    expect(messages()[0]).not.toHaveProperty('domainId');
  });

  it('that is twice in a batch is queued once', async () => {
    hold([anEvent(0)], aWebhook(5, { events: ['*'] }));
    expect(await act(entryItem(anEvent(0)), entryItem(anEvent(0)))).toEqual([true, true]);
    expect(queued()).toEqual([[eventId(0), 5]]);
  });

  it('delivered again keeps its number, and is queued again as the same delivery', async () => {
    const { items } = hold([anEvent(0)], aWebhook(5, { events: ['*'] }));
    await act(entryItem(anEvent(0)));
    const before = new Map(items);
    expect(await act(entryItem(anEvent(0)))).toEqual([true]);
    expect(new Map(items)).toEqual(before);
    const [first, second] = messages();
    expect(second).toEqual(first);
  });

  it('that a redrive copies keeps its number, and is queued again as the same delivery', async () => {
    const { items } = hold([anEvent(0)], aWebhook(5, { events: ['*'] }));
    await act(entryItem(anEvent(0)));
    const before = new Map(items);
    for await (const entry of entriesSince(table, NOW, later(HOUR))) await putAgain(table, entry, later(HOUR));
    const copies = [...items].filter(([id]) => !before.has(id)).map(([, item]) => item);
    expect(copies).toHaveLength(1);
    expect(await act(...copies)).toEqual([true]);
    expect(items.size).toBe(before.size + 1);
    const [first, second] = messages();
    expect(second).toEqual(first);
  });

  it('that the relay never logged is logged when a redrive copies it', async () => {
    const { items } = hold([anEvent(0)]);
    await putAgain(table, anEvent(0), later(HOUR));
    const [, copy] = [...items.values()];
    await act(copy);
    const [log, original] = [keys.event('org_A', 1), keys.outbox(eventId(0))];
    expect(items.get(`${log.pk}|${log.sk}`)).toMatchObject({ id: eventId(0) });
    expect(items.get(`${original.pk}|${original.sk}`)).toMatchObject({ number: 1 });
  });
});

describe('the failure of an event', () => {
  const theirs = anEvent(1, { organizationId: 'org_B' });

  it('stays within its organization where the log cannot be read', async () => {
    hold([anEvent(0), theirs], aWebhook(6, { organizationId: 'org_B', events: ['*'] }));
    dynamo
      .on(QueryCommand, { ExpressionAttributeValues: { ':organization': 'ORG#org_A' } }, false)
      .rejects(new Error('throttled'));
    expect(await act(entryItem(anEvent(0)), entryItem(theirs), execution)).toEqual([false, true, true]);
    expect(queued()).toEqual([[eventId(1), 6]]);
    expect(log).toHaveBeenCalledWith('error', 'events could not be logged', expect.objectContaining({ organizationId: 'org_A' }));
  });

  it('stays within its organization where the queue refuses a delivery', async () => {
    hold(
      [anEvent(0), anEvent(2), theirs],
      aWebhook(5, { events: ['*'] }),
      aWebhook(6, { organizationId: 'org_B', events: ['*'] }),
    );
    sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [{ Id: '1', Code: 'x', SenderFault: false }] });
    expect(await act(...[anEvent(0), anEvent(2), theirs].map(entryItem))).toEqual([true, false, true]);
    expect(queued()[1]).toEqual([eventId(2), 5]);
  });

  it('stays with those that have deliveries where the queue does not answer', async () => {
    hold([anEvent(0), theirs], aWebhook(5, { events: ['*'] }));
    sqs.on(SendMessageBatchCommand).rejects(new Error('unreachable'));
    expect(await act(entryItem(anEvent(0)), entryItem(theirs), execution)).toEqual([false, true, true]);
  });

  it('a webhook that nobody can read keeps the others from nothing', async () => {
    hold([anEvent(0)], aWebhook(5, { events: ['*'] }), { ...aWebhook(6), events: 'all' });
    expect(await act(entryItem(anEvent(0)))).toEqual([true]);
    expect(queued()).toEqual([[eventId(0), 5]]);
    expect(log).toHaveBeenCalledWith('error', 'a webhook cannot be read', expect.anything());
  });
});
