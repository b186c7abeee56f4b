import { vi } from 'vitest';
import type { Settings } from '../../../../contract/stack/settings.schema.ts';
import { lookAtDns } from '../../../../lambdas/api/dns/look-at-dns.ts';
import { lookAtDnsOfMany } from '../../../../lambdas/api/dns/look-at-many.ts';
import { lookAtCaa } from '../../../../lambdas/dns/look-at-caa.ts';
import { lookAtCname } from '../../../../lambdas/dns/look-at-cname.ts';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../../../lambdas/model/servers/server-list.store.ts';
import { callToken } from '../../../../lambdas/shared/ids/ids.gateway.ts';
import { actionStore } from '../../../../lambdas/shared/table/action.store.ts';
import { settings } from '../../settings.ts';
import { resolverKnowing } from '../../shared/net/answers.ts';
import { type ApiCall, apiCaller, serviceSecret, table } from '../api-caller.ts';
import { HOSTNAME, type Known } from '../domains/a-creation.ts';

export const OUR_ACCOUNT = 'https://ca.example/acct/1';

/** Asks for one hostname or many, of a DNS that knows this much. */
export function looker(known: Known = {}, changes: Partial<Settings> = {}) {
  const resolve = resolverKnowing(known);
  const servers = serverStore(table);
  const target = { openDnsReader: () => recursiveReader(resolve), servers, baseTarget: settings.baseTarget, serviceSecret };
  const caa = {
    resolve,
    caaIdentities: async () => ['ca.example'],
    accountUrl: async () => OUR_ACCOUNT,
    baseTarget: settings.baseTarget,
  };
  const ports = {
    actions: actionStore(table, callToken),
    claims: claimStore(table),
    servers,
    serverLists: serverListStore(table),
    settings: { ...settings, ...changes },
    lookAtCname: vi.fn((domain: Parameters<typeof lookAtCname>[1], now: Date) => lookAtCname(target, domain, now)),
    lookAtCaa: (hostname: string, leadsTo: string | undefined, now: Date) => lookAtCaa(caa, hostname, now, leadsTo),
  };
  const call = apiCaller([lookAtDns(ports), lookAtDnsOfMany(ports)]);
  return {
    ports,
    look: (more: Partial<ApiCall> = {}) => call({ path: '/api/dns/look', body: { url: HOSTNAME }, ...more }),
    lookAtMany: (more: Partial<ApiCall> = {}) => call({ path: '/api/dns/look/bulk', body: { urls: [HOSTNAME] }, ...more }),
  };
}
