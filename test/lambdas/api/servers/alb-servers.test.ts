import { describe, expect, it } from 'vitest';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { aTestKey } from '../a-test-key.ts';
import { COUNTED, itemsUnder, KEPT, tableHolds, wholeRequests, writes } from '../api-caller.ts';
import { ALB_CONFIG, aBalancer, call, errorsOf, update, wakes } from './servers-api.ts';

const create = (config: object, more: object = {}) =>
  call({ method: 'POST', path: '/api/servers', body: { type: 'alb', config, ...more } });
const otherListener = ALB_CONFIG.listener_arn.replace('/shop/', '/other/');

describe('201: a created load balancer', () => {
  it('is shown in full, as not checked yet, and its account is looked into at once', async () => {
    const items = tableHolds();
    const { status, json } = await create(ALB_CONFIG, { name: 'Balancer', address: ['shop-1.eu-west-1.elb.amazonaws.com'] });
    expect(status).toBe(201);
    expect(ServerResource.parse(json)).toMatchObject({ type: 'alb', name: 'Balancer', config: ALB_CONFIG, status: 'unclaimed' });
    expect(wakes(items)).toContain('aws-server');
    expect(itemsUnder(items, 'ORG#').find(({ type }) => type === 'alb')).not.toHaveProperty('machines');
  });

  it('takes its region from the listener, and needs no listener of port 80', async () => {
    tableHolds();
    const { role_arn, listener_arn, region } = ALB_CONFIG;
    expect((await create({ role_arn, listener_arn })).json.config).toEqual({ role_arn, listener_arn, region });
  });

  it('is on the audit record with its role and its listeners', async () => {
    const items = tableHolds();
    await create(ALB_CONFIG);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ action: 'server.created', after: { type: 'alb', ...ALB_CONFIG } }]);
  });

  it('takes no more requests than one with machines', async () => {
    tableHolds();
    await create(ALB_CONFIG);
    expect(wholeRequests()).toEqual([...COUNTED, 'Query ORG#org_A SERVER#… SERVER#…', ...writes(), KEPT]);
    expect(writes()).toHaveLength(1);
  });

  it('is online at once in test mode, where nothing touches AWS', async () => {
    const { headers, items: ofTestMode } = aTestKey();
    const items = tableHolds(...ofTestMode);
    const { json } = await call({ path: '/api/servers', body: { type: 'alb', config: ALB_CONFIG }, headers });
    expect(json).toMatchObject({ livemode: false, status: 'online', quotas: [{ used: 0, limit: 25 }, {}, {}] });
    expect(wakes(items)).toEqual([]);
  });
});

describe('422: what is wrong with a config is said without a call to AWS', () => {
  const ec2 = 'arn:aws:ec2:eu-west-1:111122223333:instance/i-1';
  it.each([
    ['no config', {}, { 'config.role_arn': [/required/], 'config.listener_arn': [/required/] }],
    ['no role', { role_arn: ec2 }, { 'config.role_arn': [/ARN of an IAM role/], 'config.listener_arn': [/required/] }],
    ['no listener', { ...ALB_CONFIG, listener_arn: ec2 }, { 'config.listener_arn': [/ARN of a listener/] }],
    [
      'a network load balancer',
      { ...ALB_CONFIG, http_listener_arn: undefined, listener_arn: ALB_CONFIG.listener_arn.replace('/app/', '/net/') },
      { 'config.listener_arn': [/Application Load Balancer/] },
    ],
    [
      'the listener of another account',
      { ...ALB_CONFIG, role_arn: 'arn:aws:iam::444455556666:role/certificates' },
      { 'config.role_arn': [/account 444455556666, but the listener is in the account 111122223333/] },
    ],
    ['another region', { ...ALB_CONFIG, region: 'us-east-1' }, { 'config.region': [/must be eu-west-1/] }],
    [
      'another partition',
      {
        role_arn: 'arn:aws-cn:iam::111122223333:role/certificates',
        listener_arn:
          'arn:aws-cn:elasticloadbalancing:cn-north-1:111122223333:listener/app/shop/50dc6c495c0c9188/f2f7dc8efc522ab2',
      },
      { 'config.role_arn': [/partition aws-cn/], 'config.listener_arn': [/partition aws-cn/] },
    ],
    [
      'the same listener twice',
      { ...ALB_CONFIG, http_listener_arn: ALB_CONFIG.listener_arn },
      { 'config.http_listener_arn': [/port 80/] },
    ],
    [
      'port 80 of another balancer',
      { ...ALB_CONFIG, http_listener_arn: otherListener },
      { 'config.http_listener_arn': [/same load/] },
    ],
  ])('%s', async (_, config, errors) => {
    tableHolds();
    const said = Object.fromEntries(
      Object.entries(errors).map(([field, texts]) => [field, texts.map((text) => expect.stringMatching(text))]),
    );
    expect(errorsOf(await create(config))).toEqual([422, said]);
    expect(writes()).toEqual([]);
  });

  it('the fields of a load balancer at a server with machines', async () => {
    tableHolds();
    const answer = await call({ path: '/api/servers', body: { config: { role_arn: ALB_CONFIG.role_arn } } });
    expect(errorsOf(answer)).toEqual([422, { 'config.role_arn': ['is only for a server of type alb or cloudfront'] }]);
  });
});

describe('PATCH of a load balancer', () => {
  const denied = { reason: 'action_denied' as const, action: 'acm:ImportCertificate', at: '2026-06-01T11:00:00.000Z' };
  const checked = { checkedAt: denied.at, quotas: [] };
  const role_arn = 'arn:aws:iam::111122223333:role/other';

  it('changes its role, and has the account looked into at once', async () => {
    const items = tableHolds(aBalancer(1, { access: checked }));
    const { status, json } = await update({ config: { role_arn } });
    expect([status, json.config]).toEqual([200, { ...ALB_CONFIG, role_arn }]);
    expect(json.status).toBe('online');
    expect(wakes(items)).toEqual(['aws-server']);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ before: { role_arn: ALB_CONFIG.role_arn }, after: { role_arn } }]);
  });

  it('forgets a problem that was found with another role', async () => {
    const items = tableHolds(aBalancer(1, { access: { ...checked, problem: denied } }));
    expect((await update({ config: { role_arn } })).json).toMatchObject({ status: 'unclaimed' });
    expect(itemsUnder(items, 'ORG#').find(({ type }) => type === 'alb')).not.toHaveProperty('access');
  });

  it('keeps a problem where another name is all that changes, and wakes nobody', async () => {
    const items = tableHolds(aBalancer(1, { access: { ...checked, problem: denied } }));
    expect((await update({ name: 'Other' })).json).toMatchObject({ name: 'Other', status: 'error' });
    expect(wakes(items)).toEqual([]);
  });

  it('takes the listener of port 80 away with null', async () => {
    tableHolds(aBalancer());
    expect((await update({ config: { http_listener_arn: null } })).json.config).not.toHaveProperty('http_listener_arn');
  });

  it('has the rule of each former listener of port 80 deleted, with the role that created it', async () => {
    const items = tableHolds(aBalancer());
    const next = ALB_CONFIG.http_listener_arn.replace(/\w+$/, '1111111111111111');
    await update({ config: { role_arn, http_listener_arn: next } });
    await update({ name: 'Other' });
    await update({ config: { http_listener_arn: null } });
    const work = itemsUnder(items, 'AWS#').filter(({ kind }) => kind === 'rule');
    expect(work.every(({ givesUpAt }) => typeof givesUpAt === 'string')).toBe(true);
    expect(work.map(({ listenerArn, roleArn, label }) => [listenerArn, roleArn, label])).toEqual([
      [ALB_CONFIG.http_listener_arn, ALB_CONFIG.role_arn, aBalancer().label],
      [next, role_arn, aBalancer().label],
    ]);
  });

  it.each([
    ['its listener', { listener_arn: otherListener }, { 'config.listener_arn': ['cannot be changed'] }],
    ['its region', { region: 'us-east-1' }, { 'config.region': ['cannot be changed'] }],
    [
      'its account',
      { role_arn: 'arn:aws:iam::444455556666:role/certificates' },
      { 'config.role_arn': [expect.stringMatching(/444455556666/)] },
    ],
  ])('does not change %s', async (_, config, errors) => {
    tableHolds(aBalancer());
    expect(errorsOf(await update({ config }))).toEqual([422, errors]);
  });
});
