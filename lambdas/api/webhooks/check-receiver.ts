import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { isMasked } from '../../model/webhooks/webhook-url.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import type { Ports } from '../../wiring/checks.wiring.ts';

/** Throws `validation_error` for a new address that was copied from where it is not shown in full. */
export function refuseMasked(url: string): void {
  if (isMasked(url)) throw validationError({ url: [FIELD_PROBLEMS.maskedValue] });
}

/** What to warn about in a new address. Throws `validation_error` if nothing may be sent there. */
export async function receiverWarnings(url: string, { checkReceiver }: Pick<Ports, 'checkReceiver'>): Promise<string[]> {
  const { problems, warnings } = await checkReceiver(url);
  if (problems.length > 0) throw validationError({ url: problems });
  return warnings;
}

/** A webhook as shown, with what was noticed at this moment: it is said once, and not kept. */
export function withWarnings<Shown extends { warnings?: string[] }>(shown: Shown, noticed: readonly string[]): Shown {
  return noticed.length === 0 ? shown : { ...shown, warnings: [...(shown.warnings ?? []), ...noticed] };
}
