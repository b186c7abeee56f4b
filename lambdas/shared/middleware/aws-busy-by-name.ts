import type middy from '@middy/core';
import { AWS_BUSY } from '../../../contract/steps.ts';
import { isAwsBusy } from '../aws/aws-busy.ts';

/** Gives what Step Functions waits out patiently the one name by which its retriers know it: they see a name only. */
export function awsBusyByName(): middy.MiddlewareObj {
  return {
    onError: (request) => {
      if (!isAwsBusy(request.error)) return;
      request.error = Object.assign(new Error('AWS is busy', { cause: request.error }), { name: AWS_BUSY });
    },
  };
}
