import type { Webhook } from './webhook.schema.ts';
import { urlWarnings } from './webhook-url.ts';

/** A webhook as the API shows it: its secret is in the answers of creation and rotation only. */
export function webhookResource(webhook: Webhook) {
  const { id, url, events, status, description, createdAt, updatedAt, lastDelivery } = webhook;
  const warnings = urlWarnings(url);
  return {
    id,
    url,
    events,
    status,
    ...(description !== undefined && { description }),
    created_at: createdAt,
    updated_at: updatedAt,
    ...(lastDelivery && { last_delivery: lastDelivery }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** What somebody has chosen: for its audit records. */
export function webhookSettings({ url, events, status, description }: Webhook) {
  return { url, events, status, ...(description !== undefined && { description }) };
}
