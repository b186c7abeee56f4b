import { BoundedMap } from '../../contract/bounded-map.ts';
import { webhookContext } from '../shared/secrets/sealing-context.ts';
import type { Edges } from '../wiring/edges.ts';
import { lazily } from '../wiring/lazily.ts';
import { openSecrets } from './sign-delivery.ts';

export interface HostBudget {
  /** Whether one more request of this organization may go to the host now; then it is counted. */
  take(host: string, organizationId: string, now: Date): boolean;
}

/** To one host, over all processes of the deployment. */
export const POSTS_PER_SECOND = 50;
const WINDOW_MS = 1_000;
/** Of those used last: who is forgotten has not been used for long, or there are more than a process can serve. */
const MOST_HOSTS = 1_000;

/** What one organization has asked of a host, in the order of time. */
interface Asking {
  askedAt: number;
  usedAt: number[];
}

/**
 * At most `perSecond` requests of an organization to each host within any second, and of several that share a host a fair part of
 * it each, at least one: whoever floods it takes nothing from another's part. (So while one more joins, a host may get up to
 * twice as much.) It knows of this process only: the deployment's limit is divided by the number of its processes.
 */
export function hostBudget(perSecond: number): HostBudget {
  const hosts = new BoundedMap<string, Map<string, Asking>>(MOST_HOSTS);

  return {
    take(host, organizationId, now) {
      const at = now.getTime();
      const isRecent = (instant: number) => Math.abs(at - instant) < WINDOW_MS; // a clock may be set back
      const asking = new Map([...(hosts.get(host) ?? [])].filter(([, { askedAt }]) => isRecent(askedAt)));
      const usedAt = (asking.get(organizationId)?.usedAt ?? []).filter(isRecent);
      asking.set(organizationId, { askedAt: at, usedAt });
      hosts.set(host, asking);
      const isAllowed = usedAt.length < Math.max(1, Math.floor(perSecond / asking.size));
      if (isAllowed) usedAt.push(at);
      return isAllowed;
    },
  };
}

/**
 * What each of so many processes may send to one host in a second; of both lanes together there are at most 50
 * (settings.schema.ts).
 */
export function shareOf(processes: number): number {
  return Math.floor(POSTS_PER_SECOND / processes);
}

/** What this process has found a moment ago, by name: it is not asked of the table again. */
export interface KnownBriefly {
  isKnown(name: string, now: Date): boolean;
  learn(name: string, now: Date): void;
}

/**
 * Open circuit breakers: so long a receiver that is back waits longer than it must; the next check of what is parked is a minute
 * away anyway.
 */
const BREAKER_MS = 5_000;
/** Organizations without a free slot: as long as their messages wait at least. */
const BUSY_MS = 1_000;
const MOST_KNOWN = 1_000;

function knownFor(milliseconds: number): KnownBriefly {
  const knownUntil = new BoundedMap<string, number>(MOST_KNOWN);
  return {
    isKnown: (name, now) => (knownUntil.get(name) ?? 0) > now.getTime(),
    learn(name, now) {
      knownUntil.set(name, now.getTime() + milliseconds);
    },
  };
}

export function breakerName({ organizationId, webhookId }: { organizationId: string; webhookId: number }): string {
  return `${organizationId} ${webhookId}`;
}

/** An organization in a lane. */
export function laneName({ organizationId, slow }: { organizationId: string; slow: boolean }): string {
  return `${organizationId} ${slow ? 'slow' : 'fast'}`;
}

/** With what a process that sends has found, and keeps while it lives. */
export function withProcessMemory<P extends Pick<Edges, 'settings' | 'openSealed'>>(outside: P) {
  const { settings, openSealed } = outside;
  const { concurrency, slowConcurrency } = settings.webhooks;
  return lazily(
    {
      openSecrets: () =>
        openSecrets(async (organizationId, webhookId, sealed) =>
          (await openSealed(sealed, webhookContext(organizationId, webhookId))).toString('utf8'),
        ),
      hostBudget: () => hostBudget(shareOf(concurrency + slowConcurrency)),
      openBreakers: () => knownFor(BREAKER_MS),
      busyOrganizations: () => knownFor(BUSY_MS),
    },
    outside,
  );
}
export type ProcessMemory = Pick<
  ReturnType<typeof withProcessMemory>,
  'openSecrets' | 'hostBudget' | 'openBreakers' | 'busyOrganizations'
>;
