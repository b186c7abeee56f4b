import { KEY } from '../../model/events/server-examples.ts';

/** For the API reference. */
export const EXAMPLE_KEY = {
  id: KEY.id,
  livemode: true,
  name: 'production',
  permissions: ['domains.read', 'domains.write'],
  created_at: '2026-11-21T09:30:00.482Z',
};
export const EXAMPLE_SECRET = 'sk_live_…';
