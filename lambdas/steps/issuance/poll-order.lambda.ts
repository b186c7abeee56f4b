import { requireVariable } from '../../../contract/stack/environment.ts';
import { installersOf } from '../../model/servers/installers.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { pollOrder } from './finalize-order.ts';
import { caStores, downloadStores, publishPorts } from './issuance.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';

const step = openStep(process.env);
const cas = openCertificateAuthorities(step, caStores, requireVariable(process.env, 'kmsKeyId'));

const newId = () => prefixedId('evt');

export const handler = step.run(
  pollOrder(
    { cas, ...downloadStores(step), clock: step.clock },
    { ...installersOf(step.table, newId), challenges: publishPorts(step.table, newId) },
  ),
);
