import middy from '@middy/core';
import { killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { withSigning } from '../wiring/signing-edges.wiring.ts';
import { signDays } from './sign-days.ts';

const ports = openRows(withSigning(edgesWithoutSecret(process.env), process.env));

/** By schedule. Most runs make two requests and find nothing to sign. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .handler(async () => {
    const days = await signDays(ports);
    if (days.length > 0) ports.log('info', 'heads of the audit signed', { days });
  });
