import { revocationStore } from '../../model/domains/revocation.store.ts';
import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';
import { revokeCertificate } from './revoke-certificate.ts';

const step = openStep(process.env);
const { table, domains, clock, log, restoreEpoch, handle } = step;
const ca = openCertificateAuthority(step, acmeAccountStore, required(process.env, 'kmsKeyId'));

export const handler = handle(revokeCertificate({ ca, revocations: revocationStore(table), domains, clock, log, restoreEpoch }));
