import { expect, it } from 'vitest';
import { frontStage } from './cloudfront/front-stage.ts';
import { egressStage } from './egress/egress-stage.ts';
import { localStage, productionStage, synthesize } from './synthesized.ts';

type Graph = Map<string, string[]>;

/**
 * The order in which CloudFormation creates resources, by Ref, GetAtt, Sub and DependsOn anywhere in a resource, including its
 * update policy.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-dependson.html
 */
function dependencies(resources: Record<string, object>): Graph {
  const ids = Object.keys(resources);
  return new Map(
    Object.entries(resources).map(([id, resource]) => {
      const text = JSON.stringify(resource);
      const names = [...text.matchAll(/"(?:Ref|DependsOn)":"(\w+)"|"Fn::GetAtt":\["(\w+)"|\$\{(\w+)[.}]/g)].flatMap(
        ([, ...found]) => found,
      );
      const listed = [...text.matchAll(/"DependsOn":\[([^\]]*)\]/g)].flatMap(([, list = '']) => JSON.parse(`[${list}]`));
      return [id, ids.filter((other) => other !== id && [...names, ...listed].includes(other))];
    }),
  );
}

/** Resources that depend on each other: what remains after repeatedly removing those without dependencies. */
function circle(graph: Graph): string[] {
  const left = new Map(graph);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [id, needs] of left) if (!needs.some((need) => left.has(need))) left.delete(id);
  }
  return [...left.keys()];
}

it('resources that wait for each other are found wherever the one names the other', () => {
  const alias = { UpdatePolicy: { Group: { Ref: 'Group' } } };
  const group = { Properties: { Alarms: [{ Name: { 'Fn::GetAtt': ['Alarm', 'Name'] } }] } };
  expect(circle(dependencies({ Alias: alias, Group: group, Alarm: { DependsOn: ['Alias'] }, Other: {} }))).toEqual([
    ...['Alias', 'Group', 'Alarm'],
  ]);
});

const whole = { ...egressStage, ...frontStage, alarmEmail: 'operations@acme-saas.net' };
it.each([
  ['of the local cloud', localStage, {}],
  ['as new-stage writes it', productionStage, {}],
  ['in a gradual update', productionStage, { canary: 'true' }],
  ['with everything that a stage can have, in a gradual update', whole, { canary: 'true' }],
])('no resource of a deployment %s waits for itself, which CloudFormation refuses', (_, stage, context) => {
  const { stateful, service } = synthesize(stage, context);
  for (const template of [stateful, service]) expect(circle(dependencies(template.toJSON().Resources))).toEqual([]);
});
