import { lookAtCaa } from '../../dns/look-at-caa.ts';
import { lookAtCname } from '../../dns/look-at-cname.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { serverListStore } from '../../model/servers/server-list.store.ts';
import { caaIdentitiesOf } from '../../shared/acme/caa-identities.ts';
import { acmeDirectory } from '../../shared/acme/directory.gateway.ts';
import { httpsExchange } from '../../shared/acme/exchange.gateway.ts';
import { dnsLooks } from '../../shared/dns/dns-look.gateway.ts';
import { dnsResolver } from '../../shared/net/resolver.gateway.ts';
import { actionStore } from '../../shared/table/action.store.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { lookAtDns } from './look-at-dns.ts';

/** The names above a hostname are asked for their CAA records at once. */
const CAA_LIMITS = { tryMs: 1_500, totalMs: 3_000 };

const { settings, table, clock, serviceSecret, serve } = await openApi(process.env);
const { baseTarget, acme, nameServers } = settings;
const servers = serverStore(table);
const openLook = dnsLooks(settings);
const resolve = dnsResolver({ nameServers, ...CAA_LIMITS });
const directory = acmeDirectory({ directoryUrl: acme.directoryUrl, exchange: httpsExchange(acme), clock });
const caaIdentities = () => caaIdentitiesOf(directory);

/** Everything under /api/dns. */
export const handler = serve([
  lookAtDns({
    actions: actionStore(table),
    claims: claimStore(table),
    servers,
    serverLists: serverListStore(table),
    settings,
    lookAtCname: (domain, now) => lookAtCname({ openLook, servers, baseTarget, serviceSecret }, domain, now),
    lookAtCaa: (hostname, leadsTo, now) => lookAtCaa({ resolve, caaIdentities }, hostname, now, leadsTo),
  }),
]);
