import type { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
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

it('one function may send mail, from the address of the stage alone, and do nothing else in SES', () => {
  const found = sending(service);
  expect(new Set(found.map(([role]) => /ReconcileUse/.test(role)))).toEqual(new Set([true]));
  for (const [, { Action, Condition }] of found)
    expect([Action, Condition]).toEqual(['ses:SendEmail', { StringEquals: { 'ses:FromAddress': FROM } }]);
  const resources = JSON.stringify(found.map(([, { Resource }]) => Resource));
  for (const identity of [FROM, 'mail.acme-saas.net']) expect(resources).toContain(`:identity/${identity}"`);
});

it('a stage without an address has no right to send any', () => {
  expect(sending(synthesize().service)).toEqual([]);
});
