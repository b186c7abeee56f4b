import { styleText } from 'node:util';
import { aboutEvent } from '../../client/cps/listen/about-event.ts';
import type { WebhookEvent } from '../../client/typescript/webhook-event.ts';
import { escapeInvisible } from '../../contract/invisible.ts';

/** A request that came to the listener, and what it was answered. */
export interface Arrival {
  /** The event, where the signature was right; else why it is not taken for one. */
  verified: WebhookEvent | { refused: string };
  /** As the sender counts; absent where it does not say. */
  attempt: string | undefined;
  /** Of our answer. Undefined: the sender had gone by then. */
  status: number | undefined;
}

/** The longest name of an event, and a hostname of the demo. */
const WIDTHS = { event: 27, about: 34, attempt: 10 };

/** One line of the listener's output. Nothing that a stranger sent steers the terminal. */
export function arrivalLine({ verified, attempt, status }: Arrival, now: Date): string {
  const known = 'refused' in verified ? undefined : verified;
  const cells = [
    styleText('dim', now.toISOString().slice('YYYY-MM-DDT'.length, -1)),
    styleText('bold', escapeInvisible(known?.event ?? 'not verified').padEnd(WIDTHS.event)),
    escapeInvisible(known ? aboutEvent(known.data) : '').padEnd(WIDTHS.about),
    (/^\d{1,3}$/.test(attempt ?? '') ? `attempt ${attempt}` : '').padEnd(WIDTHS.attempt),
    'refused' in verified
      ? styleText('red', verified.refused)
      : styleText('green', known?.is_test ? 'a test, signature verified' : 'signature verified'),
    styleText(status !== undefined && status < 300 ? 'green' : 'yellow', `→ ${status ?? 'too late'}`),
  ];
  return cells.join('  ');
}
