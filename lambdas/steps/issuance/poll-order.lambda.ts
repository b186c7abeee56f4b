import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { caStores } from './ca.store.ts';
import { announcingStores, downloadStores } from './download.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';
import { pollOrder } from './poll-order.ts';

const step = openStep(process.env);
const cas = openCertificateAuthorities(step, caStores, required(process.env, 'kmsKeyId'));

export const handler = step.run(pollOrder({ cas, ...downloadStores(step), clock: step.clock }, announcingStores(step.table)));
