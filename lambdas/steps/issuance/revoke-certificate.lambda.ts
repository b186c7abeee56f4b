import { requireVariable } from '../../../contract/stack/environment.ts';
import { revocationStore } from '../../model/domains/revocation.store.ts';
import { openStep } from '../open-step.gateway.ts';
import { caStores } from './issuance.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';
import { revokeCertificate } from './revoke-certificate.ts';

const step = openStep(process.env);
const { table, handle, stepPorts } = step;
const cas = openCertificateAuthorities(step, caStores, requireVariable(process.env, 'kmsKeyId'));
const caOf = (name: string | undefined) => cas.of(name).ca;

export const handler = handle(revokeCertificate({ ...stepPorts, caOf, revocations: revocationStore(table) }));
