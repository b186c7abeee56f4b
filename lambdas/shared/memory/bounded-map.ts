/**
 * A map that holds at most `most` entries: beyond them the one that was set longest ago is forgotten, so that a process that lives
 * for hours does not grow with every name it has met. To read is not to use: whoever wants least-recently-used sets again what it
 * got. Written here because `lru-cache` (no dependencies, well kept) costs 18 kB of every bundle for the same ten lines.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    this.delete(key); // a Map keeps the place of a key that it has already
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#most) break;
      this.delete(oldest);
    }
    return this;
  }
}

/** What this process has found a moment ago, by name: it is not asked of the table again. */
export interface KnownBriefly {
  isKnown(name: string, now: Date): boolean;
  learn(name: string, now: Date): void;
}

/** Open circuit breakers: so long a receiver that is back waits longer than it must; the next look at what is parked is a minute away anyway. */
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

export const openBreakers = () => knownFor(BREAKER_MS);
export const busyOrganizations = () => knownFor(BUSY_MS);

export function breakerName({ organizationId, webhookId }: { organizationId: string; webhookId: number }): string {
  return `${organizationId} ${webhookId}`;
}

/** An organization in a lane. */
export function laneName({ organizationId, slow }: { organizationId: string; slow: boolean }): string {
  return `${organizationId} ${slow ? 'slow' : 'fast'}`;
}
