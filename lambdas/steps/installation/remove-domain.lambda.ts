import { certificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { openStep } from '../open-step.gateway.ts';
import { removeDomain } from './remove-domain.ts';

const { domains, table, clock, log, restoreEpoch, handle } = openStep(process.env);

export const handler = handle(
  removeDomain({ domains, certificates: certificateStore(table), servers: serverStore(table), clock, log, restoreEpoch }),
);
