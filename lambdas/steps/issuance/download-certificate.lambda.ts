import { requireVariable } from '../../../contract/stack/environment.ts';
import { installersOf } from '../../model/servers/installers.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { downloadCertificate } from './download-certificate.ts';
import { caStores, downloadStores } from './issuance.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';

const step = openStep(process.env);
const cas = openCertificateAuthorities(step, caStores, requireVariable(process.env, 'kmsKeyId'));

export const handler = step.run(
  downloadCertificate(
    { cas, ...downloadStores(step), clock: step.clock },
    installersOf(step.table, () => prefixedId('evt')),
  ),
);
