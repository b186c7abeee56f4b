import type { webhooks } from './api-types.ts';

/** The event names known to this version. A webhook for `*` may get others: answer them with 200 and ignore them. */
export type WebhookEventName = keyof webhooks;

/** The body of a delivery: `event` determines `data`. Fields are only ever added. */
export type WebhookEvent = {
  [Name in WebhookEventName]: webhooks[Name]['post']['requestBody']['content']['application/json'];
}[WebhookEventName];
