import { EVENT_NAMES } from '../../../contract/api/events.ts';
import type { Schemas } from '../../typescript/create-client.ts';
import type { Api } from '../api/connect.ts';
import { defineCommand, type Outcome } from '../command/command.ts';
import { EXIT } from '../terminal/failure.ts';
import { table, toSafeText } from '../terminal/text.ts';

type EventOfWebhook = Schemas['CreateWebhookRequest']['events'][number];
type EventOfTest = NonNullable<Schemas['TestWebhookRequest']['event']>;

const PAGE = 100;
const ID = { kind: 'integer', isArgument: true, isRequired: true, says: 'its id' } as const;

export const list = defineCommand({
  name: 'webhooks list',
  says: 'lists your webhooks, and how their last delivery went',
  access: 'read',
  parameters: {},
  examples: ['cps webhooks', 'cps webhooks list --json'],
  async run({ connect }) {
    const api = await connect();
    const page = await api.read((client) => client.GET('/api/webhooks', { params: { query: { limit: PAGE } } }));
    const rows = page.data.map(({ id, url, events, status, last_delivery: last }) => [
      id,
      url,
      events.join(','),
      status,
      last?.status,
    ]);
    const text = table([['ID', 'URL', 'EVENTS', 'STATUS', 'LAST DELIVERY'], ...rows]);
    return {
      json: page,
      text: rows.length > 0 ? text : 'There is no webhook. cps webhooks add URL creates one; cps listen needs none.',
    };
  },
});

export const add = defineCommand({
  name: 'webhooks add',
  says: 'creates a webhook, and shows its secret this once',
  access: 'write',
  parameters: {
    url: { kind: 'text', isArgument: true, isRequired: true, says: 'where to send the events' },
    events: {
      kind: 'texts',
      says: 'the events to send; all unless given; may be repeated',
      value: 'event',
      known: ['*', ...EVENT_NAMES],
    },
    description: { kind: 'text', says: 'what it is for', value: 'text' },
  },
  examples: ['cps webhooks add https://hooks.example.com/certificates --events certificate.issued --events certificate.failed'],
  async run({ connect }, { url, events, description }) {
    const api = await connect();
    const wanted = (events.length > 0 ? events : ['*']) as EventOfWebhook[];
    const body = { url, events: wanted, ...(description && { description }) };
    const webhook = await api.write((client) => client.POST('/api/webhooks', { body }));
    const warnings = (webhook.warnings ?? []).map((warning) => `Warning: ${toSafeText(warning)}`);
    const text = [`Created webhook ${webhook.id}.`, ...warnings, `Its secret, which is not shown again: ${webhook.secret}`];
    return { json: webhook, text: text.join('\n') };
  },
});

export const remove = defineCommand({
  name: 'webhooks rm',
  says: 'deletes a webhook',
  access: 'write',
  parameters: { webhook: ID },
  examples: ['cps webhooks rm 117503952322538'],
  async run({ connect }, { webhook: id }) {
    const api = await connect();
    const gone = await api.write((client) => client.DELETE('/api/webhooks/{id}', { params: { path: { id } } }));
    return { json: gone, text: `Deleted webhook ${id}.` };
  },
});

export const test = defineCommand({
  name: 'webhooks test',
  says: 'sends a sample to a webhook, and shows what its receiver answered',
  access: 'write',
  parameters: {
    webhook: ID,
    event: { kind: 'text', says: 'of what the sample is; webhook.test unless given', value: 'event', known: EVENT_NAMES },
  },
  examples: ['cps webhooks test 117503952322538 --event certificate.issued'],
  async run({ connect }, { webhook, event }) {
    return sendSample(await connect(), webhook, event);
  },
});

/** Signed like a real delivery, with `is_test: true`, but in no event log. */
export async function sendSample(api: Api, id: number, event: string | undefined): Promise<Outcome> {
  const body = { ...(event && { event }) } as { event: EventOfTest };
  const delivery = await api.write((client) => client.POST('/api/webhooks/{id}/test', { params: { path: { id } }, body }));
  const [attempt] = delivery.attempts ?? [];
  const answered = attempt?.status ?? attempt?.error ?? 'nothing yet';
  return {
    json: delivery,
    text: `${delivery.event} was sent to webhook ${id}: ${delivery.state}. Its receiver answered ${toSafeText(answered)}.`,
    exit: delivery.state === 'succeeded' ? EXIT.done : EXIT.unfinished,
  };
}
