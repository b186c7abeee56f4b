import { caHealthStore } from '../../lifecycle/ca-health/ca-health.store.ts';
import { certificateStore } from '../../model/servers/certificate.store.ts';
import { formerCertificateStore } from '../../model/servers/former-certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';
import { pollOrder } from './poll-order.ts';

const step = openStep(process.env);
const stores = { accounts: acmeAccountStore, health: caHealthStore };
const cas = openCertificateAuthorities(step, stores, required(process.env, 'kmsKeyId'));
const { table, clock } = step;

const ports = {
  cas,
  certificates: certificateStore(table),
  formers: formerCertificateStore(table),
  servers: serverStore(table),
  clock,
};

export const handler = step.run(pollOrder(ports));
