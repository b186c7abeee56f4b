import { requireVariable } from '../../../contract/stack/environment.ts';
import { casOf } from '../../../contract/stack/settings.schema.ts';
import { slotsByCa } from '../../lifecycle/ca-budget/open-slots.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { createOrder } from './create-order.ts';
import { caStores, publishPorts } from './issuance.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';

const step = openStep(process.env);
const cas = openCertificateAuthorities(step, caStores, requireVariable(process.env, 'kmsKeyId'));

const { settings, table, clock } = step;
const slots = slotsByCa(table, casOf(settings));

const challenges = publishPorts(table, () => prefixedId('evt'));

export const handler = step.run(createOrder({ cas, challenges, slotsOf: slots, clock }));
