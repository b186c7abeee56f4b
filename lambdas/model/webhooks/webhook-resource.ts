import { livemodeOf } from '../accounts/tenant.ts';
import type { Webhook } from './webhook.schema.ts';
import { maskedUrl, urlWarnings } from './webhook-url.ts';

/**
 * A webhook as the API and events show it, without the values in its URL's query. Only the responses of creation and rotation
 * have its secret.
 */
export function webhookResource(webhook: Webhook, now: Date) {
  const { id, organizationId, url, events, status, disabled, description, createdAt, updatedAt, lastDelivery, previousSecret } =
    webhook;
  const warnings = urlWarnings(url);
  return {
    id,
    livemode: livemodeOf(organizationId),
    url: maskedUrl(url),
    events,
    status,
    ...(disabled && { disabled: { at: disabled.at, because: disabled.because } }),
    ...(description !== undefined && { description }),
    created_at: createdAt,
    updated_at: updatedAt,
    ...(previousSecret && previousSecret.endsAt > now.toISOString() && { previous_secret_ends_at: previousSecret.endsAt }),
    ...(lastDelivery && { last_delivery: lastDelivery }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The settings of a webhook. Its audit entries show them `withMaskedUrl`. */
export function webhookSettings({ url, events, status, description }: Webhook) {
  return { url, events, status, ...(description !== undefined && { description }) };
}
