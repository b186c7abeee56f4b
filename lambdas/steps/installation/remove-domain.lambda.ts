import { installersOf } from '../../model/servers/installers.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { removeDomain } from './remove-domain.ts';

const { domains, table, clock, log, restoreEpoch, handle } = openStep(process.env);
const { certificates, servers, installers } = installersOf(table, () => prefixedId('evt'));

export const handler = handle(
  removeDomain({
    domains,
    servers,
    certificateWrites: certificates,
    installerWrites: installers,
    clock,
    log,
    restoreEpoch,
  }),
);
