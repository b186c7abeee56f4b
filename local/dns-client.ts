import type { Change } from './name-servers/changes.ts';
import type { DnsState, Signing } from './name-servers/dns-state.ts';

/**
 * Client of the local DNS for the `dns` command, the demo and the tests. When a promise resolves, all name servers and the
 * resolver serve the change. An impossible change throws a message for people. A zone is created when a name in it is first set.
 * `servers`: numbers of the zone's servers, from 1; absent: all.
 */
export interface DnsClient {
  /** Replaces all records of this type at the name. `*.a.test` answers for missing names below `a.test`. */
  set(name: string, type: string, values: string[]): Promise<void>;
  /** Removes the records of a type; without a type, all records and faults of the name. */
  delete(name: string, type?: string): Promise<void>;
  /** Answers every query for exactly this name with SERVFAIL. */
  fail(name: string): Promise<void>;
  /** Delays answers at and below the name. */
  slow(name: string, milliseconds: number, servers?: number[]): Promise<void>;
  /** Drops queries at and below the name. */
  silent(name: string, servers?: number[]): Promise<void>;
  /** Answers REFUSED at and below the name, like servers without the zone. */
  lame(name: string, servers?: number[]): Promise<void>;
  /** Gives the second server (or `servers`) these values instead of the others', or none. */
  disagree(name: string, type: string, values?: string[], servers?: number[]): Promise<void>;
  /** Makes resolvers cache the name as missing for so long, whatever its servers answer. */
  stale(name: string, seconds: number): Promise<void>;
  /** Removes the name's faults, but not its records. */
  heal(name: string): Promise<void>;
  /** Signs a zone, correctly or with a fault. Resolvers validate it and fail unless checking is disabled. */
  sign(zone: string, how: Signing | 'not'): Promise<void>;
  bogus(zone: string): Promise<void>;
  /**
   * Registers a zone at these name servers. `own`: the NS records in the zone itself, if they differ. Servers without an address
   * get one.
   */
  delegate(zone: string, servers: string[], own?: string[]): Promise<void>;
  /** Removes the zone's registration: the parent zone no longer has it. Its records remain. */
  undelegate(zone: string): Promise<void>;
  /** The minimum of the zone's SOA: how long resolvers cache that a name is missing. */
  negativeTtl(zone: string, seconds: number): Promise<void>;
  list(): Promise<DnsState>;
}

/** `managementUrl`: address of the local DNS's control API (name-servers/control.ts). */
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
