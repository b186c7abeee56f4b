import type { QueuedSlot, Slots } from '../../../../lambdas/lifecycle/ca-budget/take-slot.ts';
import { iso } from '../../a-domain.ts';

export const QUEUED: QueuedSlot = {
  kind: 'slot-queued',
  place: 'first#000000000003#2026-06-01T12:00:00.000Z#5',
  ahead: 2,
  expectedAt: iso(120_000),
  entry: { Put: { TableName: 'table', Item: {} } },
};

/** There is always one, unless a test says otherwise. */
export const ALWAYS: Slots = {
  exemptsReplacements: false,
  take: async () => ({ kind: 'granted' }),
  stillQueued: async () => QUEUED,
  takeAnother: async () => true,
};
