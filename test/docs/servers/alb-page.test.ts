import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AWS_PROBLEM_REASONS } from '../../../contract/api/error-codes.ts';
import { AWS_QUOTAS } from '../../../contract/api/limits.ts';
import { EDGE_PATHS } from '../../../contract/paths.ts';
import { AWS_PROBLEM_WORDS } from '../../../copy/en/aws-problem-texts.ts';
import { challengeRedirect } from '../../../lambdas/aws-servers/challenge-redirect.ts';
import { permissionsPolicy, trustPolicy } from '../../../lambdas/model/aws-servers/role-policy.ts';
import { ALB_SERVER, AWS_ACCESS } from '../../../lambdas/model/events/server-examples.ts';
import { rehearsedAccess } from '../../../lambdas/model/servers/server.ts';
import { withTable } from '../webhooks/webhook-tables.ts';

const FILE = new URL('../../../docs/servers/alb.md', import.meta.url);
const role = {
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
  ['faults', faults()],
].reduce((page, [mark = '', text = '']) => withTable(page, mark, text), written);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, made);

/** A statement a line: the page stays short. */
function block({ Version, Statement }: ReturnType<typeof trustPolicy>): string {
  const statements = Statement.map((statement) => `    ${JSON.stringify(statement)}`).join(',\n');
  return `\`\`\`json\n{\n  "Version": "${Version}",\n  "Statement": [\n${statements}\n  ]\n}\n\`\`\``;
}

function faults(): string {
  const facts = { server: '{server_id}', observed: '{observed}' };
  const rows = AWS_PROBLEM_REASONS.map((reason) => {
    const { says, fix } = AWS_PROBLEM_WORDS[reason];
    return `| \`${reason}\` | ${says(facts)} | ${fix(facts)} |`;
  });
  return ['| `reason` | What is the matter | What to do |', '|---|---|---|', ...rows].join('\n');
}

describe('the page of load balancers', () => {
  it('has the policies and the faults of the service (npm run docs writes them)', () => {
    expect(written).toBe(made);
  });

  it('has policies that are JSON', () => {
    const documents = [...made.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
    expect(documents).toEqual([trustPolicy(role), permissionsPolicy(role)]);
  });

  it('names each quota with AWS’s own number', () => {
    const { quotas } = rehearsedAccess('alb', new Date(0));
    for (const name of AWS_QUOTAS) {
      const limit = quotas.find((quota) => quota.name === name)?.limit ?? 0;
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
