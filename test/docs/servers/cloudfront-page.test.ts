import { readFileSync, writeFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { challengeRedirect } from '../../../lambdas/aws-servers/challenge-redirect.ts';
import { permissionsPolicy, type RoleOf } from '../../../lambdas/model/aws-servers/role-policy.ts';
import { AWS_ACCESS, CLOUDFRONT_SERVER } from '../../../lambdas/model/events/server-examples.ts';
import { testModeAccess } from '../../../lambdas/model/servers/server.ts';
import { withTable } from '../webhooks/webhook-tables.ts';
import { block, faults } from './aws-page.ts';

const FILE = new URL('../../../docs/servers/cloudfront.md', import.meta.url);
const role: RoleOf = {
  type: 'cloudfront',
  organizationId: AWS_ACCESS.external_id,
  serviceRoleArn: AWS_ACCESS.service_role_arn,
  roleArn: CLOUDFRONT_SERVER.config.role_arn,
  distributionId: CLOUDFRONT_SERVER.config.distribution_id,
};
const written = readFileSync(FILE, 'utf8');
const made = [
  ['permissions policy', block(permissionsPolicy(role))],
  ['faults', faults('cloudfront')],
].reduce((page, [mark = '', text = '']) => withTable(page, mark, text), written);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, made);

describe('the page of CloudFront', () => {
  it('has the policy and the faults of the service (npm run docs writes them)', () => {
    expect(written).toBe(made);
  });

  it('names each quota with AWS’s own number', () => {
    for (const { name, limit } of testModeAccess('cloudfront', new Date(0)).quotas)
      expect(written).toContain(`| \`${name}\` | ${limit.toLocaleString('en')} |`);
  });
});

describe('the function of the page', () => {
  const [, code = ''] = /```js\n([^`]+)```/.exec(written) ?? [];
  const viewed = (uri: string) => ({ request: { uri, headers: { host: { value: 'shop.example.com' } } } });
  const run = (uri: string) => runInNewContext(`${code}; handler(event)`, { event: viewed(uri) });

  it('sends a challenge to where a load balancer would', () => {
    const { Protocol, Host, Path, StatusCode } = challengeRedirect('https://service.example.com', 'label');
    const path = Path.replace('#{host}', 'shop.example.com').replace('#{path}', '.well-known/acme-challenge/token');
    expect(run('/.well-known/acme-challenge/token')).toMatchObject({
      statusCode: Number(StatusCode.replace('HTTP_', '')),
      headers: { location: { value: `${Protocol.toLowerCase()}://${Host}${path}` } },
    });
  });

  it('lets everything else pass', () => {
    expect(run('/cart/.well-known/acme-challenge/token')).toEqual(viewed('/cart/.well-known/acme-challenge/token').request);
  });
});
