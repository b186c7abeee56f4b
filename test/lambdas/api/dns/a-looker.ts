import type { Settings } from '../../../../contract/stack/settings.schema.ts';
import { settings } from '../../settings.ts';
import type { ApiCall } from '../api-caller.ts';
import { domainsApi, HOSTNAME, type Known } from '../domains/a-creation.ts';

/** Checks one hostname or many with these DNS records. `openDnsReader` is called once per hostname. */
export function looker(known: Known = {}, changes: Partial<Settings> = {}) {
  const { call, openDnsReader } = domainsApi(known, { settings: { ...settings, ...changes } });
  return {
    openDnsReader,
    look: (more: Partial<ApiCall> = {}) => call({ path: '/api/dns/look', body: { url: HOSTNAME }, ...more }),
    lookAtMany: (more: Partial<ApiCall> = {}) => call({ path: '/api/dns/look/bulk', body: { urls: [HOSTNAME] }, ...more }),
  };
}
