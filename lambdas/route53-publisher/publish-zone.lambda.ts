import middy from '@middy/core';
import { ENVIRONMENT, requireVariable } from '../../contract/stack/environment.ts';
import { killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { logAbout } from '../shared/runtime/log.gateway.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { lazily } from '../wiring/lazily.ts';
import { withNetwork } from '../wiring/net-edges.wiring.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { openZone } from '../wiring/zone.wiring.ts';
import { hostedZone } from './hosted-zone.gateway.ts';
import { zonePublisher } from './publish-zone.ts';

const zone = hostedZone(requireVariable(process.env, 'hostedZoneId'));
const defaultAddresses = (process.env[ENVIRONMENT.defaultAddresses] ?? '').split(',').filter(Boolean);
const edges = lazily(
  { hostedZone: () => zone, defaultAddresses: () => defaultAddresses },
  withNetwork(edgesWithoutSecret(process.env)),
);

/** By the queue, when an address changed or a change is in progress, and by schedule at any interval. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .handler(zonePublisher(openZone(openRows(edges))));
