import { openSlots } from '../../lifecycle/ca-budget/open-slots.store.ts';
import { slotsAt } from '../../lifecycle/ca-budget/take-slot.ts';
import { challengeStore } from '../../model/domains/challenge.store.ts';
import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { createOrder } from './create-order.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';

const step = openStep(process.env);
const ca = openCertificateAuthority(step, acmeAccountStore, required(process.env, 'kmsKeyId'));

const { settings, table, clock } = step;

const ports = {
  ca,
  challenges: challengeStore(table),
  slots: slotsAt(openSlots(table, settings.acme)),
  caName: settings.acme.caName,
  clock,
};

export const handler = step.run(createOrder(ports));
