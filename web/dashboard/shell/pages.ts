/** Pages of the navigation, each with the key that opens it after `g`. */
export const PAGES = [
  { to: '/$mode', icon: 'overview', name: 'Overview', key: 'o' },
  { to: '/$mode/domains', icon: 'domains', name: 'Domains', key: 'd' },
  { to: '/$mode/expiries', icon: 'expiries', name: 'Expiries', key: 'x' },
  { to: '/$mode/reports', icon: 'reports', name: 'Reports', key: 'r' },
  { to: '/$mode/servers', icon: 'servers', name: 'Servers', key: 's' },
  { to: '/$mode/webhooks', icon: 'webhooks', name: 'Webhooks', key: 'w' },
  { to: '/$mode/events', icon: 'events', name: 'Events', key: 'e' },
  { to: '/$mode/keys', icon: 'keys', name: 'API keys', key: 'k' },
  { to: '/$mode/audit', icon: 'audit', name: 'Audit', key: 'l' },
  { to: '/$mode/settings', icon: 'settings', name: 'Settings', key: 'a' },
] as const;
