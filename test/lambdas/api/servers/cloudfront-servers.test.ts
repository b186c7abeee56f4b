import { describe, expect, it } from 'vitest';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { itemsUnder, tableHolds, writes } from '../api-caller.ts';
import {
  ALB_CONFIG,
  aBalancer,
  aDistribution,
  aServer,
  CLOUDFRONT_CONFIG,
  call,
  callWithPartition,
  errorsOf,
  update,
  wakes,
} from './servers-api.ts';

const create = (config: object | undefined, more: object = {}) =>
  call({ method: 'POST', path: '/api/servers', body: { type: 'cloudfront', ...(config && { config }), ...more } });
const { role_arn, distribution_id } = CLOUDFRONT_CONFIG;

describe('201: a created distribution', () => {
  it('is shown in full, as not checked yet, and its account is looked into at once', async () => {
    const items = tableHolds();
    const { status, json } = await create(CLOUDFRONT_CONFIG, { name: 'Edge' });
    expect(status).toBe(201);
    expect(ServerResource.parse(json)).toMatchObject({ type: 'cloudfront', config: CLOUDFRONT_CONFIG, status: 'unclaimed' });
    expect(json).not.toHaveProperty('address');
    expect(wakes(items)).toContain('aws-server');
  });

  it('needs no connection group, and its certificates are imported unless it says otherwise', async () => {
    tableHolds();
    expect((await create({ role_arn, distribution_id })).json.config).toEqual({ role_arn, distribution_id, managed: false });
  });

  it('is on the audit record with what CloudFront manages', async () => {
    const items = tableHolds();
    await create({ role_arn, distribution_id, managed: true });
    const after = { type: 'cloudfront', role_arn, distribution_id, managed: true };
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ action: 'server.created', after }]);
  });
});

describe('422: what is wrong with a config is said without a call to AWS', () => {
  const arn = 'arn:aws:cloudfront::111122223333:distribution/E1A2B3C4D5E6F7';
  it.each([
    ['no config', undefined, { 'config.role_arn': /required.*cloudfront/, 'config.distribution_id': /required.*cloudfront/ }],
    ['the ARN of the distribution', { role_arn, distribution_id: arn }, { 'config.distribution_id': /id of a CloudFront/ }],
    ['small letters', { role_arn, distribution_id: 'e1a2b3c4d5e6f7' }, { 'config.distribution_id': /such as E1A2B3/ }],
    [
      'no connection group',
      { ...CLOUDFRONT_CONFIG, connection_group_id: 'd111111abcdef8.cloudfront.net' },
      { 'config.connection_group_id': /such as cg_/ },
    ],
    ['no role', { role_arn: arn, distribution_id }, { 'config.role_arn': /ARN of an IAM role/ }],
    [
      'a role of another partition',
      { role_arn: 'arn:aws-cn:iam::111122223333:role/certificates', distribution_id },
      { 'config.role_arn': /partition aws-cn/ },
    ],
    [
      'the fields of a load balancer',
      { role_arn, distribution_id, listener_arn: ALB_CONFIG.listener_arn, region: 'us-east-1' },
      { 'config.listener_arn': /only for a server of type alb/, 'config.region': /only for a server of type alb/ },
    ],
    [
      'the roles of machines',
      { role_arn, distribution_id, machine_roles: [role_arn] },
      { 'config.machine_roles': /only for a server of type agent/ },
    ],
    ['managed as text', { role_arn, distribution_id, managed: 'true' }, { 'config.managed': /must be a boolean/ }],
  ])('%s', async (_, config, errors) => {
    tableHolds();
    const said = Object.entries(errors).map(([field, text]) => [field, [expect.stringMatching(text)]]);
    expect(errorsOf(await create(config))).toEqual([422, Object.fromEntries(said)]);
    expect(writes()).toEqual([]);
  });

  it('an address, which the service finds', async () => {
    tableHolds();
    const answer = await create(CLOUDFRONT_CONFIG, { address: ['d111111abcdef8.cloudfront.net'] });
    expect(errorsOf(answer)).toEqual([422, { address: [expect.stringMatching(/found by the service/)] }]);
  });

  it.each([
    ['agent', undefined],
    ['alb', ALB_CONFIG],
  ])('the fields of a distribution at a server of type %s', async (type, config) => {
    tableHolds();
    const body = { type, config: { ...config, distribution_id, managed: false } };
    expect(errorsOf(await call({ path: '/api/servers', body }))).toEqual([
      422,
      {
        'config.distribution_id': ['is only for a server of type cloudfront'],
        'config.managed': ['is only for a server of type cloudfront'],
      },
    ]);
  });

  it('a deployment in a partition where CloudFront has no such distributions', async () => {
    tableHolds();
    const config = { role_arn: 'arn:aws-cn:iam::111122223333:role/certificates', distribution_id };
    const answer = await callWithPartition('aws-cn')({ path: '/api/servers', body: { type: 'cloudfront', config } });
    expect(errorsOf(answer)).toEqual([422, { 'config.role_arn': [expect.stringMatching(/in the partition aws only/)] }]);
  });
});

describe('PATCH of a distribution', () => {
  const problem = { reason: 'action_denied' as const, action: 'acm:ImportCertificate', at: '2026-06-01T11:00:00.000Z' };
  const other = 'arn:aws:iam::111122223333:role/other';

  it('changes its role and who manages its certificates, and has the account looked into at once', async () => {
    const items = tableHolds(aDistribution(1, { access: { checkedAt: problem.at, quotas: [] } }));
    const { status, json } = await update({ config: { role_arn: other, managed: true } });
    expect([status, json.config]).toEqual([200, { ...CLOUDFRONT_CONFIG, role_arn: other, managed: true }]);
    expect(wakes(items)).toEqual(['aws-server']);
    const changes = { before: { role_arn, managed: false }, after: { role_arn: other, managed: true } };
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([changes]);
  });

  it('gives its certificates back to the service', async () => {
    const items = tableHolds(aDistribution(1, { managed: true }));
    expect((await update({ config: { managed: false } })).json.config).toEqual(CLOUDFRONT_CONFIG);
    expect(itemsUnder(items, 'ORG#').find(({ type }) => type === 'cloudfront')).not.toHaveProperty('managed');
  });

  it('forgets a problem that was found with another role, and keeps the address that was found', async () => {
    const address = ['d111111abcdef8.cloudfront.net'];
    const items = tableHolds(aDistribution(1, { address, access: { checkedAt: problem.at, problem, quotas: [] } }));
    expect((await update({ config: { role_arn: other } })).json).toMatchObject({ status: 'unclaimed', address });
    expect(itemsUnder(items, 'ORG#').find(({ type }) => type === 'cloudfront')).toMatchObject({ address });
  });

  it.each([
    ['distribution', { distribution_id: 'E9Z8Y7X6W5V4' }, 'distribution_id'],
    ['connection group', { connection_group_id: 'cg_2whCJoXMYCjHcxaLGrkllvyZZZZ' }, 'connection_group_id'],
  ])('does not change its %s', async (_, config, field) => {
    tableHolds(aDistribution());
    expect(errorsOf(await update({ config }))).toEqual([422, { [`config.${field}`]: ['cannot be changed'] }]);
  });

  it.each([[null], [['192.0.2.1']]])('does not change its address to %j', async (address) => {
    tableHolds(aDistribution());
    expect(errorsOf(await update({ address }))).toEqual([422, { address: [expect.stringMatching(/found by the service/)] }]);
  });

  it.each([
    ['alb', aBalancer()],
    ['agent', aServer()],
  ])('has no managed certificates where the type is %s', async (_, item) => {
    tableHolds(item);
    const answer = errorsOf(await update({ config: { managed: true } }));
    expect(answer).toEqual([422, { 'config.managed': ['is only for a server of type cloudfront'] }]);
  });
});

describe('GET of a distribution', () => {
  it('shows the address that the check has found, which the target leads to', async () => {
    const address = ['d111111abcdef8.cloudfront.net'];
    tableHolds(aDistribution(1, { address, access: { checkedAt: '2026-06-01T11:00:00.000Z', quotas: [] } }));
    const { json } = await call({ method: 'GET', path: '/api/servers/1' });
    expect(ServerResource.parse(json)).toMatchObject({ address, status: 'online', config: CLOUDFRONT_CONFIG });
  });
});

describe('a server at CloudFront that something still needs', () => {
  it('keeps its account: what was brought there lies in that one', async () => {
    tableHolds(aDistribution());
    const answer = await update({ config: { role_arn: 'arn:aws:iam::444455556666:role/certificates' } });
    expect(errorsOf(answer)).toEqual([422, { 'config.role_arn': [expect.stringContaining('account 111122223333')] }]);
  });

  it.each([
    ['that is wanted', { state: 'wanted', announcedAt: '2026-06-01T11:00:00.000Z' }, 409],
    ['whose removal nobody has begun', { state: 'removed' }, 409],
    ['whose removal is under way', { state: 'removed', announcedAt: '2026-06-01T11:00:00.000Z' }, 200],
  ])('is not deleted with a tenant %s', async (_, tenant, expected) => {
    tableHolds(aDistribution(), { ...keys.managedTenant('org_A', 1, 'shop.customer.com'), ...tenant });
    expect((await call({ method: 'DELETE', path: '/api/servers/1' })).status).toBe(expected);
  });
});
