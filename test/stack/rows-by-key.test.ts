import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { keys, peopleKeys } from '../../lambdas/shared/table/keys.ts';
import { withIssuer } from './people-api/sign-in-stage.ts';
import { buildApp, productionStage, resourcesOf } from './synthesized.ts';

// The rows that a role may access, evaluated like IAM: an explicit deny first, then the allows.

interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

// A stage with people, so that every function exists.
const { service } = buildApp(withIssuer(productionStage));
const template = Template.fromStack(service);
const roles = Object.entries(resourcesOf(template, 'AWS::IAM::Role'));
const policies = Object.values(resourcesOf(template, 'AWS::IAM::Policy')).map(({ Properties }) => Object(Properties));

/** Statements of the role's inline policies, and of separate ones attached to it. */
function statementsOf([id, { Properties }]: (typeof roles)[number]): Statement[] {
  const beside = policies.filter(({ Roles }) => JSON.stringify(Roles).includes(`"${id}"`));
  const documents = [...(Object(Properties).Policies ?? []), ...beside].map(({ PolicyDocument }) => PolicyDocument);
  return documents.flatMap(({ Statement: statements }) => statements);
}

type Context = Record<string, string[] | undefined>;

/** The condition operators of the statements about rows; an unknown one fails the test. */
const OPERATORS: Record<string, (values: string[] | undefined, wanted: string[]) => boolean> = {
  'ForAllValues:StringLike': (values = [], wanted) => values.every((value) => wanted.some((pattern) => isLike(value, pattern))),
  'ForAnyValue:StringLike': (values = [], wanted) => values.some((value) => wanted.some((pattern) => isLike(value, pattern))),
  Null: (values, [isAbsent]) => (values === undefined) === (isAbsent === 'true'),
};
const isLike = (value: string, pattern: string) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(value);

function applies({ Action, Condition = {} }: Statement, action: string, context: Context): boolean {
  if (![Action].flat().includes(action)) return false;
  return Object.entries(Condition).every(([operator, byKey]) =>
    Object.entries(byKey).every(([key, wanted]) => {
      const judge = OPERATORS[operator];
      if (!judge) throw new Error(`${operator} is not understood here`);
      return judge(context[key], [wanted].flat());
    }),
  );
}

function may(role: (typeof roles)[number], action: string, pks: string[] | undefined, enclosing?: string): boolean {
  const context: Context = { 'dynamodb:LeadingKeys': pks, 'dynamodb:EnclosingOperation': enclosing ? [enclosing] : undefined };
  const judged = statementsOf(role).filter((statement) => applies(statement, `dynamodb:${action}`, context));
  return judged.length > 0 && judged.every(({ Effect }) => Effect === 'Allow');
}

const audit = keys.audit('org_A', 'changes', '2026-06', 'aud_1').pk;
const releases = keys.audit('org_A', 'mch_1', '2026-06', 'aud_1').pk;
const row = keys.domain(1).pk;
const writers = roles.filter((role) => ['PutItem', 'UpdateItem', 'DeleteItem'].some((action) => may(role, action, [row])));

describe('the audit', () => {
  it('is told apart from all that roles may write to: most of them write', () => {
    expect(writers.length).toBeGreaterThan(20);
    expect(roles.map(([id]) => id)).toEqual(expect.arrayContaining([expect.stringContaining('ServeApp')]));
  });

  it.each(roles.map((role) => [role[0], role] as const))(
    'cannot be changed, deleted or overwritten by one write, not even by %s',
    (_, role) => {
      for (const pk of [audit, releases]) {
        for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) expect(may(role, action, [pk]), action).toBe(false);
        for (const action of ['UpdateItem', 'DeleteItem'])
          expect(may(role, action, [pk], 'TransactWriteItems'), action).toBe(false);
      }
    },
  );

  it.each(roles.map((role) => [role[0], role] as const))(
    'is out of the reach of writes in batches and in PartiQL, of %s too',
    (_, role) => {
      for (const action of [
        'BatchWriteItem',
        'PartiQLInsert',
        'PartiQLUpdate',
        'PartiQLDelete',
        'DeleteTable',
        'UpdateTimeToLive',
      ]) {
        for (const pks of [[audit], [row], undefined]) expect(may(role, action, pks), action).toBe(false);
      }
    },
  );

  it('is written in the transaction of what it records, whether IAM judges its parts by their own keys or by all', () => {
    const adding = writers.filter((role) => may(role, 'DeleteItem', [row]));
    for (const role of adding) {
      for (const pks of [[audit], [audit, row]]) expect(may(role, 'PutItem', pks, 'TransactWriteItems')).toBe(true);
      for (const action of ['UpdateItem', 'DeleteItem']) {
        for (const pks of [[row], [audit, row]]) expect(may(role, action, pks, 'TransactWriteItems'), action).toBe(true);
      }
    }
  });
});

describe('the seals of the audit', () => {
  const seal = keys.seal('org_A', 1).pk;
  const named = (name: string) => roles.find(([id]) => id.includes(name)) ?? expect.fail(name);
  const sealer = named('SealEntries');
  const signer = named('SignDays');

  it('are written by one function, which can write nothing else and deletes none', () => {
    expect(may(sealer, 'PutItem', [seal])).toBe(true);
    for (const action of ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'Scan'])
      for (const pk of [seal, audit, row]) expect(may(sealer, action, [pk]), action).toBe(false);
    for (const pks of [[audit], [row], [seal, audit], undefined]) {
      expect(may(sealer, 'PutItem', pks)).toBe(false);
      expect(may(sealer, 'PutItem', pks, 'TransactWriteItems')).toBe(false);
    }
  });

  it.each(roles.filter((role) => role !== sealer).map((role) => [role[0], role] as const))(
    'are out of the reach of who writes entries, alone and in a transaction: %s',
    (_, role) => {
      for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
        for (const pks of [[seal], [seal, row], [seal, audit]]) {
          expect(may(role, action, pks), action).toBe(false);
          expect(may(role, action, pks, 'TransactWriteItems'), action).toBe(false);
        }
    },
  );

  it('are read by who signs, which writes nothing to the table', () => {
    expect(may(signer, 'Query', [seal])).toBe(true);
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'GetItem', 'Scan'])
      for (const pk of [seal, audit, row]) expect(may(signer, action, [pk]), action).toBe(false);
  });
});

describe('the sign-in', () => {
  const signIn = roles.find(([id]) => id.includes('SignIn')) ?? expect.fail('no role');
  const member = peopleKeys.member('org_A', 'usr_1').pk;
  const mail = keys.mailNotice('org_A', 'member#usr_1#owner').pk;

  it('makes a member in one transaction with its audit entry and the mail to the owners, judged by their own keys or by all', () => {
    const all = [member, audit, mail];
    for (const pks of [[member], [audit], [mail], all]) expect(may(signIn, 'PutItem', pks, 'TransactWriteItems')).toBe(true);
    for (const pks of [[member], [mail], all]) expect(may(signIn, 'UpdateItem', pks, 'TransactWriteItems')).toBe(true);
  });

  it('reads no mail, and writes to no domain', () => {
    for (const action of ['GetItem', 'Query', 'BatchGetItem']) expect(may(signIn, action, [mail]), action).toBe(false);
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) expect(may(signIn, action, [row]), action).toBe(false);
  });
});

describe('what anyone may ask for', () => {
  const [serve, ...others] = roles.filter(([id]) => id.includes('ServeChallenges'));

  it('a challenge is read by its token', () => {
    expect(others).toEqual([]);
    expect(serve && may(serve, 'GetItem', [keys.challenge('token').pk])).toBe(true);
  });

  it.each([
    ['a domain', [row]],
    ['a key', [keys.apiKey('cps_pk_live_1').pk]],
    ['a certificate with its sealed key', [keys.certificate('org_A', 1, 'shop.customer.com').pk]],
    ['the audit', [audit]],
    ['a challenge and a domain together', [keys.challenge('token').pk, row]],
    ['a request that names no key', undefined],
  ])('whoever serves challenges reads nothing else: %s', (_, pks) => {
    for (const action of ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PartiQLSelect'])
      expect(serve && may(serve, action, pks), action).toBe(false);
  });

  it('whoever serves challenges lists none of them', () => {
    for (const action of ['Query', 'Scan', 'BatchGetItem', 'PutItem'])
      expect(serve && may(serve, action, [keys.challenge('token').pk]), action).toBe(false);
  });
});
