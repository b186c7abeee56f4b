/** The server, the machine and the API key in the examples of the reference. */
export const SERVER = {
  id: 1,
  livemode: true,
  name: 'Frankfurt',
  type: 'agent',
  config: {},
  address: ['198.51.100.10', '2001:db8::10'],
  cname_target: 'q7m2x4k9tz.cname.example.net',
  status: 'online',
  last_seen_at: '2026-11-21T09:29:41.003Z',
  created_at: '2026-11-02T14:03:55.120Z',
};

export const MACHINE = {
  id: 'mch_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  name: 'web-1',
  enrolled_at: '2026-11-02T14:10:00.000Z',
  last_seen_at: '2026-11-21T09:29:41.003Z',
};

export const KEY = {
  id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd',
  name: 'production',
  created_at: '2026-11-02T14:03:55.120Z',
  last_used_at: '2026-11-21T09:29:41.003Z',
  expires_at: '2026-11-28T14:00:00.000Z',
};
