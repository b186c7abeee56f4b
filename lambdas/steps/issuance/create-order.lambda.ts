import { type Ca, casOf } from '../../../contract/settings.schema.ts';
import { openSlots } from '../../lifecycle/ca-budget/open-slots.store.ts';
import { slotsAt } from '../../lifecycle/ca-budget/take-slot.ts';
import { challengeStore } from '../../model/domains/challenge/challenge.store.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { caStores } from './ca.store.ts';
import { createOrder } from './create-order.ts';
import { openCertificateAuthorities } from './open-certificate-authorities.gateway.ts';

const step = openStep(process.env);
const cas = openCertificateAuthorities(step, caStores, required(process.env, 'kmsKeyId'));

const { settings, table, clock } = step;

const slotsOf = (ca: Ca) => slotsAt(openSlots(table, ca));
const [preferred, ...fallbacks] = casOf(settings);
const fallbackSlots = new Map(fallbacks.map((ca) => [ca.caName, slotsOf(ca)]));

const ports = {
  cas,
  challenges: challengeStore(table),
  slots: slotsOf(preferred),
  takeFallbackSlot: async (caName: string, domain: DomainIn<'ordering'>, now: Date) =>
    (await fallbackSlots.get(caName)?.takeAnother(domain, now)) ?? false,
  clock,
};

export const handler = step.run(createOrder(ports));
