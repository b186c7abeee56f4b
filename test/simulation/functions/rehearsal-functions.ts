import { testClockReads } from '../../../lambdas/model/accounts/test-clock.store.ts';
import type { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import type { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { revocationStore } from '../../../lambdas/model/domains/revocation.store.ts';
import { formerCertificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import type { installersOf } from '../../../lambdas/model/servers/installers.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { openRehearsals } from '../../../lambdas/shared/aws/queue.gateway.ts';
import { outboxWrite } from '../../../lambdas/shared/outbox/outbox.store.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { rehearses } from '../../../lambdas/steps/rehearsal/rehearse.ts';
import { contextOf, type Outside } from './outside.ts';

/** As lambdas/steps/rehearsal/rehearse.lambda.ts has it. */
const LONGEST_PLAY_SECONDS = 45;

interface Stores {
  domains: ReturnType<typeof domainStore>;
  claims: ReturnType<typeof claimStore>;
  installing: ReturnType<typeof installersOf>;
}

/** Plays the domains of test mode. */
export function rehearsing(outside: Outside, { domains, claims, installing: { certificates } }: Stores) {
  const { table, settings, clock, newId, pause, pauseFor, issue, newKeyAndCsr } = outside;
  const { baseTarget, restoreEpoch = 0 } = settings;
  const ports = {
    ...{ domains, claims, certificates, formers: formerCertificateStore(table), revocations: revocationStore(table) },
    ...{ serverRows: serverStore(table), baseTarget, restoreEpoch, issue, newKeyAndCsr, clock, pause, pauseFor },
    eventWrite: (event: Parameters<typeof outboxWrite>[1]) => outboxWrite(table, event),
    newEventId: () => newId('evt'),
    testClock: testClockReads(table),
    rehearse: openRehearsals('rehearse', outside.rehearsals),
    seal: (privateKeyPem: string, { organizationId, id }: { organizationId: string; id: number }) =>
      outside.seal(privateKeyPem, contextOf(organizationId, id)),
    log: outside.logOfRehearsals,
  };
  return (messages: Parameters<ReturnType<typeof rehearses>>[0]) => {
    const endsAt = new Date(addSeconds(clock(), LONGEST_PLAY_SECONDS));
    return rehearses({ ...ports, isOver: () => clock() >= endsAt })(messages);
  };
}
