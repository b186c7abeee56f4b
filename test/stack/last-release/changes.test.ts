import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Stage } from '../../../lib/stage/stage.schema.ts';
import { frontStage } from '../cloudfront/front-stage.ts';
import { egressStage } from '../egress/egress-stage.ts';
import { synthesize } from '../synthesized.ts';
import { changesOf, exportsMissed, lossesOf, namesTwice, type TemplateJson } from './changes.ts';

// The effects of an update from the last release on a deployment with every optional part. `npm run write -- release` writes both
// files: its stage file, and its templates, compressed, because nobody reads 300 kB of JSON: this test prints the changes.

type Templates = Record<'stateful' | 'service' | 'front', TemplateJson>;

const stageFile = new URL('everything.stage.json', import.meta.url);
const templatesFile = new URL('everything.templates.json.gz', import.meta.url);

if (process.env.KEEP_RELEASE) {
  const everything = { ...frontStage, fixedEgress: egressStage.fixedEgress };
  writeFileSync(stageFile, `${JSON.stringify(everything, null, 2)}\n`);
  writeFileSync(templatesFile, gzipSync(JSON.stringify(templatesOf(everything))));
}
const before: Templates = JSON.parse(gunzipSync(readFileSync(templatesFile)).toString());
const today = templatesOf(z.parse(Stage, JSON.parse(readFileSync(stageFile, 'utf8'))));
const names = ['stateful', 'service', 'front'] as const;
const changes = Object.fromEntries(names.map((name) => [name, changesOf(before[name], today[name])]));

function templatesOf(stage: Stage): Templates {
  const stacks = Object.entries(synthesize(stage)).map(([name, template]) => [name, template.toJSON()]);
  return Object.fromEntries(stacks) as Templates;
}

describe('an update from the last release', () => {
  it.each(names)('loses nothing that the %s stack holds', (name) => {
    console.log(summary(name));
    expect(lossesOf(changes[name] ?? [])).toEqual([]);
  });

  it.each(names)('creates nothing under a name that the %s stack still has', (name) => {
    expect(namesTwice(before[name], changes[name] ?? [], today[name])).toEqual([]);
  });

  it('removes no value that another stack still has', () => {
    expect(exportsMissed([before.service], today.stateful)).toEqual([]);
  });
});

describe('an update from which a deployment would lose something', () => {
  const { stateful, service } = today;
  const [tableId = ''] = Object.entries(stateful.Resources).find(([, { Type }]) => Type === 'AWS::DynamoDB::Table') ?? [];
  const [queueId = ''] = Object.entries(service.Resources).find(([, { Type }]) => Type === 'AWS::SQS::Queue') ?? [];
  const [logsId = ''] = Object.entries(service.Resources).find(([, { Properties }]) => Properties?.LogGroupName) ?? [];

  it('is refused if it renames what is retained', () => {
    const changed = renamed(stateful, tableId);
    expect(lossesOf(changesOf(stateful, changed))).toEqual([expect.stringMatching(`^${tableId} .*WILL_ORPHAN.*It holds rows`)]);
  });

  it('is refused if it changes what cannot be changed in place, with the property', () => {
    const changed = structuredClone(stateful);
    changed.Resources[tableId].Properties.KeySchema[0].AttributeName = 'id';
    expect(lossesOf(changesOf(stateful, changed))).toEqual([expect.stringMatching(/WILL_REPLACE for its KeySchema/)]);
  });

  it('is refused if it removes a queue with its messages', () => {
    const { [queueId]: _, ...others } = service.Resources;
    expect(lossesOf(changesOf(service, { ...service, Resources: others }))).toEqual([expect.stringMatching(/WILL_DESTROY/)]);
  });

  it('may remove a queue only if that has nothing but the wake-ups of a schedule, which have no content', () => {
    const [wakeUps = ''] = Object.keys(service.Resources).filter((id) => id.startsWith('WakerUndelivered'));
    const { [wakeUps]: _, ...others } = service.Resources;
    expect(lossesOf(changesOf(service, { ...service, Resources: others }))).toEqual([]);
    const taker = { Type: 'AWS::Lambda::EventSourceMapping', Properties: { EventSourceArn: { 'Fn::GetAtt': [wakeUps, 'Arn'] } } };
    const taken = { ...service, Resources: { ...service.Resources, taker } };
    expect(lossesOf(changesOf(taken, { ...taken, Resources: { ...others, taker } }))).toEqual([
      expect.stringMatching(/WILL_DESTROY.*It holds messages/),
    ]);
  });

  it('is refused if it creates something under a name that is taken', () => {
    const changed = renamed(service, logsId);
    expect(namesTwice(service, changesOf(service, changed), changed)).toEqual([expect.stringMatching(/is there already/)]);
  });

  it('is refused if it no longer exports a value that the service of before imports', () => {
    const [first, ...kept] = Object.entries(stateful.Outputs ?? {}).filter(([, { Export }]) => Export);
    const missed = exportsMissed([service], { ...stateful, Outputs: Object.fromEntries(kept) });
    expect(missed).toEqual([expect.stringContaining(first?.[1].Export.Name)]);
  });
});

function renamed(template: TemplateJson, id: string): TemplateJson {
  const { [id]: resource, ...others } = template.Resources;
  return { ...template, Resources: { ...others, Renamed: resource } };
}

/** The number of created, changed, replaced and deleted resources; replaced and deleted ones with their names. */
function summary(name: string): string {
  const of = changes[name] ?? [];
  const counted = Object.values(ResourceImpact).flatMap((impact) => {
    const count = of.filter((change) => change.impact === impact).length;
    return count > 0 ? [`${impact} ${count}`] : [];
  });
  const lines = of
    .filter(({ impact }) => impact !== ResourceImpact.WILL_UPDATE)
    .map(({ impact, type, id, because }) => `    ${impact} ${type} ${id} ${because.join(' ')}`.trimEnd());
  return [`${name}, since the last release: ${counted.join(', ') || 'no change'}`, ...lines].join('\n');
}
