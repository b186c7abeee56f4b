import type middy from '@middy/core';
import { AWS_BUSY } from '../../../contract/stack/steps.ts';
import { isAwsBusy } from '../aws/aws-busy.ts';
import { LostRace } from '../table/lost-race.ts';

/**
 * Gives what Step Functions waits out patiently the one name by which its retriers know it: they see a name only. A race that was lost again and
 * again is such a thing, too: many meet at one item.
 */
export function awsBusyByName(): middy.MiddlewareObj {
  return {
    onError: (request) => {
      if (!isAwsBusy(request.error) && !(request.error instanceof LostRace)) return;
      request.error = Object.assign(new Error('AWS is busy', { cause: request.error }), { name: AWS_BUSY });
    },
  };
}
