import { randomBytes } from 'node:crypto';
import { EVENT_NAMES, type EventName } from '../../../contract/api/events.ts';
import { MAGIC_SUFFIX } from '../../../contract/domain-name.ts';
import type { StoryName } from '../../../contract/test-mode.ts';
import type { Api } from '../api/connect.ts';
import { defineCommand, type Outcome } from '../command/command.ts';
import { usageFailure } from '../terminal/failure.ts';
import { sendSample } from './webhooks.ts';

/** The magic name whose domain causes the event (docs/guides/test-mode.md). Events without one are only available as samples. */
export const STORY_OF_EVENT: { readonly [event in EventName]?: StoryName } = {
  'domain.created': 'ok',
  'domain.updated': 'ok',
  'domain.deleted': 'ok',
  'domain.validated': 'ok',
  'domain.validation_failed': 'dns-validation-timeout',
  'domain.dns_changed': 'moves-away',
  'domain.dns_restored': 'webhook-storm',
  'certificate.requested': 'ok',
  'certificate.installed': 'ok',
  'certificate.issued': 'ok',
  'certificate.renewed': 'revoked',
  'certificate.failed': 'certificate-request-failed',
  'certificate.at_risk': 'former-certificate',
  'certificate.renewal_failed': 'renewal-fails',
  'certificate.expiring': 'expires-in-3d',
  'certificate.expired': 'certificate-expired',
  'certificate.revoked': 'revoked',
  'server.offline': 'server-silent',
};

export const trigger = defineCommand({
  name: 'trigger',
  says: 'makes an event happen in test mode, or sends a sample of it to a webhook',
  about:
    'Without --webhook it creates a domain of test mode whose magic name comes to that event, within seconds: your webhooks of test\n' +
    'mode and cps listen --test get it, with the events on the way there. It needs a login with a test key. With --webhook it sends\n' +
    'a sample of any event, in either mode, marked is_test; cps listen does not see samples.',
  access: 'write',
  parameters: {
    event: { kind: 'text', isArgument: true, isRequired: true, says: 'the event', known: EVENT_NAMES },
    webhook: { kind: 'integer', says: 'send a sample to this webhook', value: 'id' },
    server: { kind: 'integer', says: 'the server of the domain; 1 unless given', value: 'id' },
  },
  examples: ['cps trigger certificate.issued', 'cps trigger api_key.expiring --webhook 117503952322538'],
  async run({ connect }, { event, webhook, server = 1 }) {
    if (webhook !== undefined) return sendSample(await connect(), webhook, event);
    const story = STORY_OF_EVENT[event as EventName];
    if (!story) throw usageFailure(`No magic name plays ${event}.`, withoutStory(event));
    return play(await connect('test'), event, story, server);
  },
});

function withoutStory(event: string): string {
  const known: readonly string[] = EVENT_NAMES;
  if (known.includes(event)) return `Send a sample of it: cps trigger ${event} --webhook ID (cps webhooks lists the ids)`;
  return `These can be played: ${Object.keys(STORY_OF_EVENT).join(', ')}`;
}

async function play(api: Api, event: string, story: StoryName, server: number): Promise<Outcome> {
  const url = `cps-${randomBytes(5).toString('hex')}.${story}.${MAGIC_SUFFIX}`;
  const domain = await api.write((client) =>
    client.POST('/api/domains', { body: { url, server_id: server, metadata: {}, send_notifications: true } }),
  );
  const params = { path: { id: domain.id } };
  if (event === 'domain.updated') {
    await api.write((client) => client.PATCH('/api/domains/{id}', { params, body: { metadata: { triggered_by: 'cps' } } }));
  }
  if (event === 'domain.deleted') await api.write((client) => client.DELETE('/api/domains/{id}', { params }));
  return {
    json: { event, domain },
    text: `Created ${url} (${domain.id}) in test mode. ${event} comes within seconds, after the events that lead to it.`,
  };
}
