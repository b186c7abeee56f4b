import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateHostedZoneCommand,
  ListHostedZonesByNameCommand,
  ListResourceRecordSetsCommand,
  type ListResourceRecordSetsCommandOutput,
  type ResourceRecordSet,
  Route53Client,
} from '@aws-sdk/client-route-53';
import { isAtOrBelow } from '../../contract/domain-name.ts';
import { unescapeName } from '../../lambdas/route53-publisher/record-sets.ts';
import { awsClientSettings, awsEndpoint } from '../machine/environment.ts';
import type { Change } from './changes.ts';
import { RECORD_TYPES } from './records.ts';

const PAUSE_MS = 500;

/** Finds or creates the Route 53 zone of the base target. Returns its id. */
export async function ensureHostedZone(awsPort: number, baseTarget: string): Promise<string> {
  const client = new Route53Client(awsClientSettings(awsEndpoint(awsPort)));
  try {
    const { HostedZones = [] } = await client.send(new ListHostedZonesByNameCommand({ DNSName: baseTarget, MaxItems: 1 }));
    const known = HostedZones.find(({ Name }) => Name === `${baseTarget}.`);
    const made = known
      ? undefined
      : await client.send(new CreateHostedZoneCommand({ Name: baseTarget, CallerReference: baseTarget }));
    return ((known ?? made?.HostedZone)?.Id ?? '').replace('/hostedzone/', '');
  } finally {
    client.destroy();
  }
}

interface ZoneMirrorOptions {
  awsPort: number;
  hostedZoneId: string;
  baseTarget: string;
  /** Makes the local name servers serve all changes. */
  change: (changes: Change[]) => Promise<void>;
}

/**
 * Route 53 serves its zones; MiniStack only stores them. So changes there are copied to the local DNS until the signal. Names
 * outside the zone, and records that a test sets by hand, are not touched.
 */
export async function mirrorZone(
  { awsPort, hostedZoneId, baseTarget, change }: ZoneMirrorOptions,
  signal: AbortSignal,
): Promise<void> {
  const client = new Route53Client({ ...awsClientSettings(awsEndpoint(awsPort)), maxAttempts: 1 });
  let served = new Map<string, Change>();
  while (!signal.aborted) {
    try {
      const wanted = await changesOf(client, hostedZoneId, baseTarget);
      const next = [...wanted]
        .filter(([key, set]) => JSON.stringify(served.get(key)) !== JSON.stringify(set))
        .map(([, set]) => set);
      const gone = [...served].filter(([key]) => !wanted.has(key)).map(([, set]) => withdrawn(set));
      if (next.length + gone.length > 0) await change([...gone, ...next]);
      served = wanted;
    } catch {
      // MiniStack is down, for example stopped by a test. The served records remain.
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
  client.destroy();
}

async function changesOf(client: Route53Client, hostedZoneId: string, baseTarget: string): Promise<Map<string, Change>> {
  const sets = new Map<string, Change>();
  let page: ListResourceRecordSetsCommandOutput | undefined;
  do {
    const start = page && { StartRecordName: page.NextRecordName, StartRecordType: page.NextRecordType };
    page = await client.send(new ListResourceRecordSetsCommand({ HostedZoneId: hostedZoneId, ...start }));
    for (const set of page.ResourceRecordSets ?? []) {
      const change = changeOf(set, baseTarget);
      if (change) sets.set(`${set.Name} ${set.Type}`, change);
    }
  } while (page.IsTruncated);
  return sets;
}

function changeOf({ Name = '', Type, ResourceRecords = [] }: ResourceRecordSet, baseTarget: string): Change | undefined {
  const name = unescapeName(Name);
  const type = RECORD_TYPES.find((each) => each === Type);
  if (!isAtOrBelow(name, baseTarget) || type === undefined) return undefined;
  return {
    do: 'set',
    name,
    type,
    values: ResourceRecords.flatMap(({ Value }) => Value ?? []).map((value) => (type === 'TXT' ? unquote(value) : value)),
  };
}

/** Route 53 stores a TXT value in zone file format; the local DNS takes the plain text. */
function unquote(value: string): string {
  return value.replace(/^"(.*)"$/, '$1');
}

function withdrawn(change: Change): Change {
  if (change.do !== 'set') throw new Error('a zone is mirrored by records that are set');
  return { do: 'delete', name: change.name, type: change.type };
}
