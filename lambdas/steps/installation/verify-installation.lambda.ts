import { runStep } from '../../lifecycle/run-step.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { certificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { guardedNet } from '../../shared/net/guarded.gateway.ts';
import { dnsResolver } from '../../shared/net/resolver.gateway.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { verifyInstallation } from './verify-installation.ts';

const { settings, table, clock, log } = buildRuntime(process.env);

const step = verifyInstallation({
  certificates: certificateStore(table),
  servers: serverStore(table),
  net: guardedNet({
    resolve: dnsResolver({ nameServers: settings.nameServers }),
    allowLoopback: settings.allowLoopback,
  }),
  httpsPort: settings.edgeHttpsPort,
});

export const handler = runStep(step, {
  domains: domainStore(table, { newId: prefixedId }),
  clock,
  log,
});
