import { fullDiff, type ResourceDifference, ResourceImpact } from '@aws-cdk/cloudformation-diff';

/** A template as `Template.toJSON` returns it. */
// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own language, of which the fields below are looked at
export type TemplateJson = { Resources: Record<string, any>; Outputs?: Record<string, any> };

/** Resource types with state that a replacement would lose, besides the retained ones. */
const HOLDS: Record<string, string> = {
  'AWS::ApiGatewayV2::Api': 'the address under which integrators and agents call the API',
  'AWS::CloudFront::Distribution': 'the name to which the public domain points',
  'AWS::DynamoDB::Table': 'rows',
  'AWS::EC2::EIP': 'the address that receivers and firewalls let in',
  'AWS::KMS::Key': 'what everything under it was sealed with',
  'AWS::S3::Bucket': 'objects',
  'AWS::SQS::Queue': 'messages',
  'AWS::SecretsManager::Secret': 'what every key and token is checked with',
  'AWS::StepFunctions::StateMachine': 'open executions, and the names of closed ones',
};
/** Each change of code or settings publishes a new version beside the former ones. */
const PUBLISHED = /^AWS::(Lambda|StepFunctions::StateMachine)(::)?Version$/;
const LOST = new Set([
  ResourceImpact.WILL_REPLACE,
  ResourceImpact.MAY_REPLACE,
  ResourceImpact.WILL_DESTROY,
  ResourceImpact.WILL_ORPHAN,
]);

export interface Change {
  id: string;
  type: string;
  impact: ResourceImpact;
  /** The properties that cannot be changed in place. */
  because: string[];
  retained: boolean;
  /** Its messages are only wake-ups: they have no content, and the next one does the work of lost ones. */
  isOfWakeUps: boolean;
}

/** The effect of an update on each resource, as `cdk diff` determines it. Versions are left out. */
export function changesOf(before: TemplateJson, after: TemplateJson): Change[] {
  const changes: Change[] = [];
  // `fullDiff` modifies its arguments.
  fullDiff(structuredClone(before), structuredClone(after)).resources.forEachDifference((id, difference) => {
    const type = typeOf(difference);
    if (PUBLISHED.test(type) || difference.changeImpact === ResourceImpact.NO_CHANGE) return;
    const because = Object.entries(difference.propertyUpdates).filter(
      ([, { changeImpact }]) => changeImpact && LOST.has(changeImpact),
    );
    const retained = /^Retain/.test(before.Resources[id]?.DeletionPolicy ?? '');
    const isOfWakeUps = type === 'AWS::SQS::Queue' && keepsWakeUps(before, id);
    changes.push({ id, type, impact: difference.changeImpact, because: because.map(([name]) => name), retained, isOfWakeUps });
  });
  return changes;
}

function typeOf({ oldResourceType, newResourceType }: ResourceDifference): string {
  return oldResourceType ?? newResourceType ?? '';
}

const USES_QUEUES = /^AWS::(Events::|Lambda::|SQS::Queue$)/;

/** Whether the queue is only a schedule's dead-letter queue: no other resource sends to it, receives from it or depends on it. */
function keepsWakeUps({ Resources }: TemplateJson, queueId: string): boolean {
  const named = Object.values(Resources).filter((resource) => JSON.stringify(resource).includes(`"${queueId}"`));
  const leaves = named.filter(
    ({ Type, Properties }) =>
      Type === 'AWS::Scheduler::Schedule' && Properties.Target.DeadLetterConfig?.Arn?.['Fn::GetAtt']?.[0] === queueId,
  );
  const uses = ({ Type, Properties }: TemplateJson['Resources'][string]) => {
    const others = JSON.stringify({ ...Properties, DeadLetterConfig: undefined });
    return USES_QUEUES.test(Type) && (Type !== 'AWS::Lambda::Function' || others.includes(`"${queueId}"`));
  };
  return leaves.length > 0 && !named.some(uses);
}

/** One line per resource with which an update would lose something. */
export function lossesOf(changes: readonly Change[]): string[] {
  return changes
    .filter(({ type, retained, impact, isOfWakeUps }) => LOST.has(impact) && (retained || (type in HOLDS && !isOfWakeUps)))
    .map(({ id, type, impact, because }) => {
      const cause = because.length > 0 ? ` for its ${because.join(' and ')}` : '';
      return `${id} (${type}): ${impact}${cause}. It holds ${HOLDS[type] ?? 'what is to be kept'}: keep its logical id, and what cannot be changed in place`;
    });
}

/**
 * Fixed physical names: CloudFormation creates the new resource before it deletes the former one, so that the names would
 * collide.
 */
const NAMES = ['AliasName', 'DomainName', 'FunctionName', 'LogGroupName', 'Name', 'QueueName', 'RoleName', 'TableName'];
/** Their names need to be unique only within another resource. */
const WITHIN_ANOTHER = /^AWS::(Lambda::Alias|StepFunctions::StateMachineAlias|ApiGatewayV2::(Authorizer|Api))$/;

/** One line per new resource with the fixed name of one that still exists then: the update would fail. */
export function namesTwice(before: TemplateJson, changes: readonly Change[], after: TemplateJson): string[] {
  const fixedName = ({ Type, Properties = {} }: TemplateJson['Resources'][string]) => {
    const name = NAMES.find((property) => typeof Properties[property] === 'string');
    return name && !WITHIN_ANOTHER.test(Type) ? `${Type} ${Properties[name]} ${Properties.Type ?? ''}`.trim() : undefined;
  };
  const taken = new Set(Object.values(before.Resources).flatMap((resource) => fixedName(resource) ?? []));
  const made = changes.filter(({ impact }) => impact === ResourceImpact.WILL_CREATE || impact === ResourceImpact.WILL_REPLACE);
  return made.flatMap(({ id }) => {
    const name = after.Resources[id] && fixedName(after.Resources[id]);
    if (!name || !taken.has(name)) return [];
    return [`${id}: ${name} is there already, under the logical id of the last release: keep that, or take another name`];
  });
}

/**
 * One line per value that a stack of the last release imports from another one, and that the other no longer exports: its update
 * comes first, and would be rejected.
 */
export function exportsMissed(importers: readonly TemplateJson[], exporter: TemplateJson): string[] {
  const given = new Set(Object.values(exporter.Outputs ?? {}).map(({ Export }) => Export?.Name));
  const imported = importers.flatMap((template) => [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)]);
  return [...new Set(imported.map(([, name = '']) => name))]
    .filter((name) => !given.has(name))
    .map(
      (name) =>
        `${name}: the service of the last release has it from here until its own update: go on exporting it (Stack.exportValue) for one release`,
    );
}
