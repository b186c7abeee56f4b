import { BoundedMap } from '../shared/memory/bounded-map.ts';

/** Breakers that this process has found open a moment ago: what goes there is parked without asking the table again. */
export interface OpenBreakers {
  isKnown(webhook: WebhookName, now: Date): boolean;
  learn(webhook: WebhookName, now: Date): void;
}
type WebhookName = { organizationId: string; webhookId: number };

/** So long a receiver that is back waits longer than it must; the next look at what is parked is a minute away anyway. */
const KNOWN_MS = 5_000;
const MOST_KNOWN = 1_000;

export function openBreakers(): OpenBreakers {
  const knownUntil = new BoundedMap<string, number>(MOST_KNOWN);
  const nameOf = ({ organizationId, webhookId }: WebhookName) => `${organizationId} ${webhookId}`;
  return {
    isKnown: (webhook, now) => (knownUntil.get(nameOf(webhook)) ?? 0) > now.getTime(),
    learn(webhook, now) {
      knownUntil.set(nameOf(webhook), now.getTime() + KNOWN_MS);
    },
  };
}
