import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { createOrder } from './create-order.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';

const step = openStep(process.env);
const ca = openCertificateAuthority(step, acmeAccountStore, required(process.env, 'kmsKeyId'));

export const handler = step.run(createOrder(ca, step.settings.acme.caName));
