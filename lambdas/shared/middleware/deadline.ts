import type middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Clock } from '../time/clock.gateway.ts';
import { addSeconds } from '../time/instant.ts';

/** What a handler may know of its own time. */
export interface Deadline {
  /** No further piece of work begins at this instant or later. */
  endsAt: Date;
}

/** Tells the handler when to stop: `seconds` from now. The rest of its Lambda's time-out is for what is under way then. */
export function deadline(clock: Clock, seconds: number): middy.MiddlewareObj<unknown, unknown, Error, Context & Deadline> {
  return {
    before: (request) => {
      request.context = { ...request.context, endsAt: new Date(addSeconds(clock(), seconds)) };
    },
  };
}

/**
 * For middy, wherever nobody waits for an early answer. A Lambda that is out of time is killed with whatever it had begun; one that
 * answers just before is frozen, and goes on with it in a later invocation.
 */
export const killedWhenLate = { timeoutEarlyInMillis: 0 };
