import { certificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { openStep } from '../open-step.gateway.ts';
import { removeDomain } from './remove-domain.ts';

const { domains, table, clock, log, restoreEpoch, handle } = openStep(process.env);
const { certificates, servers } = { certificates: certificateStore(table), servers: serverStore(table) };

export const handler = handle(
  removeDomain({
    domains,
    servers,
    certificateWrites: certificates,
    installerWrites: { agent: { certificates, servers } },
    clock,
    log,
    restoreEpoch,
  }),
);
