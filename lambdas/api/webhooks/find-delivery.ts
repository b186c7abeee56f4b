import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Delivery } from '../../model/webhooks/delivery.schema.ts';
import { retainedRange } from '../../model/webhooks/delivery.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { idPattern } from '../../shared/ids/id-formats.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { findWebhook } from './find-webhook.ts';

export interface FoundDelivery {
  webhook: Webhook;
  id: string;
  /** Absent if nothing was sent or tried yet. */
  delivery?: Delivery;
}

const DELIVERY_ID = idPattern('dlv');

/** The delivery in the path, if it has a row, and its webhook. Throws the webhook's 404. Reads both in parallel. */
export async function findDelivery(
  { webhooks, deliveries }: Pick<Rows, 'webhooks' | 'deliveries'>,
  request: HttpRequest,
  caller: Caller,
): Promise<FoundDelivery> {
  const webhookId = pathId(request.params.id, 'webhook_id');
  const id = request.params.delivery_id ?? '';
  const isKept = DELIVERY_ID.test(id) && id >= retainedRange(request.now).first;
  const [webhook, delivery] = await Promise.all([
    findWebhook(webhooks, request, caller),
    isKept ? deliveries.get(caller.organizationId, webhookId, id) : undefined,
  ]);
  if (!isKept) throw noSuchDelivery();
  return { webhook, id, ...(delivery && { delivery }) };
}

/** The same 404 for an unknown and for a malformed id. */
export function noSuchDelivery(): AppError {
  return new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.delivery);
}
