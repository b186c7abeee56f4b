import type { webhooks } from './api-types.ts';

/** The names that this version knows. A webhook for `*` may get others: answer them with 200 and pass over them. */
export type WebhookEventName = keyof webhooks;

/** The body of a delivery: `event` tells what `data` holds. Fields are only ever added to it. */
export type WebhookEvent = {
  [Name in WebhookEventName]: webhooks[Name]['post']['requestBody']['content']['application/json'];
}[WebhookEventName];
