import type { Change } from './name-servers/changes.ts';
import type { DnsState, Signing } from './name-servers/dns-state.ts';

/**
 * The local DNS, for the `dns` command, the demo and the tests: nobody else speaks to it. Every change is served when its promise
 * resolves, by all name servers and by the resolver; what cannot be is thrown in words for a person. Zones come into being when a
 * name in them is first set. `servers`: which of the zone's, counted from 1; without them all.
 */
export interface DnsClient {
  /** Replaces what the name has of this type. `*.a.test` answers for the names below `a.test` that are not there. */
  set(name: string, type: string, values: string[]): Promise<void>;
  /** Removes the records of a type; or all of the name, and what is wrong with it. */
  delete(name: string, type?: string): Promise<void>;
  /** Makes every question about the very name fail with SERVFAIL. */
  fail(name: string): Promise<void>;
  /** Whatever is asked at or below the name is answered later. */
  slow(name: string, milliseconds: number, servers?: number[]): Promise<void>;
  /** Whatever is asked at or below the name is not answered. */
  silent(name: string, servers?: number[]): Promise<void>;
  /** Whatever is asked at or below the name is refused: the servers do not have the zone. */
  lame(name: string, servers?: number[]): Promise<void>;
  /** The second server (or `servers`) has these values instead of the others', or none. */
  disagree(name: string, type: string, values?: string[], servers?: number[]): Promise<void>;
  /** Resolvers answer for so long that the name is not there, whatever its servers say. */
  stale(name: string, seconds: number): Promise<void>;
  /** Ends what is wrong with the name; its records stay. */
  heal(name: string): Promise<void>;
  /** Signs a zone, rightly or not. Resolvers validate it, and fail unless checking is disabled. */
  sign(zone: string, how: Signing | 'not'): Promise<void>;
  bogus(zone: string): Promise<void>;
  /**
   * Registers a zone at these name servers. `own`: what the zone itself says, if that is not the same. Servers without an address
   * get one.
   */
  delegate(zone: string, servers: string[], own?: string[]): Promise<void>;
  /** The zone is not registered any more: it does not exist for the one above. Its records are kept. */
  undelegate(zone: string): Promise<void>;
  /** The minimum of the zone's SOA: for how long resolvers keep that a name is not there. */
  negativeTtl(zone: string, seconds: number): Promise<void>;
  list(): Promise<DnsState>;
}

/** `managementUrl`: where the control of the local DNS listens (name-servers/control.ts). */
export function dnsClient(managementUrl: string): DnsClient {
  async function change(wanted: Change): Promise<void> {
    const answer = await fetch(`${managementUrl}/changes`, { method: 'POST', body: JSON.stringify(wanted) });
    if (!answer.ok) throw new Error(await answer.text());
  }
  return {
    set: (name, type, values) => change({ do: 'set', name, type, values }),
    delete: (name, type) => change({ do: 'delete', name, type }),
    fail: (name) => change({ do: 'fail', name }),
    slow: (name, milliseconds, servers) => change({ do: 'slow', name, milliseconds, servers }),
    silent: (name, servers) => change({ do: 'silent', name, servers }),
    lame: (name, servers) => change({ do: 'lame', name, servers }),
    disagree: (name, type, values = [], servers) => change({ do: 'disagree', name, type, values, servers }),
    stale: (name, seconds) => change({ do: 'stale', name, seconds }),
    heal: (name) => change({ do: 'heal', name }),
    sign: (zone, how) => change({ do: 'sign', zone, how }),
    bogus: (zone) => change({ do: 'sign', zone, how: 'bogus' }),
    delegate: (zone, servers, own) => change({ do: 'delegate', zone, servers, own }),
    undelegate: (zone) => change({ do: 'undelegate', zone }),
    negativeTtl: (zone, seconds) => change({ do: 'negative-ttl', zone, seconds }),
    list: async () => (await (await fetch(`${managementUrl}/state`)).json()) as DnsState,
  };
}
