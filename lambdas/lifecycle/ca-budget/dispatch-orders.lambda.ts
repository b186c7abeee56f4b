import middy from '@middy/core';
import { zoneBacklogReader } from '../../model/domains/challenge/challenge.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { deadline, killedWhenLate, logContext } from '../../shared/middleware/middleware.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { pauseReader } from '../../shared/switches/switches.store.ts';
import { dispatch, queueMetrics } from './dispatch.ts';
import { openSlots } from './open-slots.store.ts';

/** The next run, a minute later, goes on. */
const LONGEST_RUN_SECONDS = 45;

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const { acme, timings } = settings;
const ports = {
  ...openSlots(table, acme),
  domains: domainStore(table, { newId: prefixedId }),
  paused: pauseReader(table, clock),
  isZoneBehind: zoneBacklogReader(table, clock),
  transact: table.transact,
  clock,
  log,
  timings,
};

/** Every minute: grants the slots that the account has room for, from the front of the queue. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadline(clock, LONGEST_RUN_SECONDS))
  .handler(async (_, { endsAt }) => {
    const { granted, dropped } = await dispatch(ports, endsAt);
    log('info', 'dispatch', { granted, dropped, measured: queueMetrics(await ports.queue.waiting(), clock()) });
  });
