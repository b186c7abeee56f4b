import { expect, it } from 'vitest';
import { eventBody } from '../../../../lambdas/shared/outbox/outbox.schema.ts';

const facts = { id: 'evt_1', livemode: true, createdAt: '2026-06-01T12:00:00.000Z' };

it("an event's body is the text that docs/guides/webhooks.md shows, without blanks", () => {
  const body = eventBody({ ...facts, event: 'certificate.issued', domainId: 123, data: { domain: { id: 123 } } });
  expect(body).toBe(
    '{"id":"evt_1","event":"certificate.issued","livemode":true,"domain_id":123,"created_at":"2026-06-01T12:00:00.000Z","data":{"domain":{"id":123}}}',
  );
});

it('an event about a webhook names no domain', () => {
  const body = eventBody({ ...facts, event: 'webhook.disabled', data: { webhook: { id: 5 } } });
  expect(JSON.parse(body)).toEqual({
    ...{ id: 'evt_1', event: 'webhook.disabled', livemode: true, created_at: '2026-06-01T12:00:00.000Z' },
    data: { webhook: { id: 5 } },
  });
});
