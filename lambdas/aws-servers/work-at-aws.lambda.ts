import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { requireVariable } from '../../contract/stack/environment.ts';
import { workListStore } from '../model/aws-servers/work-list.store.ts';
import { awsServerStore } from '../model/servers/aws-server.store.ts';
import { certificateStore } from '../model/servers/certificate.store.ts';
import { managedTenantStore } from '../model/servers/managed-tenant.store.ts';
import { openPrivateKey, releaseWrite } from '../model/servers/private-keys/private-key.ts';
import { serverStore } from '../model/servers/server.store.ts';
import { openAwsWakes } from '../shared/aws/queue.gateway.ts';
import { callToken, prefixedId } from '../shared/ids/ids.gateway.ts';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../shared/middleware/middleware.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { openSealed, openSealingKey } from '../shared/secrets/kms.gateway.ts';
import { domainContext } from '../shared/secrets/sealing-context.ts';
import { opensAccounts } from './account.gateway.ts';
import { assumesRoles } from './assumed-role.gateway.ts';
import { type WorkAtAwsPorts, wakeWhatIsDue, workOnMessages } from './work-at-aws.ts';

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const sealing = openSealingKey(requireVariable(process.env, 'kmsKeyId'));
const roles = assumesRoles(clock);
const openSealedKey: Parameters<typeof openPrivateKey>[1]['openSealedKey'] = (organizationId, domainId, sealed) =>
  openSealed(sealing, sealed, domainContext(organizationId, domainId));

const ports: WorkAtAwsPorts = {
  lists: workListStore(table),
  atAws: awsServerStore(table),
  certificates: certificateStore(table),
  tenants: managedTenantStore(table),
  servers: serverStore(table),
  roles,
  openAccount: opensAccounts(roles),
  async releasePrivateKey(certificate, now) {
    await table.transact([releaseWrite(table, certificate, { id: prefixedId('aud') }, now)]);
    return openPrivateKey(certificate, { openSealedKey, log });
  },
  newStrangersId: callToken,
  newEventId: () => prefixedId('evt'),
  serviceRoleArn: requireVariable(process.env, 'awsServersRoleArn'),
  siteUrl: settings.siteUrl,
  wake: openAwsWakes(requireVariable(process.env, 'awsQueueUrl')),
  clock,
  log,
};

/** By its queue, where somebody has work or waits; and by schedule. */
export const handler = middy<Partial<SQSEvent>, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .handler(async ({ Records }) => {
    if (Records) return workOnMessages(Records, ports);
    await wakeWhatIsDue(ports);
    return [];
  });
