import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { requireVariable } from '../../../contract/stack/environment.ts';
import { testClockReads } from '../../model/accounts/test-clock.store.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { revocationStore } from '../../model/domains/revocation.store.ts';
import { certificateStore, formerCertificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { openRehearsals } from '../../shared/aws/queue.gateway.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import {
  type BatchResult,
  deadline,
  killedWhenLate,
  logContext,
  partialBatchFailures,
} from '../../shared/middleware/middleware.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { jsonLogOf } from '../../shared/runtime/log.gateway.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { openSealingKey, seal } from '../../shared/secrets/kms.gateway.ts';
import { domainContext } from '../../shared/secrets/sealing-context.ts';
import { pauseAfterLostRace, pauseFor } from '../../shared/time/clock.gateway.ts';
import { newKeyAndCsr } from '../issuance/csr.gateway.ts';
import { rehearses } from './rehearse.ts';
import { openTestCa } from './test-ca.gateway.ts';

/** The Lambda has 60 s. A year of one domain takes some two. */
const LONGEST_RUN_SECONDS = 45;

const { settings, table, clock, logAbout } = buildRuntime(process.env);
const sealing = openSealingKey(requireVariable(process.env, 'kmsKeyId'));
const ports = {
  domains: domainStore(table, { newId: prefixedId }),
  claims: claimStore(table),
  certificates: certificateStore(table),
  formers: formerCertificateStore(table),
  revocations: revocationStore(table),
  serverRows: serverStore(table),
  eventWrite: (event: OutboxEvent) => outboxWrite(table, event),
  newEventId: () => prefixedId('evt'),
  testClock: testClockReads(table),
  rehearse: openRehearsals(requireVariable(process.env, 'rehearsalQueueUrl')),
  newKeyAndCsr,
  seal: (privateKeyPem: string, { organizationId, id }: { organizationId: string; id: number }) =>
    seal(sealing, privateKeyPem, domainContext(organizationId, id)),
  issue: await openTestCa(),
  baseTarget: settings.baseTarget,
  restoreEpoch: settings.restoreEpoch ?? 0,
  clock,
  // What happens in test mode is in no metric, by which alarms would tell of it.
  log: jsonLogOf(),
  pause: pauseAfterLostRace,
  pauseFor,
};

export const handler = middy<SQSEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .use(deadline(clock, LONGEST_RUN_SECONDS))
  .handler(({ Records }, { endsAt }) => {
    const messages = Records.map(({ messageId: id, body }) => ({ id, body }));
    return rehearses({ ...ports, isOver: () => clock() >= endsAt })(messages);
  });
