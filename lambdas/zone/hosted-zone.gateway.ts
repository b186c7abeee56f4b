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
import { type RecordChange, TTL_SECONDS } from './record-sets.ts';

/** `refused`: Route 53 takes none of the batch, because of something in it. `later`: it takes none now. */
export type Sent = { kind: 'sent'; changeId: string } | { kind: 'refused'; reason: string } | { kind: 'later'; reason: string };

/** A zone of Amazon Route 53. What concerns the zone as a whole, as a missing permission, is thrown. */
export interface HostedZone {
  /** All of the changes or none. Afterwards the name servers of the zone take them over, one after the other. */
  change(changes: readonly RecordChange[]): Promise<Sent>;
  /** Whether all name servers have taken the change over. */
  isInSync(changeId: string): Promise<boolean>;
}

const LATER = ['Throttling', 'ThrottlingException', 'PriorRequestNotComplete', 'ServiceUnavailable'];

/** The client is read at the first call: most runs have nothing to write. */
export function hostedZone(hostedZoneId: string, open: () => Pick<Route53Client, 'send'> = () => new Route53Client(SDK_LIMITS)) {
  let client: Pick<Route53Client, 'send'> | undefined;
  const zone = { HostedZoneId: hostedZoneId };
  const route53 = () => {
    client ??= open();
    return client;
  };

  /** The set as the zone has it now, whoever wrote it: only that can be deleted. */
  async function presentSet({ name, type }: RecordSet): Promise<ResourceRecordSet | undefined> {
    const start = { StartRecordName: name, StartRecordType: type, MaxItems: 1 };
    const { ResourceRecordSets = [] } = await route53().send(new ListResourceRecordSetsCommand({ ...zone, ...start }));
    return ResourceRecordSets.find(({ Name = '', Type }) => Type === type && plainName(Name) === name);
  }

  async function inputOf({ action, set }: RecordChange): Promise<Change[]> {
    if (action === 'UPSERT') return [{ Action: action, ResourceRecordSet: inputOfSet(set) }];
    const present = await presentSet(set);
    return present ? [{ Action: action, ResourceRecordSet: present }] : [];
  }

  return {
    async change(changes) {
      try {
        const Changes: Change[] = [];
        for (const change of changes) Changes.push(...(await inputOf(change)));
        if (Changes.length === 0) return { kind: 'sent', changeId: '' };
        const batch = { ...zone, ChangeBatch: { Changes } };
        const { ChangeInfo } = await route53().send(new ChangeResourceRecordSetsCommand(batch));
        return { kind: 'sent', changeId: ChangeInfo?.Id ?? '' };
      } catch (error) {
        const { name = '', message = '' } = error as Error;
        if (name === 'InvalidChangeBatch') return { kind: 'refused', reason: message };
        if (LATER.includes(name)) return { kind: 'later', reason: `${name}: ${message}` };
        throw error;
      }
    },

    async isInSync(changeId) {
      if (changeId === '') return true;
      const { ChangeInfo } = await route53().send(new GetChangeCommand({ Id: changeId }));
      return ChangeInfo?.Status === 'INSYNC';
    },
  } satisfies HostedZone;
}

function inputOfSet({ name, type, values }: RecordSet): ResourceRecordSet {
  return { Name: name, Type: type, TTL: TTL_SECONDS, ResourceRecords: values.map((Value) => ({ Value })) };
}

/** Route 53 writes a `*` as `\052`, and a dot at the end. */
function plainName(name: string): string {
  return name.replace(/\.$/, '').replace('\\052', '*');
}
