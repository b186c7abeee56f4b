import { styleText } from 'node:util';
import { eventSubject } from '../../client/cps/listen/event-subject.ts';
import type { WebhookEvent } from '../../client/typescript/webhook-event.ts';
import { escapeInvisible } from '../../contract/invisible.ts';

/** A request to the listener, and its answer. */
export interface Arrival {
  /** The event, if its signature is valid; else the reason for the refusal. */
  verified: WebhookEvent | { refused: string };
  /** The sender's count; absent when it is not stated. */
  attempt: string | undefined;
  /** Status of our answer. Undefined: the sender had disconnected. */
  status: number | undefined;
}

/** The longest event name, and a hostname of the demo. */
const WIDTHS = { event: 27, about: 34, attempt: 10 };

/** A line of the listener's output. It escapes terminal control characters sent by strangers. */
export function arrivalLine({ verified, attempt, status }: Arrival, now: Date): string {
  const known = 'refused' in verified ? undefined : verified;
  const cells = [
    styleText('dim', now.toISOString().slice('YYYY-MM-DDT'.length, -1)),
    styleText('bold', escapeInvisible(known?.event ?? 'not verified').padEnd(WIDTHS.event)),
    escapeInvisible(known ? eventSubject(known.data) : '').padEnd(WIDTHS.about),
    (/^\d{1,3}$/.test(attempt ?? '') ? `attempt ${attempt}` : '').padEnd(WIDTHS.attempt),
    'refused' in verified
      ? styleText('red', verified.refused)
      : styleText('green', known?.is_test ? 'a test, signature verified' : 'signature verified'),
    styleText(status !== undefined && status < 300 ? 'green' : 'yellow', `→ ${status ?? 'too late'}`),
  ];
  return cells.join('  ');
}
