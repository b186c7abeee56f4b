import middy from '@middy/core';
import { queueMetrics } from '../ca-limits/dispatch.ts';
import { deadline, killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { openDispatch } from '../wiring/dispatch.wiring.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';

/** The next run, a minute later, continues. */
const MAX_RUN_SECONDS = 45;

const ports = openDispatch(openRows(edgesWithoutSecret(process.env)));
const { clock, log } = ports;

/** Every minute: grants the slots that the CA account has room for, from the front of the queue. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadline(clock, MAX_RUN_SECONDS))
  .handler(async (_, { endsAt }) => {
    const { granted, dropped } = await ports.dispatch(endsAt);
    log('info', 'dispatch', { granted, dropped, measured: queueMetrics(await ports.caQueue.waiting(), clock()) });
  });
