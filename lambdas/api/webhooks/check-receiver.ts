import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { isMasked } from '../../model/webhooks/webhook-url.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';

/** Throws `validation_error` for an address copied from a masked display. */
export function refuseMasked(url: string): void {
  if (isMasked(url)) throw validationError({ url: [FIELD_PROBLEMS.maskedValue] });
}

/** Warnings about a new address. Throws `validation_error` if the service must not send there. */
export async function receiverWarnings(url: string, { checkReceiver }: Pick<CheckPorts, 'checkReceiver'>): Promise<string[]> {
  const { problems, warnings } = await checkReceiver(url);
  if (problems.length > 0) throw validationError({ url: problems });
  return warnings;
}

/** The webhook resource with the warnings of this request, which are not stored. */
export function withWarnings<Shown extends { warnings?: string[] }>(shown: Shown, noticed: readonly string[]): Shown {
  return noticed.length === 0 ? shown : { ...shown, warnings: [...(shown.warnings ?? []), ...noticed] };
}
