import type { Change, ResourceRecordSet, Route53Client } from '@aws-sdk/client-route-53';
import type { RecordSet } from '../../../lambdas/model/servers/label-records.schema.ts';
import { TTL_SECONDS, unescapeName } from '../../../lambdas/route53-publisher/record-sets.ts';
import { Chance } from '../chance.ts';
import type { Scheduler } from '../scheduler.ts';

/** Record values, by `name type`. */
type Sets = ReadonlyMap<string, readonly string[]>;

export const SERVERS = 4;
const IN_SYNC_SECONDS = { least: 2, most: 60 };
/** Longer than the service waits for a change. */
const LATE_SECONDS = { least: 60, most: 1_200 };

/** A Route 53 zone, whose name servers apply changes one after the other. */
export class SimulatedZone {
  /** The last written state. */
  sets: Sets = new Map();
  /** End of the time in which changes take longer than usual. */
  lateUntilMs = 0;
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  readonly #ttls = new Map<string, number>();
  readonly #servers: { sets: Sets; takenOverAtMs: number }[] = [];
  /** When all name servers have applied a change, by its number. */
  readonly #changes: number[] = [];

  constructor(scheduler: Scheduler, seed: number) {
    this.#scheduler = scheduler;
    this.#chance = new Chance(seed, 'zone');
    for (let server = 0; server < SERVERS; server += 1) this.#servers.push({ sets: this.sets, takenOverAtMs: 0 });
  }

  /** The client for the zone's gateway. */
  readonly client = (): Pick<Route53Client, 'send'> => ({ send: (command: Command) => this.#send(command) }) as never;

  /** Record values, per name server. */
  served(name: string, type: RecordSet['type']): string[][] {
    return this.#servers.map(({ sets }) => [...(sets.get(`${name} ${type}`) ?? [])]);
  }

  #send(command: Command): Promise<object> {
    const { input } = command;
    const name = command.constructor.name.replace(/Command$/, '');
    const isThrottled = this.#scheduler.faults.meets('the zone is throttled');
    const refusal = () => failure('Throttling', 'the zone is throttled');
    const isSentAgain = name === 'ChangeResourceRecordSets';
    return this.#scheduler.call(
      `Route 53 ${name}`,
      () => {
        if (isThrottled) throw refusal();
        if (input.ChangeBatch) return this.#change(input.ChangeBatch.Changes);
        return input.Id === undefined ? this.#list() : this.#progress(Number(input.Id));
      },
      { refusal, isSentAgain },
    );
  }

  /** Atomic: applies all changes or none. */
  #change(changes: readonly Change[]): object {
    const next = new Map(this.sets);
    const ttls = new Map(this.#ttls);
    for (const { Action, ResourceRecordSet } of changes) {
      if (!ResourceRecordSet) continue;
      const key = `${unescapeName(ResourceRecordSet.Name ?? '')} ${ResourceRecordSet.Type}`;
      const values = valuesOf(ResourceRecordSet);
      const { TTL: ttl = TTL_SECONDS } = ResourceRecordSet;
      if (Action === 'DELETE') {
        if (next.get(key)?.toSorted().join() !== values.toSorted().join() || ttls.get(key) !== ttl)
          throw failure('InvalidChangeBatch', `${key} is not there with these values and this TTL`);
        next.delete(key);
      } else next.set(key, values);
      ttls.set(key, ttl);
    }
    this.sets = next;
    for (const [key, ttl] of ttls) this.#ttls.set(key, ttl);
    this.#scheduler.tell(`the zone has ${[...next.keys()].join(', ') || 'nothing'}`);
    const isLate = this.#scheduler.faults.meets('a change of the zone takes long');
    const seconds = () => {
      const { least, most } = isLate ? LATE_SECONDS : IN_SYNC_SECONDS;
      return Math.round(this.#chance.between(least, most) * 1000);
    };
    const { nowMs } = this.#scheduler;
    for (const server of this.#servers) {
      server.takenOverAtMs = Math.max(server.takenOverAtMs, nowMs + seconds());
      this.#scheduler.at(server.takenOverAtMs, () => {
        server.sets = next;
      });
    }
    const inSyncAtMs = Math.max(...this.#servers.map(({ takenOverAtMs }) => takenOverAtMs));
    if (isLate) this.lateUntilMs = Math.max(this.lateUntilMs, inSyncAtMs);
    this.#changes.push(inSyncAtMs);
    return { ChangeInfo: { Id: String(this.#changes.length), Status: 'PENDING' } };
  }

  #progress(number: number): object {
    const inSyncAtMs = this.#changes[number - 1];
    if (inSyncAtMs === undefined) throw failure('NoSuchChange', `there is no change ${number}`);
    return { ChangeInfo: { Id: String(number), Status: this.#scheduler.nowMs >= inSyncAtMs ? 'INSYNC' : 'PENDING' } };
  }

  #list(): object {
    const ResourceRecordSets = [...this.sets].map(([key, values]): Partial<ResourceRecordSet> => {
      const [Name, Type] = key.split(' ') as [string, RecordSet['type']];
      return { Name: `${Name}.`, Type, TTL: this.#ttls.get(key), ResourceRecords: values.map((Value) => ({ Value })) };
    });
    return { ResourceRecordSets };
  }
}

interface Command {
  constructor: { name: string };
  input: { ChangeBatch?: { Changes: readonly Change[] }; Id?: string };
}

function valuesOf({ ResourceRecords = [] }: ResourceRecordSet): string[] {
  return ResourceRecords.map(({ Value = '' }) => Value);
}

function failure(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
