import { challengeStore } from '../../model/domains/challenge.store.ts';
import { required } from '../../shared/runtime/required.ts';
import { jitterSeconds } from '../../shared/time/jitter.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { createOrder } from './create-order.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';
import { orderBudget } from './order-budget.store.ts';

const step = openStep(process.env);
const ca = openCertificateAuthority(step, acmeAccountStore, required(process.env, 'kmsKeyId'));

const { settings, table, clock } = step;

const ports = {
  ca,
  challenges: challengeStore(table),
  budget: orderBudget(table, settings.acme),
  jitterSeconds,
  caName: settings.acme.caName,
  clock,
};

export const handler = step.run(createOrder(ports));
