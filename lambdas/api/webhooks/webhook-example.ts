import { EXAMPLE_WEBHOOK_ID } from '../../model/events/event-examples.ts';

/** For the API reference. */
export const EXAMPLE_WEBHOOK = {
  id: EXAMPLE_WEBHOOK_ID,
  livemode: true,
  url: 'https://hooks.integrator.com/certificates',
  events: ['certificate.issued', 'certificate.failed'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.482Z',
  updated_at: '2026-11-21T09:30:00.482Z',
};
export const EXAMPLE_SECRET = 'whsec_…';
