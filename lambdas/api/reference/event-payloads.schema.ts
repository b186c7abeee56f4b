import * as z from 'zod/mini';
import type { EventName } from '../../../contract/api/events.ts';
import { DomainId, Instant, Livemode } from '../../../contract/api/wire.schema.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { EventId } from '../../model/events/event-id.schema.ts';
import { ServerResource } from '../../model/servers/server-resource.schema.ts';
import { WebhookResource } from '../../model/webhooks/webhook-resource.schema.ts';
import { KeyInEvent, LeakInEvent } from '../keys/key-resource.schema.ts';
import { MachineResource } from '../servers/machine-resource.schema.ts';

const id = EventId.check(z.describe('The same in every attempt and in every webhook.'));
/** Part of the signed body, so nobody can remove or add it. Only test events have it. */
const isTest = z
  .optional(z.literal(true))
  .check(z.describe('Only in a test that somebody requested: nothing has happened. Do not act on it.'));
const createdAt = Instant.check(z.describe('When it came true. Order is not promised: compare this.'));

function ofDomain<Name extends EventName>(event: Name) {
  return z.strictObject({
    id,
    event: z.literal(event).check(z.describe('What happened.')),
    livemode: Livemode,
    is_test: isTest,
    domain_id: DomainId,
    created_at: createdAt,
    data: z.strictObject({ domain: DomainResource }).check(z.describe('The domain as it was at that moment.')),
  });
}

/** An event about anything but a domain. `says`: the description of `data`. */
function about<Name extends EventName, Data extends Parameters<typeof z.strictObject>[0]>(event: Name, data: Data, says: string) {
  return z.strictObject({
    id,
    event: z.literal(event).check(z.describe('What happened.')),
    livemode: Livemode,
    is_test: isTest,
    created_at: createdAt,
    data: z.strictObject(data).check(z.describe(says)),
  });
}

function ofWebhook<Name extends EventName>(event: Name) {
  return about(event, { webhook: WebhookResource }, 'The webhook as it was at that moment.');
}

function ofMachine<Name extends EventName>(event: Name) {
  const data = { machine: MachineResource, server: ServerResource };
  return about(event, data, 'The machine and its server as they were at that moment.');
}

const silentMachines = z
  .array(MachineResource)
  .check(
    z.describe(
      'Those of its machines that are known to be silent, this event’s among them if it tells of silence: a hundred at most.',
    ),
  );

function ofServer<Name extends EventName>(event: Name) {
  const data = { server: ServerResource, silent_machines: silentMachines };
  return about(event, data, 'The server as it was at that moment, and which of its machines were silent then.');
}

function ofKey<Name extends EventName>(event: Name) {
  return about(event, { api_key: KeyInEvent }, 'The API key as it was at that moment.');
}

/** Delivery bodies by event. Fields are only ever added: test/lambdas/api/reference/payload-fields.json. */
export const EVENT_PAYLOADS = {
  'domain.created': ofDomain('domain.created'),
  'domain.updated': ofDomain('domain.updated'),
  'domain.deleted': ofDomain('domain.deleted'),
  'domain.validated': ofDomain('domain.validated'),
  'domain.validation_failed': ofDomain('domain.validation_failed'),
  'domain.dns_changed': ofDomain('domain.dns_changed'),
  'domain.dns_restored': ofDomain('domain.dns_restored'),
  'domain.transfer_requested': ofDomain('domain.transfer_requested'),
  'domain.transferred': ofDomain('domain.transferred'),
  'certificate.requested': ofDomain('certificate.requested'),
  'certificate.installed': ofDomain('certificate.installed'),
  'certificate.issued': ofDomain('certificate.issued'),
  'certificate.renewed': ofDomain('certificate.renewed'),
  'certificate.failed': ofDomain('certificate.failed'),
  'certificate.at_risk': ofDomain('certificate.at_risk'),
  'certificate.renewal_failed': ofDomain('certificate.renewal_failed'),
  'certificate.expiring': ofDomain('certificate.expiring'),
  'certificate.expired': ofDomain('certificate.expired'),
  'certificate.revoked': ofDomain('certificate.revoked'),
  'machine.enrolled': ofMachine('machine.enrolled'),
  'machine.keys_rotated': ofMachine('machine.keys_rotated'),
  'machine.revoked': about(
    'machine.revoked',
    {
      machine: MachineResource,
      reason: z.optional(
        z.literal('silent').check(z.describe('The service itself took the machine out, which had been silent for days.')),
      ),
      server: ServerResource,
    },
    'The machine and its server as they were at that moment.',
  ),
  'server.offline': ofServer('server.offline'),
  'server.online': ofServer('server.online'),
  'api_key.expiring': ofKey('api_key.expiring'),
  'api_key.expired': ofKey('api_key.expired'),
  'api_key.leaked': about(
    'api_key.leaked',
    { api_key: KeyInEvent, leak: LeakInEvent },
    'The API key as it was at that moment, and who reported its secret.',
  ),
  'webhook.disabled': ofWebhook('webhook.disabled'),
  'webhook.test': ofWebhook('webhook.test'),
} as const satisfies Record<EventName, z.ZodMiniType>;
