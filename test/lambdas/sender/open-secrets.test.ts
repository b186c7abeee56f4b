import { describe, expect, it, vi } from 'vitest';
import type { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { openSecrets } from '../../../lambdas/sender/open-secrets.ts';
import type { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';
import { iso, later, NOW } from '../a-domain.ts';
import { aWebhook, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

const sealed = (text: string): Sealed => ({ dataKey: '', iv: '', tag: '', ciphertext: text });
const hook = (changes: Partial<Webhook> = {}, id = WEBHOOK_ID) =>
  aWebhook(id, { secret: sealed('current'), ...changes }) as unknown as Webhook;
const previousSecret = { sealed: sealed('former'), endsAt: iso(1) };
const kms = () => vi.fn(async (_organization: string, _webhook: number, { ciphertext }: Sealed) => `opened ${ciphertext}`);

describe('the secrets of a webhook', () => {
  it('are opened for it, and kept open', async () => {
    const open = kms();
    const secretsOf = openSecrets(open);
    expect(await secretsOf(hook(), NOW)).toEqual({ current: 'opened current' });
    await secretsOf(hook(), NOW);
    expect(open).toHaveBeenCalledExactlyOnceWith('org_A', WEBHOOK_ID, sealed('current'));
  });

  it('are two until the overlap of a rotation ends', async () => {
    const secretsOf = openSecrets(kms());
    expect(await secretsOf(hook({ previousSecret }), NOW)).toEqual({ current: 'opened current', previous: 'opened former' });
    expect(await secretsOf(hook({ previousSecret }), later(1))).toEqual({ current: 'opened current' });
  });

  it('are opened anew after a rotation', async () => {
    const secretsOf = openSecrets(kms());
    await secretsOf(hook(), NOW);
    expect(await secretsOf(hook({ secret: sealed('new') }), NOW)).toEqual({ current: 'opened new' });
  });

  it('of another webhook are its own, sealed text or not', async () => {
    const open = kms();
    const secretsOf = openSecrets(open);
    await secretsOf(hook(), NOW);
    await secretsOf(hook({}, WEBHOOK_ID + 1), NOW);
    await secretsOf(hook({ organizationId: 'org_B' }), NOW);
    expect(open).toHaveBeenCalledTimes(3);
  });

  it('that did not open are tried again the next time', async () => {
    const open = kms();
    open.mockRejectedValueOnce(new Error('KMS is down'));
    const secretsOf = openSecrets(open);
    await expect(secretsOf(hook(), NOW)).rejects.toThrow('KMS is down');
    expect(await secretsOf(hook(), NOW)).toEqual({ current: 'opened current' });
  });

  it('of a hundred webhooks stay open, those used last', async () => {
    const open = kms();
    const secretsOf = openSecrets(open);
    for (let id = 1; id <= 100; id += 1) await secretsOf(hook({}, id), NOW);
    await secretsOf(hook({}, 1), NOW);
    await secretsOf(hook({}, 101), NOW);
    expect(open).toHaveBeenCalledTimes(101);
    await secretsOf(hook({}, 1), NOW);
    expect(open).toHaveBeenCalledTimes(101);
    await secretsOf(hook({}, 2), NOW);
    expect(open).toHaveBeenCalledTimes(102);
  });
});
