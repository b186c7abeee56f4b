import { lookAtCname } from '../../dns/look-at-cname.ts';
import { runStep } from '../../lifecycle/run-step.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { certificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { guardedNet } from '../../shared/net/guarded.gateway.ts';
import { dnsResolver } from '../../shared/net/resolver.gateway.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { verifyMove } from './verify-move.ts';

const { settings, table, clock, log } = buildRuntime(process.env);
const resolve = dnsResolver({ nameServers: settings.nameServers });
/** As if the organization had no other label: only the exact target of the domain is then found. */
const noOtherLabel = { ownerOfLabel: async () => undefined };

const step = verifyMove({
  certificates: certificateStore(table),
  servers: serverStore(table),
  net: guardedNet({ resolve, allowLoopback: settings.allowLoopback }),
  httpsPort: settings.edgeHttpsPort,
  lookAtOwnTarget: (domain, now) => lookAtCname({ resolve, servers: noOtherLabel, baseTarget: settings.baseTarget }, domain, now),
});

export const handler = runStep(step, { domains: domainStore(table, { newId: prefixedId }), clock, log });
