import { DIAGNOSIS_CODES, type DiagnosisCode } from '../../../contract/api/error-codes.ts';
import type { TimelineEntry } from '../domains/timeline.store.ts';

interface End {
  id: string;
  at: string;
  state: 'succeeded' | 'failed';
  /** What was delivered, or was to be. */
  body: string | undefined;
}

/** The end of a delivery, for the timeline of the domain that its event is about. */
export function deliveryTimeline({ id, at, state, body }: End): TimelineEntry {
  return { id, at, what: `delivery.${state}`, code: diagnosisIn(body), actor: { type: 'service' } };
}

/** The diagnosis in the event itself: the domain may have moved on, and is not read for this. */
function diagnosisIn(body: string | undefined): DiagnosisCode {
  const code = parsed(body)?.data?.domain?.diagnosis?.code;
  return DIAGNOSIS_CODES.find((known) => known === code) ?? 'in_progress';
}

function parsed(body: string | undefined): { data?: { domain?: { diagnosis?: { code?: unknown } } } } | undefined {
  try {
    return JSON.parse(body ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
