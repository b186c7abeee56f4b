import type { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { productionStage, resourcesOf, synthesize } from '../synthesized.ts';
import { withPool } from './sign-in-stage.ts';

const pool = withPool(productionStage);
const FROM = 'service@mail.acme-saas.net';
const { service } = synthesize({ ...pool, settings: { ...pool.settings, mail: { from: FROM } } });

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, unknown>;
}
const sending = (template: Template): [role: string, Statement][] =>
  Object.entries(resourcesOf(template, 'AWS::IAM::Role'))
    .flatMap(([id, { Properties }]) =>
      [Object(Properties).Policies ?? []]
        .flat()
        .flatMap(({ PolicyDocument }): [string, Statement][] =>
          PolicyDocument.Statement.map((statement: Statement) => [id, statement]),
        ),
    )
    .filter(([, { Action }]) => JSON.stringify(Action).includes('ses:'));

const sets = resourcesOf(service, 'AWS::SES::ConfigurationSet');
const [setId = ''] = Object.keys(sets);

it('one function may send mail, from the address of the stage alone, and do nothing else in SES', () => {
  const found = sending(service);
  expect(new Set(found.map(([role]) => /ReconcileUse/.test(role)))).toEqual(new Set([true]));
  for (const [, { Action, Condition }] of found)
    expect([Action, Condition]).toEqual(['ses:SendEmail', { StringEquals: { 'ses:FromAddress': FROM } }]);
  const resources = JSON.stringify(found.map(([, { Resource }]) => Resource));
  for (const identity of [FROM, 'mail.acme-saas.net']) expect(resources).toContain(`:identity/${identity}"`);
  expect(resources).toContain(`:configuration-set/",${JSON.stringify({ Ref: setId })}`);
  expect(found.flatMap(([, { Resource }]) => Resource)).toHaveLength(3);
});

it('an address that bounced or complained gets no more mail, whatever the account has set', () => {
  expect(Object.values(sets).map(({ Properties }) => Object(Properties).SuppressionOptions)).toEqual([
    { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  ]);
  const [sender] = Object.entries(resourcesOf(service, 'AWS::Lambda::Function')).filter(([id]) => /ReconcileUse/.test(id));
  expect(Object(sender?.[1].Properties.Environment).Variables[ENVIRONMENT.mailConfigurationSet]).toEqual({ Ref: setId });
});

it('alarms go off before AWS reviews the account for its bounces or complaints', () => {
  const alarms = Object.values(resourcesOf(service, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => Object(Properties));
  const reputation = alarms.filter(({ Namespace }) => Namespace === 'AWS/SES');
  expect(reputation.map(({ MetricName, Dimensions, Threshold }) => [MetricName, Dimensions, Threshold])).toEqual([
    ['Reputation.BounceRate', undefined, 0.03],
    ['Reputation.ComplaintRate', undefined, 0.0006],
  ]);
});

it('a stage without an address has no right to send any', () => {
  expect(sending(synthesize().service)).toEqual([]);
});
