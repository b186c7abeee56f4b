import { describe, expect, it } from 'vitest';
import { DeliveryMessage } from '../../../../lambdas/model/webhooks/delivery.schema.ts';
import { deliveryId } from '../../../../lambdas/model/webhooks/delivery.ts';
import { firstAttempt, queueMessage } from '../../../../lambdas/model/webhooks/delivery-message.ts';
import { anEvent } from '../events/an-event.ts';

const issued = anEvent(0, { event: 'certificate.issued' });

describe('the message of a delivery', () => {
  const message = firstAttempt(issued, 5);

  it('is a first attempt, with the text of the event byte for byte', () => {
    expect(DeliveryMessage.parse(message)).toEqual(message);
    expect(message).toMatchObject({ webhookId: 5, eventId: issued.id, series: 1, attempt: 1, deferrals: 0, probe: false });
    expect(message.body).toBe(issued.body);
  });

  it('has no character that a queue refuses, and yet the same text', () => {
    const odd = { ...message, body: JSON.stringify({ odd: '\uFFFE and \uFFFF, \u0000, 🎉' }) };
    const { body } = queueMessage(odd);
    expect(body).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
    expect(JSON.parse(body).body).toBe(odd.body);
  });

  it('is the same whenever it is made, and another for another webhook or event', () => {
    expect(firstAttempt({ ...issued, number: 4 }, 5)).toEqual(message);
    expect(message.deliveryId).toBe(deliveryId(issued.id, 5));
    const ids = [message, firstAttempt(issued, 6), firstAttempt(anEvent(1), 5)].map(({ deliveryId }) => deliveryId);
    expect(new Set(ids)).toHaveProperty('size', 3);
  });

  it('waits in the queue in the group of its webhook, and loses nothing there', () => {
    const { body, ...rest } = queueMessage(message, 5);
    expect(rest).toEqual({ group: 'org_A#5', delaySeconds: 5 });
    expect(DeliveryMessage.parse(JSON.parse(body))).toEqual(message);
    expect(queueMessage(message)).not.toHaveProperty('delaySeconds');
  });
});
