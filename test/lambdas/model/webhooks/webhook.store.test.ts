import { describe, expect, it } from 'vitest';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import type { AuditEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { iso } from '../../a-domain.ts';
import { aSender, aWebhook, WEBHOOK_ID } from './a-delivery.ts';

const audit: AuditEntry = {
  ...{ id: 'aud_1', at: iso(0), organizationId: 'org_A', action: 'webhook.updated' },
  ...{ resource: { type: 'webhook', id: String(WEBHOOK_ID) }, actor: { type: 'administrator' } },
};
const kept = {
  ...{ slot0: `${iso(1)} lease_1`, timeoutsInRow: 3, probeAt: iso(1), probes: 1, failingSince: iso(-1), failedEvents: 2 },
  ...{
    parkedAt: iso(-1),
    duePk: 'DUE#DELIVERIES#1',
    stepDueAt: iso(1),
    lastDelivery: { status: 'failed' as const, at: iso(-1) },
  },
};

/** Replaces a webhook that also has the sender's fields (`kept`). */
async function replaced(stored: Partial<Webhook>, changes: Partial<Webhook>) {
  const sender = aSender(aWebhook(WEBHOOK_ID, { ...stored, ...kept }));
  const before = await sender.ports.webhooks.get('org_A', WEBHOOK_ID);
  if (!before) throw new Error('it is not there');
  await sender.ports.webhooks.replace(before, { ...before, ...changes }, audit);
  sender.requests();
  return sender.webhook();
}

describe("a change of a webhook's settings", () => {
  it('leaves what the sender keeps on the row', async () => {
    const changed = { url: 'https://Hooks.Integrator.com./another', updatedAt: iso(1) };
    expect(await replaced({}, changed)).toEqual({ ...aWebhook(WEBHOOK_ID, { ...kept, ...changed }), version: 2 });
  });

  it('leaves what the sender has written since it was read', async () => {
    const sender = aSender(aWebhook());
    const before = (await sender.ports.webhooks.get('org_A', WEBHOOK_ID)) as Webhook;
    sender.items.set(`${aWebhook().pk}|${aWebhook().sk}`, aWebhook(WEBHOOK_ID, kept));
    await sender.ports.webhooks.replace(before, { ...before, description: 'Ours' }, audit);
    expect(sender.webhook()).toMatchObject({ ...kept, description: 'Ours' });
  });

  it('removes what is absent now', async () => {
    const overlap = { sealed: { dataKey: '', iv: '', tag: '', ciphertext: '' }, endsAt: iso(1) };
    const after = await replaced(
      { description: 'Ours', previousSecret: overlap },
      { description: undefined, previousSecret: undefined },
    );
    expect(after).not.toHaveProperty('description');
    expect(after).not.toHaveProperty('previousSecret');
  });

  it('that disables says why, and forgets nothing', async () => {
    const disabled = { at: iso(0), because: 'asked' as const };
    expect(await replaced({}, { status: 'disabled', disabled })).toMatchObject({ ...kept, status: 'disabled', disabled });
  });

  it('that enables again counts anew but for one time-out, and looks at what is parked', async () => {
    const disabled = { at: iso(0), because: 'failing' as const };
    const after = await replaced({ status: 'disabled', disabled }, { status: 'active', updatedAt: iso(2) });
    for (const gone of ['disabled', 'failingSince', 'failedEvents', 'probeAt', 'probes']) expect(after).not.toHaveProperty(gone);
    expect(after).toMatchObject({ isSlow: true, timeoutsInRow: 2 });
    expect(after).toMatchObject({ slot0: kept.slot0, parkedAt: kept.parkedAt, stepDueAt: iso(2) });
  });

  it('that leads to another host begins in the slow lane, with what is known of that host', async () => {
    const elsewhere = { url: 'https://new.integrator.com/', updatedAt: iso(2) };
    const after = await replaced({}, elsewhere);
    for (const gone of ['timeoutsInRow', 'probeAt', 'probes']) expect(after).not.toHaveProperty(gone);
    expect(after).toMatchObject({ isSlow: true, slot0: kept.slot0, failingSince: kept.failingSince, stepDueAt: iso(2) });
    const sender = aSender(aWebhook());
    const before = (await sender.ports.webhooks.get('org_A', WEBHOOK_ID)) as Webhook;
    const known = { organizationId: 'org_A', host: 'new.integrator.com', timeoutsInRow: 4, probes: 2, expiresAtSeconds: 1 };
    await sender.ports.webhooks.replace(before, { ...before, ...elsewhere }, audit, [], known);
    expect(sender.webhook()).toMatchObject({ isSlow: true, timeoutsInRow: 4, probes: 2 });
    expect(sender.webhook()).not.toHaveProperty('host');
  });

  it('that was outrun by another is a lost race, and leaves no record', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { version: 2 }));
    const outdated = aWebhook() as unknown as Webhook;
    await expect(sender.ports.webhooks.replace(outdated, outdated, audit)).rejects.toThrow(LostRace);
    expect(sender.under('AUDIT#')).toEqual([]);
  });
});
