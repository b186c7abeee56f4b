import {
  type Change,
  ChangeResourceRecordSetsCommand,
  GetChangeCommand,
  ListResourceRecordSetsCommand,
  type ResourceRecordSet,
  Route53Client,
} from '@aws-sdk/client-route-53';
import type { RecordSet } from '../model/servers/label-records.schema.ts';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import { plainName, type RecordChange, TTL_SECONDS } from './record-sets.ts';

/** `refused`: Route 53 takes none of the batch, because of something in it. `later`: it takes none now. */
export type Sent = { kind: 'sent'; changeId: string } | { kind: 'refused'; reason: string } | { kind: 'later'; reason: string };

/** A zone of Amazon Route 53. What concerns the zone as a whole, as a missing permission, is thrown. */
export interface HostedZone {
  id: string;
  /**
   * All of the changes or none. Afterwards the name servers of the zone take them over, one after the other. A deletion of what
   * is not there just so is refused.
   */
  change(changes: readonly RecordChange[]): Promise<Sent>;
  /** Leaves these records at a name and, of these types, no others, whoever wrote them. */
  replace(name: string, sets: readonly RecordSet[], types: readonly string[]): Promise<Sent>;
  /** Whether all name servers have taken the change over; `unknown`: there is no such change. */
  progress(changeId: string): Promise<'under-way' | 'in-sync' | 'unknown'>;
}

const LATER = ['Throttling', 'ThrottlingException', 'PriorRequestNotComplete', 'ServiceUnavailable'];
const REFUSED = ['InvalidChangeBatch', 'InvalidInput'];
/** The sets of one name come first, and there are not so many types. */
const SETS_READ = 20;

/** The client is read at the first call: most runs have nothing to write. */
export function hostedZone(id: string, open: () => Pick<Route53Client, 'send'> = () => new Route53Client(SDK_LIMITS)) {
  let client: Pick<Route53Client, 'send'> | undefined;
  const zone = { HostedZoneId: id };
  const route53 = () => {
    client ??= open();
    return client;
  };

  async function send(Changes: Change[]): Promise<Sent> {
    if (Changes.length === 0) return { kind: 'sent', changeId: NOTHING };
    try {
      const batch = { ...zone, ChangeBatch: { Changes } };
      const { ChangeInfo } = await route53().send(new ChangeResourceRecordSetsCommand(batch));
      return { kind: 'sent', changeId: ChangeInfo?.Id ?? NOTHING };
    } catch (error) {
      const { name = '', message = '' } = error as Error;
      if (REFUSED.includes(name)) return { kind: 'refused', reason: message };
      if (LATER.includes(name)) return { kind: 'later', reason: `${name}: ${message}` };
      throw error;
    }
  }

  return {
    id,

    change: (changes) => send(changes.map(({ action, set }) => ({ Action: action, ResourceRecordSet: inputOfSet(set) }))),

    async replace(name, sets, types) {
      const start = { StartRecordName: name, MaxItems: SETS_READ };
      const { ResourceRecordSets = [] } = await route53().send(new ListResourceRecordSetsCommand({ ...zone, ...start }));
      const present = ResourceRecordSets.filter(({ Name = '', Type = '' }) => plainName(Name) === name && types.includes(Type));
      const gone = present.filter(({ Type }) => !sets.some(({ type }) => type === Type));
      return send([
        ...gone.map((ResourceRecordSet): Change => ({ Action: 'DELETE', ResourceRecordSet })),
        ...sets.map((set): Change => ({ Action: 'UPSERT', ResourceRecordSet: inputOfSet(set) })),
      ]);
    },

    async progress(changeId) {
      if (changeId === NOTHING) return 'in-sync';
      try {
        const { ChangeInfo } = await route53().send(new GetChangeCommand({ Id: changeId }));
        return ChangeInfo?.Status === 'INSYNC' ? 'in-sync' : 'under-way';
      } catch (error) {
        const { name } = error as Error;
        if (name === 'NoSuchChange') return 'unknown';
        if (LATER.includes(name)) return 'under-way';
        throw error;
      }
    },
  } satisfies HostedZone;
}

/** Of a batch without a change. */
const NOTHING = '';

function inputOfSet({ name, type, values, ttl = TTL_SECONDS }: RecordSet): ResourceRecordSet {
  return { Name: name, Type: type, TTL: ttl, ResourceRecords: values.map((Value) => ({ Value })) };
}
