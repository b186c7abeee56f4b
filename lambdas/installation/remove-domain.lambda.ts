import { domainStore } from '../domains/domain.store.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { certificateStore } from './certificate.store.ts';
import { removeDomain } from './remove-domain.ts';
import { serverStore } from './server.store.ts';

const { table, clock, log } = buildRuntime(process.env);

export const handler = removeDomain({
  domains: domainStore(table, { newId: prefixedId }),
  certificates: certificateStore(table),
  servers: serverStore(table),
  clock,
  log,
});
