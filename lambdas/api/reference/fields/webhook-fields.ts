import type { ComponentFields } from './component-fields.ts';

const SECRET = 'The secret that signs the deliveries, 8 to 256 characters. Without one the service makes one.';
const EVENTS = 'The names of the events to be sent; `*` stands for all, future ones too.';
const DESCRIPTION = 'What it is for, in words of your own.';

const WEBHOOK = {
  id: 'Names the webhook in every other call.',
  url: 'Where events are sent. What follows a `?` is masked: it may hold a secret.',
  status: '`disabled`: nothing is sent until you enable it again.',
  'disabled.at': 'When it was disabled.',
  'disabled.because': '`asked`: by a request. `gone`: it answered 410. `failing`: its deliveries have failed for days.',
  description: DESCRIPTION,
  last_delivery: 'How the last delivery stands; absent before the first.',
  'last_delivery.status': '`pending`: it is tried again.',
  'last_delivery.at': 'When that was decided.',
  warnings: 'What may be wrong with the `url`, found when it was set. Only in the answer to that request.',
};

/** What the schemas of webhooks, deliveries and events do not say themselves. */
export const WEBHOOK_FIELDS: ComponentFields = {
  Webhook: WEBHOOK,
  WebhookWithSecret: WEBHOOK,
  ChangedWebhook: WEBHOOK,
  DeletedWebhook: { id: 'The id that the webhook had.' },
  CreateWebhookRequest: { events: EVENTS, description: DESCRIPTION, secret: SECRET },
  UpdateWebhookRequest: {
    events: EVENTS,
    description: `${DESCRIPTION} Null takes it away.`,
    status: '`disabled`: nothing is sent until you set `active`.',
  },
  RotateWebhookSecretRequest: {
    secret: 'The new secret, 8 to 256 characters. Without one the service makes one.',
    overlap_hours: 'For how long deliveries are signed with the former secret too.',
  },
  Delivery: {
    id: 'Names the delivery: the same in every attempt.',
    event: 'What it tells of.',
    next_attempt_at: 'When it is tried again; absent where it is not.',
    'attempts.at': 'When the attempt was made.',
    'attempts.milliseconds': 'How long it took.',
  },
  WebhookHealth: {
    until: 'When it was asked for.',
    'deliveries.succeeded': 'How many were received.',
    'deliveries.failed': 'How many were given up.',
    'deliveries.pending': 'How many are still tried.',
  },
  Replay: { queued: 'How many deliveries this call has queued.' },
  Event: {
    id: 'The same in every attempt and in every webhook.',
    created_at: 'When it came true. Order is not promised: compare this.',
  },
};
