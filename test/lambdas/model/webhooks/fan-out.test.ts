import { describe, expect, it } from 'vitest';
import { subscribers } from '../../../../lambdas/model/webhooks/delivery.ts';

import { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { aWebhook } from '../../api/webhooks/webhooks-api.ts';
import { anEvent } from '../events/an-event.ts';

const webhook = (changes: Partial<Webhook>) => Webhook.parse(aWebhook(5, changes));
const issued = anEvent(0, { event: 'certificate.issued' });

const seconds = (later: number) => new Date(Date.parse(issued.createdAt) + later * 1000).toISOString();

describe('an event is sent to', () => {
  it.each([
    ['a webhook that names it', issued, { events: ['domain.created', 'certificate.issued'] }, true],
    ['a webhook that takes all', issued, { events: ['*'] }, true],
    ['no webhook that names others', issued, { events: ['domain.created'] }, false],
    ['no webhook that is disabled', issued, { events: ['*'], status: 'disabled' as const }, false],
    ['a webhook made a moment later by another clock', issued, { events: ['*'], createdAt: seconds(59) }, true],
    ['no webhook that was made long after it', issued, { events: ['*'], createdAt: seconds(61) }, false],
    ['nobody where its domain asks for silence', { ...issued, notify: false }, { events: ['*'] }, false],
  ])('%s', (_, event, changes, isSent) => {
    expect(subscribers([webhook(changes)], event)).toHaveLength(isSent ? 1 : 0);
  });
});
