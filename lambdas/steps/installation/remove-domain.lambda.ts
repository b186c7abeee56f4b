import { domainStore } from '../../model/domains/domain.store.ts';
import { certificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { removeDomain } from './remove-domain.ts';

const { table, clock, log } = buildRuntime(process.env);

export const handler = removeDomain({
  domains: domainStore(table, { newId: prefixedId }),
  certificates: certificateStore(table),
  servers: serverStore(table),
  clock,
  log,
});
