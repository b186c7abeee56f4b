import type { Template } from 'aws-cdk-lib/assertions';
import type { Resource } from '../synthesized.ts';

/** Resources that outlive their stack, by logical id; for tables also the shape, a change of which would lose rows or readers. */
export type Retained = Record<string, { type: string; table?: TableShape }>;

interface TableShape {
  /** `pk S HASH, sk S RANGE` */
  keys: string;
  ttl: string;
  /** Indexes by name: keys as above, and the projection. */
  indexes: Record<string, { keys: string; projects: string }>;
  /** Names: a local index limits each partition key to 10 GB, and can never be removed. */
  localIndexes: string[];
}

const TABLE = 'AWS::DynamoDB::Table';
/** Each change publishes a new version under a new id; the former one may stay for a while. */
const PUBLISHED = new Set(['AWS::Lambda::Version', 'AWS::StepFunctions::StateMachineVersion']);
const OUTLIVES = new Set(['Retain', 'RetainExceptOnCreate']);

export function retainedIn(...templates: Template[]): Retained {
  const all = templates.flatMap((template) => Object.entries<Resource>(template.toJSON().Resources));
  const retained = all.filter(([, { Type, DeletionPolicy = '' }]) => OUTLIVES.has(DeletionPolicy) && !PUBLISHED.has(Type));
  return Object.fromEntries(
    retained
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, { Type: type, Properties }]) => [id, { type, ...(type === TABLE && { table: shapeOf(Object(Properties)) }) }]),
  );
}

interface Keys {
  KeySchema: { AttributeName: string; KeyType: string }[];
}
interface Index extends Keys {
  IndexName: string;
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
}
interface TableProperties extends Keys {
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  TimeToLiveSpecification?: { AttributeName: string };
  GlobalSecondaryIndexes?: Index[];
  LocalSecondaryIndexes?: Index[];
}

function shapeOf(table: TableProperties): TableShape {
  const types = new Map(table.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]));
  const keysOf = ({ KeySchema }: Keys) =>
    KeySchema.map(({ AttributeName, KeyType }) => `${AttributeName} ${types.get(AttributeName)} ${KeyType}`).join(', ');
  const projects = ({ Projection: { ProjectionType, NonKeyAttributes = [] } }: Index) =>
    [ProjectionType, ...NonKeyAttributes].join(' ');
  return {
    keys: keysOf(table),
    ttl: table.TimeToLiveSpecification?.AttributeName ?? '',
    indexes: Object.fromEntries(
      (table.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName, { keys: keysOf(index), projects: projects(index) }]),
    ),
    localIndexes: (table.LocalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName),
  };
}

/** One line per change since the last release that a deployment would reject, or that would lose something. */
export function faultsSince(before: Retained, today: Retained): string[] {
  return Object.entries(before).flatMap(([id, { type, table }]) => {
    const now = today[id];
    if (now?.type !== type) {
      const what = now ? `is a ${now.type} now` : 'is gone, or has another logical id';
      return [
        `${id} (${type}) ${what}: a deployment would leave the one that is in use behind, and make an empty one. Keep the ids of its construct and of those around it, or say overrideLogicalId('${id}')`,
      ];
    }
    return table && now.table ? tableFaults(id, table, now.table) : [];
  });
}

function tableFaults(id: string, before: TableShape, now: TableShape): string[] {
  const faults: string[] = [];
  if (now.keys !== before.keys) {
    faults.push(
      `${id}: its keys were ${before.keys}, and are ${now.keys}: CloudFormation would make another, empty table. Keep them`,
    );
  }
  if (now.ttl !== before.ttl) {
    faults.push(`${id}: its TTL was ${before.ttl}, and is ${now.ttl}: rows that are written by now would never expire. Keep it`);
  }
  for (const name of now.localIndexes) {
    faults.push(
      `${id}: ${name} is a local index: it can only be made with the table, which would be another. Make it a global one`,
    );
  }
  for (const [name, index] of Object.entries(before.indexes)) faults.push(...indexFaults(id, name, index, now.indexes[name]));
  const added = Object.keys(now.indexes).filter((name) => !(name in before.indexes));
  if (added.length > 1) {
    faults.push(`${id}: ${added.join(' and ')} are new: DynamoDB makes one index in an update. Make one in a release`);
  }
  return faults;
}

type ListedIndex = TableShape['indexes'][string];

function indexFaults(id: string, name: string, before: ListedIndex, now: ListedIndex | undefined): string[] {
  if (!now) {
    return [
      `${id}: the index ${name} is gone, which the last release’s functions read until the update is over. Keep it for one release whose code does not read it, and then take it out of retained.json with it`,
    ];
  }
  if (now.keys === before.keys && now.projects === before.projects) return [];
  return [
    `${id}: the index ${name} was of ${before.keys} (${before.projects}), and is of ${now.keys} (${now.projects}): DynamoDB changes none. Make another under a new name, and leave this one for a release`,
  ];
}
