import { actorOf } from '../../../contract/api/error-codes.ts';
import type { TimelineEntry } from '../domains/timeline.store.ts';
import type { WaitingParty, Waits } from './report-day.schema.ts';

type Entry = Pick<TimelineEntry, 'at' | 'what' | 'code' | 'reason'>;

export const NO_WAITS: Waits = { customer: 0, ca: 0, server: 0, us: 0 };

/** These entries change who must act, until an entry names another. */
const PARTY_AFTER_ENTRY: Readonly<Record<string, WaitingParty>> = {
  'domain.created': 'customer',
  'domain.retried': 'customer',
  'domain.validated': 'us',
  'certificate.queued': 'ca',
  'certificate.slot_granted': 'us',
  'order.created': 'ca',
  'challenge.answered': 'ca',
  'certificate.downloaded': 'server',
};

/**
 * How long a domain waited for whom, from its creation to its first certificate, in seconds, by its timeline, oldest first. Each
 * span between two entries belongs to whoever had to act then: according to the diagnosis, or else to the stage.
 */
export function measureWaits(timeline: readonly Entry[], activeAt: string): Waits {
  const waits = { ...NO_WAITS };
  const entries = timeline.filter(({ at }) => at < activeAt);
  let stage: WaitingParty = 'customer';
  for (const [index, entry] of entries.entries()) {
    stage = PARTY_AFTER_ENTRY[entry.what] ?? stage;
    const until = entries[index + 1]?.at ?? activeAt;
    waits[waitedOn(entry, stage)] += (Date.parse(until) - Date.parse(entry.at)) / 1000;
  }
  return waits;
}

function waitedOn({ code, reason }: Entry, stage: WaitingParty): WaitingParty {
  switch (actorOf({ code, reason }, stage === 'customer' ? 'dns' : 'certificate')) {
    case 'customer':
      return 'customer';
    case 'integrator':
      return 'server';
    case 'service':
      return code === 'ca_rate_limited' || stage === 'ca' ? 'ca' : 'us';
    case 'nobody':
      return stage;
  }
}
