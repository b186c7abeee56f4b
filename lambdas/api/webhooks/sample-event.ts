import { type EventName, isAboutWebhook } from '../../../contract/api/events.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { eventExample } from '../../model/events/event-examples.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import { eventBody } from '../../shared/outbox/event-body.ts';

export interface Sample {
  id: string;
  event: EventName;
  webhook: Webhook;
  /** Shown in an event about a domain; where it is absent, the example of the reference is. */
  domain?: ShownDomain | undefined;
  now: Date;
}

/** The body of a test: what such an event looks like. */
export function sampleBody({ id, event, webhook, domain, now }: Sample): string {
  const createdAt = now.toISOString();
  if (isAboutWebhook(event)) return eventBody({ id, event, createdAt, data: { webhook: webhookResource(webhook, now) } });
  if (!domain) return JSON.stringify({ ...eventExample(event), id, created_at: createdAt });
  return eventBody({ id, event, domainId: domain.id, createdAt, data: { domain: domainResource(domain) } });
}
