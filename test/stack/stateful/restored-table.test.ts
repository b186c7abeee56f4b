import { describe, expect, it } from 'vitest';
import { checkStage } from '../../../lib/stage/read-stage.ts';
import { productionStage, resourcesOf, synthesize } from '../synthesized.ts';
import { restoredStage as restored, streamArn, tableArn } from './restored-stage.ts';

/** Each change of a function's environment creates a new version with another logical id. */
function unversioned(resources: Record<string, { Type: string }>): string[] {
  return Object.keys(resources).filter((id) => resources[id]?.Type !== 'AWS::Lambda::Version');
}

describe('a stage that names a restored table', () => {
  const own = synthesize({ ...restored, restoredTable: undefined });
  const { stateful, service } = synthesize(restored);

  it('uses that table and its stream in every function, permission and event source, and its own table nowhere', () => {
    const text = JSON.stringify(service.toJSON());
    expect(text).toContain(`"${tableArn}"`);
    expect(text).not.toMatch(/ExportsOutput(Ref|FnGetAtt)Table[0-9A-F]{8}/);
    const streams = Object.values(resourcesOf(service, 'AWS::Lambda::EventSourceMapping'))
      .map(({ Properties }) => Properties.EventSourceArn)
      .filter((arn) => JSON.stringify(arn).includes('/stream/'));
    expect(streams).toEqual([streamArn, streamArn]);
    const functions = Object.values(resourcesOf(service, 'AWS::Lambda::Function'));
    const tables = functions.map(({ Properties }) => Object(Properties.Environment).Variables?.TABLE_NAME);
    expect(new Set(tables.filter((name) => name !== undefined))).toEqual(new Set(['restored-2026-11-27']));
  });

  it('keeps its own table with its key, and all else that was there: the address, the KMS key and the queues', () => {
    expect(resourcesOf(stateful, 'AWS::DynamoDB::Table')).toEqual(resourcesOf(own.stateful, 'AWS::DynamoDB::Table'));
    expect(Object.keys(stateful.toJSON().Resources)).toEqual(Object.keys(own.stateful.toJSON().Resources));
    expect(unversioned(service.toJSON().Resources)).toEqual(unversioned(own.service.toJSON().Resources));
  });

  it('exports its own table still: the update of this stack comes before that of the stack which imports it', () => {
    const exportsOf = (template: typeof stateful) =>
      Object.values(template.findOutputs('*')).flatMap(({ Export }) => (Export ? [Export.Name] : []));
    expect(new Set(exportsOf(stateful))).toEqual(new Set(exportsOf(own.stateful)));
    expect(exportsOf(stateful).filter((name) => /Table[0-9A-F]{8}/.test(name))).toHaveLength(3);
  });

  it('tells the commands of the administrator its name', () => {
    stateful.hasOutput('TableName', { Value: 'restored-2026-11-27' });
  });

  it.each([
    ['with no raised epoch', { ...restored, settings: productionStage.settings }, /settings\.restoreEpoch: must be 1 or more/],
    ['in another region', { ...restored, region: 'eu-west-1' }, /restoredTable\.tableArn: is in eu-central-1/],
    ['of another account', { ...restored, account: '210987654322' }, /restoredTable\.tableArn: is of account 210987654321/],
    [
      'with the stream of another table',
      { ...restored, restoredTable: { tableArn: `${tableArn}-2`, streamArn } },
      /restoredTable\.streamArn: is not a stream of/,
    ],
    ['by its name alone', { ...restored, restoredTable: { tableArn: 'restored', streamArn } }, /must be the ARN of a table/],
    ['without a stream', { ...restored, restoredTable: { tableArn } }, /restoredTable\.streamArn/],
  ])('%s is refused by the name of the field', (_, stage, message) => {
    expect(() => checkStage('stages/production.json', stage)).toThrow(message);
  });

  it('can be deployed as the documents say', () => {
    expect(checkStage('stages/production.json', restored)).toEqual(restored);
  });
});
