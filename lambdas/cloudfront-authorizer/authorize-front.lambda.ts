import { ENVIRONMENT, requireVariable } from '../../contract/stack/environment.ts';
import { jsonLog as log } from '../shared/runtime/log.gateway.ts';
import { openFrontSecret } from '../shared/secrets/front-secret.gateway.ts';
import { systemClock as clock } from '../shared/time/clock.gateway.ts';
import { authorizeFront } from './authorize-front.ts';

export const handler = authorizeFront({
  isAccepted: openFrontSecret(requireVariable(process.env, 'frontSecretArn'), { clock, log }),
  isDirectAccessAllowed: process.env[ENVIRONMENT.directAccess] === 'allowed',
});
