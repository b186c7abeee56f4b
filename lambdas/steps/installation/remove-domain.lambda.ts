import { challengeStore, proofStore } from '../../model/domains/challenge/challenge.store.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { installersOf } from '../../model/servers/installers.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { removeDomain } from './remove-domain.ts';

const { domains, table, clock, log, restoreEpoch, handle } = openStep(process.env);
const newId = () => prefixedId('evt');
const { certificates, servers, installers } = installersOf(table, newId);

export const handler = handle(
  removeDomain({
    domains,
    claims: claimStore(table),
    servers,
    certificateWrites: certificates,
    installerWrites: installers,
    challenges: { 'http-01': challengeStore(table), 'dns-01': proofStore(table, newId) },
    clock,
    log,
    restoreEpoch,
  }),
);
