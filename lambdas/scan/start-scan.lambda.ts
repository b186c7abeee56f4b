import middy from '@middy/core';
import type { ScheduledEvent } from 'aws-lambda';
import { requireVariable } from '../../contract/stack/environment.ts';
import { openQueue } from '../shared/aws/queue.gateway.ts';
import { killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';
import type { ScanMessage } from './scan-message.schema.ts';

const queue = openQueue(requireVariable(process.env, 'scanQueueUrl'));

/** A message for each shard: each is scanned by itself, and again by itself if it fails. */
export const handler = middy<ScheduledEvent, void>(killedWhenLate)
  .use(logContext(logAbout))
  .handler(async () => {
    const messages = Array.from({ length: DUE_SHARDS }, (_, shard) => ({
      body: JSON.stringify({ shard } satisfies ScanMessage),
      group: String(shard),
    }));
    const refused = await queue.send(messages);
    if (refused.length > 0) throw new Error(`the queue did not take the shards ${refused.join(', ')}`);
  });
