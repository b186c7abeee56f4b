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
import { type RecordChange, TTL_SECONDS, unescapeName } from './record-sets.ts';

/** `refused`: Route 53 rejects the whole batch because of one change. `later`: it is busy. */
export type SendResult =
  | { kind: 'sent'; changeId: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string };

/** An Amazon Route 53 zone. Problems of the whole zone, for example a missing permission, are thrown. */
export interface HostedZone {
  id: string;
  /**
   * Applies all changes or none; the zone's name servers follow one by one. Route 53 refuses to delete a record set that does not
   * match exactly.
   */
  change(changes: readonly RecordChange[]): Promise<SendResult>;
  /** Replaces all records of these types at the name. */
  replace(name: string, sets: readonly RecordSet[], types: readonly string[]): Promise<SendResult>;
  /** Tells if all name servers have the change; `unknown`: Route 53 does not know it. */
  progress(changeId: string): Promise<'under-way' | 'in-sync' | 'unknown'>;
}

const LATER = ['Throttling', 'ThrottlingException', 'PriorRequestNotComplete', 'ServiceUnavailable'];
const REFUSED = ['InvalidChangeBatch', 'InvalidInput'];
/** The sets of one name are listed first, and there are fewer types. */
const SETS_READ = 20;

/** `open` is called on the first request, because most runs write nothing. */
export function hostedZone(id: string, open: () => Pick<Route53Client, 'send'> = () => new Route53Client(SDK_LIMITS)) {
  let client: Pick<Route53Client, 'send'> | undefined;
  const zone = { HostedZoneId: id };
  const route53 = () => {
    client ??= open();
    return client;
  };

  async function send(Changes: Change[]): Promise<SendResult> {
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
      const present = ResourceRecordSets.filter(
        ({ Name = '', Type = '' }) => unescapeName(Name) === name && types.includes(Type),
      );
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

const NOTHING = '';

function inputOfSet({ name, type, values, ttl = TTL_SECONDS }: RecordSet): ResourceRecordSet {
  return { Name: name, Type: type, TTL: ttl, ResourceRecords: values.map((Value) => ({ Value })) };
}
