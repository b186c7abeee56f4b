import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { requireVariable } from '../../../contract/stack/environment.ts';
import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { portalStore } from '../../model/accounts/portal/portal.store.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { openQueue } from '../../shared/aws/queue.gateway.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../../shared/middleware/middleware.ts';
import { openServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { organizationSlotsStore } from '../../shared/slots/organization-slots.store.ts';
import { keys } from '../../shared/table/keys.ts';
import { jitter } from '../../shared/time/clock.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { checkSlots } from './check-slot.ts';
import { openFindSetup } from './open-find-setup.gateway.ts';
import { checkDns, watchDns } from './watch-dns.ts';

const opened = openStep(process.env);
const { settings, table, clock, log, logAbout, stepPorts } = opened;
const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), opened);
const step = checkDns({
  openDnsReader: dnsReaders(settings),
  servers: serverStore(table),
  claims: claimStore(table),
  baseTarget: settings.baseTarget,
  serviceSecret,
  findSetup: openFindSetup(process.env, { settings, log, portals: portalStore(table) }),
});
const slotOf = checkSlots('queue', settings.dnsChecks.processesPerOrganization, {
  store: organizationSlotsStore(table, keys.dnsSlots),
  newId: prefixedId,
  clock,
  jitter,
  log,
});
const queue = openQueue(requireVariable(process.env, 'dnsWatchQueueUrl'));
const watch = watchDns(step, { ...stepPorts, queue, slotOf, jitter });

/** Checks domains that wait for their CNAME, a whole batch in parallel. */
export const handler = middy<SQSEvent, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .use(freshSecret)
  .handler(({ Records }) =>
    watch(
      Records.map(({ messageId, body, attributes }) => ({
        id: messageId,
        body,
        receives: Number(attributes.ApproximateReceiveCount),
      })),
    ),
  );
