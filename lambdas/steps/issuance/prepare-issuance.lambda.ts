import { requireVariable } from '../../../contract/stack/environment.ts';
import { casOf } from '../../../contract/stack/settings.schema.ts';
import { readsAccountUrl } from '../../acme/account.store.ts';
import { readsCaaIdentities } from '../../acme/caa-identities.gateway.ts';
import { preflight } from '../../checks/preflight.ts';
import { AMAZON, lookAtCaa, lookAtCaaOfEach } from '../../dns/look-at-caa.ts';
import { lookAtCname, lookAtValidation } from '../../dns/look-at-cname.ts';
import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { dnsResolver } from '../../dns/wire/resolver.gateway.ts';
import { dispatch } from '../../lifecycle/ca-budget/dispatch.ts';
import { slotsAt } from '../../lifecycle/ca-budget/offer-slot.ts';
import { openSlots } from '../../lifecycle/ca-budget/open-slots.store.ts';
import { zoneBacklogReader } from '../../model/domains/challenge/challenge.store.ts';
import { announceTenant } from '../../model/servers/aws-installer.ts';
import { expectedHostnameStore } from '../../model/servers/change-list.store.ts';
import { installersOf } from '../../model/servers/installers.store.ts';
import { managedTenantStore } from '../../model/servers/managed-tenant.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { guardedNet } from '../../shared/net/guarded.gateway.ts';
import { openSealingKey, seal } from '../../shared/secrets/kms.gateway.ts';
import { domainContext } from '../../shared/secrets/sealing-context.ts';
import { openServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { pauseReader } from '../../shared/switches/switches.store.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { openStep } from '../open-step.gateway.ts';
import { newKeyAndCsr } from './csr.gateway.ts';
import { type PreparationPorts, prepareIssuance } from './prepare-issuance.ts';

/**
 * A check of 8 s and a preflight of 7.5 s (preflight.ts), with the check of CAA beside it, leave 14 of the Lambda's 30 s for KMS
 * and the table.
 */
const DNS_LIMITS = { tryMs: 1_000, totalMs: 1_500 };

/** What is left to do, the dispatcher does within a minute. */
const LONGEST_DISPATCH_SECONDS = 3;

const opened = openStep(process.env);
const { settings, table, clock, run } = opened;
const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), opened);
const sealing = openSealingKey(requireVariable(process.env, 'kmsKeyId'));
const openDnsReader = dnsReaders(settings);
const resolve = dnsResolver({ nameServers: settings.nameServers, ...DNS_LIMITS });
const net = guardedNet({ resolve, allowLoopback: settings.allowLoopback });
const { baseTarget, edgeHttpPort: httpPort, edgeHttpsPort: httpsPort } = settings;
const tenants = managedTenantStore(table);
const { certificates, servers, installers } = installersOf(table, () => prefixedId('evt'));
const [preferred, ...fallbacks] = casOf(settings);
const cas = [preferred, ...fallbacks].map((ca) => ({
  caaIdentities: readsCaaIdentities(ca, clock),
  accountUrl: readsAccountUrl(table, ca.directoryUrl),
}));
const account = openSlots(table, settings.acme);
const [paused, isZoneBehind] = [pauseReader(table, clock), zoneBacklogReader(table, clock)];
const dispatchUntil = () => new Date(addSeconds(clock(), LONGEST_DISPATCH_SECONDS));
const preparation: PreparationPorts = {
  lookAtCname: (domain, now) => lookAtCname({ openDnsReader, servers, baseTarget, serviceSecret }, domain, now),
  lookAtValidation: (domain, validation, now) => lookAtValidation({ openDnsReader }, domain, validation, now),
  lookAtCaa: (hostname, now, method) => lookAtCaaOfEach({ cas, resolve, baseTarget, method }, hostname, now),
  cloudFront: {
    lookAtCaa: (hostname, now) => lookAtCaa({ ...AMAZON, resolve, baseTarget }, hostname, now),
    tenants,
    certificates,
  },
  preflight: (domain, now) => preflight({ net, secret: serviceSecret, baseTarget, httpPort, httpsPort }, domain, now),
  servers,
  slots: slotsAt(account),
  paused,
  isZoneBehind,
  caNames: [preferred.caName, ...fallbacks.map(({ caName }) => caName)],
  hostnameWrites: { expected: expectedHostnameStore(table), servers },
  newKeyAndCsr,
  seal: (privateKeyPem, { organizationId, id }) => seal(sealing, privateKeyPem, domainContext(organizationId, id)),
};
const step = prepareIssuance(preparation, {
  dispatch: () =>
    dispatch(
      { ...opened, ...account, paused, isZoneBehind, transact: table.transact, timings: settings.timings },
      dispatchUntil(),
    ),
  async announceTenant({ organizationId, serverId, url }, now) {
    const tenant = await tenants.get(organizationId, serverId, url);
    if (tenant) await announceTenant(tenant, await servers.get(organizationId, serverId), installers, now);
  },
});

export const handler = run(step).use(freshSecret);
