import { describe, expect, it } from 'vitest';
import { composeKey, hashSecret } from '../../../../lambdas/model/accounts/api-key.ts';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { itemsUnder, keyItem, serviceSecret, tableHolds } from '../api-caller.ts';
import { ALB_CONFIG, aDistribution, CLOUDFRONT_CONFIG, call } from './servers-api.ts';

const create = (config: object, more: object = {}) =>
  call({ method: 'POST', path: '/api/servers', body: { type: 'cloudfront', config, ...more } });
const update = (body: object) => call({ method: 'PATCH', path: '/api/servers/1', body });
const wakes = (items: ReturnType<typeof tableHolds>) => itemsUnder(items, 'OUTBOX#').map(({ kind }) => kind);

describe('201: a created server at CloudFront', () => {
  it('is shown in full, as not checked yet, and its account is looked into at once', async () => {
    const items = tableHolds();
    const { status, json } = await create(CLOUDFRONT_CONFIG, { name: 'Edge' });
    expect(status).toBe(201);
    expect(ServerResource.parse(json)).toMatchObject({ type: 'cloudfront', config: CLOUDFRONT_CONFIG, status: 'unclaimed' });
    expect(wakes(items)).toContain('aws-server');
  });

  it('needs no connection group: the account has a default one', async () => {
    tableHolds();
    const { role_arn, distribution_id } = CLOUDFRONT_CONFIG;
    expect((await create({ role_arn, distribution_id })).json.config).toEqual({ role_arn, distribution_id });
  });

  it('is online at once in test mode, with the quotas of CloudFront', async () => {
    const { keyId, secret } = composeKey('test', 'e'.repeat(22), 'f'.repeat(43), serviceSecret);
    const testKey = keyItem({ keyId, organizationId: 'org_A_test', secretSha256: hashSecret(secret) });
    const items = tableHolds({ ...testKey, ...keys.apiKey(keyId) });
    const headers = { 'x-api-key-id': keyId, 'x-api-key': secret };
    const { json } = await call({ path: '/api/servers', body: { type: 'cloudfront', config: CLOUDFRONT_CONFIG }, headers });
    expect(json).toMatchObject({ livemode: false, status: 'online' });
    expect(json.quotas.map(({ name }: { name: string }) => name)).toEqual([
      'distribution_tenants',
      'certificates_in_acm',
      'imports_per_year',
    ]);
    expect(wakes(items)).toEqual([]);
  });
});

describe('422', () => {
  it.each([
    ['no config', {}, { 'config.role_arn': [/required .* cloudfront/], 'config.distribution_id': [/required/] }],
    [
      'no id of a distribution',
      { ...CLOUDFRONT_CONFIG, distribution_id: 'd111.cloudfront.net' },
      { 'config.distribution_id': [/E1A2/] },
    ],
    [
      'no id of a connection group',
      { ...CLOUDFRONT_CONFIG, connection_group_id: 'x' },
      { 'config.connection_group_id': [/cg_/] },
    ],
    ['what is of a load balancer', { ...ALB_CONFIG, ...CLOUDFRONT_CONFIG }, { 'config.listener_arn': [/type alb$/] }],
    ['what is of machines', { ...CLOUDFRONT_CONFIG, machine_roles: [] }, { 'config.machine_roles': [/type agent$/] }],
    [
      'a role of another partition',
      { ...CLOUDFRONT_CONFIG, role_arn: 'arn:aws-cn:iam::111122223333:role/certificates' },
      { 'config.role_arn': [/partition aws-cn/] },
    ],
  ])('is the answer to %s', async (_, config, errors) => {
    tableHolds();
    const { status, json } = await create(config);
    expect(status).toBe(422);
    const expected = Object.entries(errors).map(([field, [pattern]]) => [field, [expect.stringMatching(pattern ?? '')]]);
    expect(json.error.details.errors).toMatchObject(Object.fromEntries(expected));
  });

  it('is the answer to an address, at a creation and at a change: CloudFront says it', async () => {
    tableHolds(aDistribution());
    const problem = { address: [expect.stringContaining('connection group leads')] };
    expect((await create(CLOUDFRONT_CONFIG, { address: ['192.0.2.1'] })).json.error.details.errors).toEqual(problem);
    expect((await update({ address: null })).json.error.details.errors).toEqual(problem);
  });

  it('is the answer to another distribution', async () => {
    tableHolds(aDistribution());
    const { json } = await update({ config: { distribution_id: 'E9Z9Z9Z9Z9Z9Z9' } });
    expect(json.error.details.errors).toEqual({ 'config.distribution_id': ['cannot be changed'] });
  });
});

describe('200: a change', () => {
  it('of the role is kept, and has the account checked', async () => {
    const items = tableHolds(aDistribution());
    const role_arn = 'arn:aws:iam::111122223333:role/another';
    const { status, json } = await update({ config: { role_arn } });
    expect([status, json.config]).toEqual([200, { ...CLOUDFRONT_CONFIG, role_arn }]);
    expect(wakes(items)).toContain('aws-server');
  });

  it('of the name leaves the address alone that the check has found', async () => {
    tableHolds(aDistribution(1, { address: ['d111111abcdef8.cloudfront.net'] }));
    const { json } = await update({ name: 'Another' });
    expect([json.name, json.address]).toEqual(['Another', ['d111111abcdef8.cloudfront.net']]);
  });
});
