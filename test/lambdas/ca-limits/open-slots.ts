import type { Slots } from '../../../lambdas/ca-limits/offer-slot.ts';
import type { SlotGranted, SlotQueued } from '../../../lambdas/lifecycle/issuance-observation.ts';
import { iso } from '../a-domain.ts';

const PLACE = 'first#000000000003#2026-06-01T12:00:00.000Z#5';

export const QUEUED: SlotQueued = {
  kind: 'slot-queued',
  place: PLACE,
  ahead: 2,
  expectedAt: iso(120_000),
  spends: [{ kind: 'place', account: 'https://ca.test/dir', place: PLACE, domainId: 5, organizationId: 'org_A' }],
};

export function grantedAt(now: Date): SlotGranted {
  return { kind: 'slot-granted', grantedAt: now.toISOString(), spends: [] };
}

/** A slot is always free, unless a test changes that. */
export const ALWAYS: Slots = {
  exemptsReplacements: false,
  offer: async (_, now) => grantedAt(now),
  stillQueued: async () => QUEUED,
  offerAnother: async (_, now) => grantedAt(now),
  countIssued: async () => [],
};
