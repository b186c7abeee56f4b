import { certificateStore } from '../../model/servers/certificate.store.ts';
import { required } from '../../shared/runtime/runtime.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { finalizeOrder } from './finalize-order.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';

const step = openStep(process.env);
const ca = openCertificateAuthority(step, acmeAccountStore, required(process.env, 'kmsKeyId'));
const { settings, table } = step;

export const handler = step.run(finalizeOrder({ ca, certificates: certificateStore(table), caName: settings.acme.caName }));
