import middy from '@middy/core';
import type { ScheduledEvent } from 'aws-lambda';
import { requireVariable } from '../../contract/stack/environment.ts';
import { Settings } from '../../contract/stack/settings.schema.ts';
import { openQueue } from '../shared/aws/queue.gateway.ts';
import { killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';
import type { ScanMessage } from './scan-message.schema.ts';

// Read directly and not through the runtime, because this function has no access to the table.
const { scan } = Settings.parse(JSON.parse(requireVariable(process.env, 'settings')));
const queue = openQueue(requireVariable(process.env, 'scanQueueUrl'));

/** Queues one message for each shard, or for each part of one, so that each is scanned separately. */
export const handler = middy<ScheduledEvent, void>(killedWhenLate)
  .use(logContext(logAbout))
  .handler(async () => {
    const { parts = 1 } = scan;
    const messages = Array.from({ length: DUE_SHARDS * parts }, (_, number) => {
      const shard = number % DUE_SHARDS;
      const part = { index: Math.floor(number / DUE_SHARDS), of: parts };
      const message: ScanMessage = { shard, ...(parts > 1 && { part }) };
      return { body: JSON.stringify(message), group: String(number) };
    });
    const refused = await queue.send(messages);
    if (refused.length > 0) throw new Error(`the queue did not take the shards ${refused.join(', ')}`);
  });
