import { caHealthStore } from '../../lifecycle/ca-health/ca-health.store.ts';
import { revocationStore } from '../../model/domains/revocation.store.ts';
import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';
import { revokeCertificate } from './revoke-certificate.ts';

const step = openStep(process.env);
const { table, domains, clock, log, restoreEpoch, handle } = step;
const stores = { accounts: acmeAccountStore, health: caHealthStore };
const cas = openCertificateAuthorities(step, stores, required(process.env, 'kmsKeyId'));
const caOf = (name: string | undefined) => cas.of(name).ca;

export const handler = handle(
  revokeCertificate({ caOf, revocations: revocationStore(table), domains, clock, log, restoreEpoch }),
);
