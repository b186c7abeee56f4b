import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { AppError, notFound } from '../../shared/errors/app-error.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { HttpRequest } from '../../shared/http/route.ts';

export async function findWebhook(webhooks: WebhookStore, request: HttpRequest, caller: Caller): Promise<Webhook> {
  const id = pathId(request.params.id, 'webhook_id');
  const webhook = await webhooks.get(caller.organizationId, id);
  if (!webhook) throw notFound('webhook_id', id);
  return webhook;
}

/** The version of the settings only: the sender's state in the same row does not change it. */
export function etagOf({ version }: Pick<Webhook, 'version'>): Record<string, string> {
  return { etag: `"${version}"` };
}

/** Throws the 412 if the caller read another version. */
export function requireIfMatch({ headers }: HttpRequest, webhook: Webhook): void {
  const known = headers['if-match']?.split(',').map((tag) => tag.trim());
  if (!known || known.includes('*') || known.includes(etagOf(webhook).etag ?? '')) return;
  throw new AppError('precondition_failed', ERROR_MESSAGES.precondition_failed.changedMeanwhile);
}

export const WEBHOOK_DISABLED_MESSAGE = ERROR_MESSAGES.conflict.webhookDisabled;

/** Throws the 409 of a disabled webhook. */
export function refuseDisabled({ status }: Webhook): void {
  if (status === 'disabled') throw new AppError('conflict', WEBHOOK_DISABLED_MESSAGE);
}
