import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { type BatchResult, killedWhenLate, logContext, partialBatchFailures } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { openAwsServers } from '../wiring/aws-servers.wiring.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { lazily } from '../wiring/lazily.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { accountOpener } from './account.gateway.ts';
import { assumedRoles } from './assumed-role.gateway.ts';
import { wakeDueWork, workOnMessages } from './work-at-aws.ts';

const edges = edgesWithoutSecret(process.env);
const roles = assumedRoles(edges.clock);
const openAccount = accountOpener(roles);
const ports = openAwsServers(openRows(lazily({ roles: () => roles, openAccount: () => openAccount }, edges)));

/** Invoked by its queue when work is due, and by schedule. */
export const handler = middy<Partial<SQSEvent>, BatchResult>(killedWhenLate)
  .use(logContext(logAbout))
  .use(partialBatchFailures())
  .handler(async ({ Records }) => {
    if (Records) return workOnMessages(Records, ports);
    await wakeDueWork(ports);
    return [];
  });
