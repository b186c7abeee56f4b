import { vi } from 'vitest';
import { WEBHOOK_OPERATIONS } from '../../../../lambdas/api/webhooks/operations.ts';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import type { Resolve } from '../../../../lambdas/shared/net/resolve.ts';
import type { SealingContext } from '../../../../lambdas/shared/secrets/sealing-context.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { NOW } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { answer } from '../../shared/net/answers.ts';
import { apiCaller, opened } from '../api-caller.ts';

export const WEBHOOK_ID = 118_271_623_110_657;
export const MADE_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Hex instead of encryption: a test that searches for the plaintext must not find it. */
export const seal = vi.fn(async (plaintext: Buffer, context: SealingContext) => ({
  dataKey: Object.values(context).join(' '),
  iv: '',
  tag: '',
  ciphertext: plaintext.toString('hex'),
}));

const leadTo =
  (...addresses: string[]): Resolve =>
  async (name, type) =>
    answer(addresses.map((value) => ({ type, name, ttl: 60, value })));
/** Every name has this public address, unless a test replaces it. */
export const resolve = vi.fn(leadTo('198.41.0.4'));

export function nextNameLeadsTo(...addresses: string[]): void {
  resolve.mockImplementationOnce(leadTo(...addresses));
}

export function webhooksApi(webhookHttp: 'allowed' | 'refused' = 'allowed') {
  let drawn = 0;
  return apiCaller(
    opened(WEBHOOK_OPERATIONS, {
      settings: { ...settings, webhookHttp },
      newResourceId: () => WEBHOOK_ID + drawn++,
      newWebhookSecret: () => MADE_SECRET,
      seal,
      resolveWithin: () => resolve,
    }),
  );
}

export function aWebhook(id = WEBHOOK_ID, changes: Partial<Webhook> = {}): Record<string, unknown> {
  const webhook: Webhook = {
    organizationId: 'org_A',
    id,
    url: 'https://hooks.integrator.com/certificates',
    events: ['certificate.issued'],
    status: 'active',
    secret: { dataKey: 'old', iv: '', tag: '', ciphertext: 'old' },
    createdAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
    version: 1,
    ...changes,
  };
  return { ...keys.webhook(webhook.organizationId, id), ...webhook };
}
