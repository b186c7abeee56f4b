import { createHash } from 'node:crypto';
import { wildcardBaseOf } from '../../../contract/domain-name.ts';
import type { ServerAnswer } from '../../../lambdas/dns/walk/server-answer.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { validationName } from '../../../lambdas/model/domains/validation.ts';
import type { DnsAnswer, QueryType } from '../../../lambdas/shared/net/resolve.ts';
import { type CaOrder, PERSISTENT_RECORD, type Proof } from '../ca/simulated-ca.ts';
import { Chance } from '../chance.ts';
import type { Scheduler } from '../scheduler.ts';
import { SERVERS, SimulatedZone } from './simulated-zone.ts';

const SERVER = '192.0.2.53:53';

/** CNAME records of hostname owners, and the zone of the service. */
export class SimulatedDns {
  readonly zone: SimulatedZone;
  /** CNAME target, by hostname. */
  readonly cnames = new Map<string, string>();
  /** Every record ever shown, as `name target`, with the last time it was set, in ms. */
  readonly pointed = new Map<string, number>();
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;

  constructor(scheduler: Scheduler, seed: number) {
    this.#scheduler = scheduler;
    this.#chance = new Chance(seed, 'dns');
    this.zone = new SimulatedZone(scheduler, seed);
  }

  lead(name: string, target: string): void {
    if (this.cnames.get(name) === target) return;
    this.cnames.set(name, target);
    this.pointed.set(`${name} ${target}`, this.#scheduler.nowMs);
  }

  /** Also resolves names below a wildcard. */
  targetOf(name: string): string | undefined {
    return this.cnames.get(name) ?? this.cnames.get(name.replace(/^[^.]+/, '*'));
  }

  /** Since when all records of a domain are correct: its CNAME and, with DNS validation, the validation record. */
  ledSinceMs(domain: Pick<Domain, 'url' | 'cname' | 'validation'>): number | undefined {
    const { url, cname, validation } = domain;
    const records = [{ name: url, target: cname.target }];
    if (validation) records.push({ name: validationName(domain), target: validation.target });
    if (records.some(({ name, target }) => this.cnames.get(name) !== target)) return undefined;
    return Math.max(...records.map(({ name, target }) => this.pointed.get(`${name} ${target}`) ?? 0));
  }

  answerOf(name: string, type: QueryType): DnsAnswer {
    const target = this.targetOf(name);
    if (target === undefined) return { kind: 'nxdomain', records: [], server: SERVER, rcode: 'NXDOMAIN' };
    const records = [{ type: 'CNAME', name, ttl: 300, value: target }];
    return type === 'CNAME' || type === 'A'
      ? { kind: 'answer', records, server: SERVER, rcode: 'NOERROR' }
      : { kind: 'no-data', records: [], server: SERVER, rcode: 'NOERROR' };
  }

  eachServer(name: string, type: QueryType): ServerAnswer[] {
    return this.zone.served(name, type as 'TXT').map((values, at) => ({
      server: `ns${at + 1}.zone.test`,
      type,
      said: values.length > 0 ? 'records' : 'nxdomain',
      records: values.map((value) => ({ type, name, ttl: 60, value })),
    }));
  }

  /** Whether a CA finds the proof at every name server of the zone. */
  showsProof({ hostname, token }: CaOrder, proof: Exclude<Proof, 'http-01'>): boolean {
    const isStanding = proof === 'dns-persist-01';
    const target = this.cnames.get(`${isStanding ? '_validation-persist' : '_acme-challenge'}.${wildcardBaseOf(hostname)}`);
    const wanted = isStanding ? PERSISTENT_RECORD : createHash('sha256').update(`${token}.account`).digest('base64url');
    return target !== undefined && this.zone.served(target, 'TXT')[this.#chance.below(SERVERS)]?.includes(`"${wanted}"`) === true;
  }
}
