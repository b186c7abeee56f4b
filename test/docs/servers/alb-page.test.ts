import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EDGE_PATHS } from '../../../contract/paths.ts';
import { challengeRedirect } from '../../../lambdas/aws-servers/challenge-redirect.ts';
import { permissionsPolicy, type RoleOf, trustPolicy } from '../../../lambdas/model/aws-servers/role-policy.ts';
import { ALB_SERVER, AWS_ACCESS } from '../../../lambdas/model/events/server-examples.ts';
import { testModeAccess } from '../../../lambdas/model/servers/server.ts';
import { withTable } from '../webhooks/webhook-tables.ts';
import { block, faults } from './aws-page.ts';

const FILE = new URL('../../../docs/servers/alb.md', import.meta.url);
const role: RoleOf = {
  type: 'alb',
  organizationId: AWS_ACCESS.external_id,
  serviceRoleArn: AWS_ACCESS.service_role_arn,
  roleArn: ALB_SERVER.config.role_arn,
  listenerArn: ALB_SERVER.config.listener_arn,
  httpListenerArn: ALB_SERVER.config.http_listener_arn,
};
const written = readFileSync(FILE, 'utf8');
const made = [
  ['trust policy', block(trustPolicy(role))],
  ['permissions policy', block(permissionsPolicy(role))],
  ['faults', faults('alb')],
].reduce((page, [mark = '', text = '']) => withTable(page, mark, text), written);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, made);

describe('the page of load balancers', () => {
  it('has the policies and the faults of the service (npm run docs writes them)', () => {
    expect(written).toBe(made);
  });

  it('has policies that are JSON', () => {
    const documents = [...made.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
    expect(documents).toEqual([trustPolicy(role), permissionsPolicy(role)]);
  });

  it('names each quota with AWS’s own number', () => {
    for (const { name, limit } of testModeAccess('alb', new Date(0)).quotas) {
      expect(written).toContain(`| \`${name}\` | ${limit.toLocaleString('en')} |`);
    }
  });

  it('has the rule of port 80 as the service creates it, but for the server in its query', () => {
    const { Protocol, Host, Port, Path, StatusCode } = challengeRedirect('https://service.example.com', 'label');
    expect(Path).toContain(EDGE_PATHS.redirectedChallenges);
    const config = `RedirectConfig={Protocol=${Protocol},Host=${Host},Port=${Port},Path=${Path},Query="",StatusCode=${StatusCode}}`;
    expect(written).toContain(config);
  });
});
