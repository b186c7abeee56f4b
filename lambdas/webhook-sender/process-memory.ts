import { BoundedMap } from '../../contract/bounded-map.ts';
import { webhookContext } from '../shared/secrets/sealing-context.ts';
import type { Edges } from '../wiring/edges.ts';
import { lazily } from '../wiring/lazily.ts';
import { openSecrets } from './sign-delivery.ts';

export interface HostBudget {
  /** Returns true and counts the request if the organization may send one more to the host now. */
  take(host: string, organizationId: string, now: Date): boolean;
}

/** To one host, from all processes of the deployment. */
export const POSTS_PER_SECOND = 50;
const WINDOW_MS = 1_000;
/** Most recently used hosts. Forgotten ones were not used for long, or there are more than a process can serve. */
const MAX_HOSTS = 1_000;

interface Asking {
  askedAt: number;
  usedAt: number[];
}

/**
 * Allows at most `perSecond` requests of an organization to each host per second. Organizations that share a host get equal
 * parts, at least one request each, so that none can take another's. (While one joins, a host may get up to twice as much.) It
 * counts this process only: the deployment's limit is divided by the number of processes.
 */
export function hostBudget(perSecond: number): HostBudget {
  const hosts = new BoundedMap<string, Map<string, Asking>>(MAX_HOSTS);

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

/** Each process's limit per host and second. Both lanes together have at most 50 processes (settings.schema.ts). */
export function shareOf(processes: number): number {
  return Math.floor(POSTS_PER_SECOND / processes);
}

/** Names that this process saw recently, which saves a table read. */
export interface RecentNames {
  isKnown(name: string, now: Date): boolean;
  learn(name: string, now: Date): void;
}

/**
 * Open circuit breakers: a recovered receiver waits this much longer at most; parked deliveries are checked only every minute
 * anyway.
 */
const BREAKER_MS = 5_000;
/** Organizations without a free slot: no longer than their messages wait. */
const BUSY_MS = 1_000;
const MAX_KNOWN = 1_000;

function knownFor(milliseconds: number): RecentNames {
  const knownUntil = new BoundedMap<string, number>(MAX_KNOWN);
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

export function laneName({ organizationId, slow }: { organizationId: string; slow: boolean }): string {
  return `${organizationId} ${slow ? 'slow' : 'fast'}`;
}

/** Adds what a sending process has learned and keeps while it lives. */
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
