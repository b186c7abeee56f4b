import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { ExecutionInput } from '../../../contract/stack/execution.schema.ts';
import { LISTED_ATTRIBUTE } from '../../../contract/stack/table-shape.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { Delivery } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import { nextAttempt } from '../../../lambdas/model/webhooks/delivery-message.ts';
import type { AwaitedCheck } from '../../../lambdas/steps/dns/awaited-check.ts';
import { faultOfMessage, faultOfRow, kindOf, READ_KINDS, type UnderWay } from './readers.ts';

type Item = Record<string, unknown>;

/** Recorded data of a local cloud's run: one row of each shape, by kind, and the messages and executions at its end. */
export interface Recorded {
  /** The kinds that the release reads. */
  kinds: string[];
  rows: Record<string, Item[]>;
  underWay: Partial<Record<UnderWay, unknown[]>>;
}

const QUEUES: Record<string, UnderWay> = {
  DeliveriesWaiting: 'delivery',
  DeliveriesSlow: 'delivery',
  DnsWatchAwaited: 'check',
  CertificateScanShards: 'scan',
};
/** Fields whose values distinguish rows with the same fields. */
const TELLING = ['phase', 'state', 'kind', 'task', 'type', 'sslStatus'];
const MAX_OF_A_KIND = 40;

/** All rows of MiniStack at its end. */
export function itemsIn(aws: string): Item[] {
  const partitions = partOf(aws, 'dynamodb', 'tables').flatMap(({ items }) => Object.values(items as Record<string, object>));
  return partitions.flatMap((partition) => Object.values(partition)).map((item) => unmarshall(item));
}

function partOf(aws: string, service: string, part: string): Item[] {
  return Object.values<Item>(JSON.parse(readFileSync(join(aws, `${service}.json`), 'utf8')).payload[part].data);
}

/** Reads the state that MiniStack wrote at its end (`.local/test/aws`, `.local/chaos/aws`). */
export function recordedIn(...runs: string[]): Recorded {
  const items = runs.flatMap(itemsIn);
  const partsOf = (service: string, part: string) => runs.flatMap((aws) => partOf(aws, service, part));
  // Tests also write rows that no store can read.
  const [rows = [], unread = []] = [true, false].map((read) => items.filter((row) => (faultOfRow(row) === undefined) === read));
  for (const { pk, sk } of unread) console.log(`${runs}: left out, as its own release does not read it: ${pk} ${sk}`);
  const messages = partsOf('sqs', 'queues').flatMap(({ name, messages: waiting }) => {
    const kind = Object.entries(QUEUES).find(([part]) => String(name).includes(part))?.[1];
    // A test also sends a message that is not JSON.
    const bodies = (waiting as Item[]).map(({ body }) => String(body)).filter((body) => body.startsWith('{'));
    return kind ? bodies.map((body) => ({ kind, content: JSON.parse(body) })) : [];
  });
  const executions = partsOf('stepfunctions', 'executions').map(({ input }) => ({
    kind: 'execution' as const,
    content: JSON.parse(String(input)),
  }));
  // Whether a queue has a message at the end of the run is random: these messages are derived from the rows.
  const awaited = rows.filter((row) => kindOf(row) === 'domain' && row.phase === 'awaiting-dns');
  const checks = executions.slice(0, 1).flatMap(({ content }) => awaited.map((row) => nextCheck(domainOf(row), content)));
  const moved = rows
    .filter((row) => kindOf(row) === 'delivery')
    .map((row) => ({ kind: 'delivery' as const, content: nextAttempt(Delivery.parse(row)) }));
  const understood = [...messages, ...checks, ...moved, ...executions].filter(
    ({ kind, content }) => faultOfMessage(kind, content) === undefined,
  );
  const underWay = Map.groupBy(understood, ({ kind }) => kind);
  return {
    kinds: READ_KINDS,
    rows: Object.fromEntries(
      [...Map.groupBy(rows, (row) => kindOf(row) ?? 'unknown')].map(([kind, all]) => [kind, oneOfEachShape(all)]),
    ),
    underWay: Object.fromEntries([...underWay].map(([kind, all]) => [kind, oneOfEachShape(all.map(({ content }) => content))])),
  };
}

/** The message of a domain's next check, as if its execution had this input. */
function nextCheck(domain: Domain, { timings, epoch }: ExecutionInput): { kind: 'check'; content: AwaitedCheck } {
  const { id: domainId, organizationId, execution, nextCheckAt } = domain;
  const { attempt, lastCheck } = execution;
  const checkAt = nextCheckAt ?? new Date().toISOString();
  const content = { domainId, attempt, timings, epoch, organizationId, checkAt, ...(lastCheck && { lastCheckAt: lastCheck.at }) };
  return { kind: 'check', content };
}

/** The reasons in a domain's conditions: a release may use reasons that the former did not know. */
function reasonsOf(item: Item): unknown {
  const conditions = Object.entries(Object(Object(item[LISTED_ATTRIBUTE]).conditions));
  return conditions.map(([type, condition]) => [type, Object(Object(condition).found).reason]);
}

function oneOfEachShape(all: Item[]): Item[] {
  const shapeOf = (item: Item) =>
    JSON.stringify([Object.keys(item).sort(), TELLING.map((field) => item[field]), reasonsOf(item)]);
  return [...new Map(all.map((item) => [shapeOf(item), item])).values()].slice(0, MAX_OF_A_KIND);
}
