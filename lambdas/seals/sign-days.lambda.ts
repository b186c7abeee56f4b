import middy from '@middy/core';
import { killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { withSigning } from '../wiring/signing-edges.wiring.ts';
import { signDays } from './sign-days.ts';

const ports = openRows(withSigning(edgesWithoutSecret(process.env), process.env));

/** By schedule: most wake-ups find nothing to sign, with two requests. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .handler(async () => {
    const days = await signDays(ports);
    if (days.length > 0) ports.log('info', 'heads of the audit signed', { days });
  });
