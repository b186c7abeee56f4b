import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type Policies, type Role, readPolicies } from '../permissions/policies.ts';
import { simulate } from '../permissions/simulate.ts';
import type { Template as PlainTemplate } from '../permissions/template.ts';
import { buildApp, productionStage } from './synthesized.ts';

// Who may assume a role: only a service, and only on behalf of this account. Evaluated with the IAM policy simulator.

const account = '111122223333';
const region = 'eu-central-1';
const { stateful, service } = buildApp(
  { ...productionStage, account, region },
  { canary: '5', 'aws:cdk:enable-path-metadata': true },
);
const templates = [stateful, service].map((stack) => Template.fromStack(stack).toJSON() as PlainTemplate);
const policies: Policies = readPolicies({ account, region, templates });

/** Services whose documentation says that they set aws:SourceArn, each with its value. */
const SOURCES = {
  'scheduler.amazonaws.com': (of: string) => `arn:aws:scheduler:${region}:${of}:schedule-group/default`,
  'states.amazonaws.com': (of: string) => `arn:aws:states:${region}:${of}:stateMachine:LifecycleMachine8E05AD5F-x1`,
  'codedeploy.amazonaws.com': (of: string) => `arn:aws:codedeploy:${region}:${of}:deploymentgroup:application/group`,
};

const trustedBy = ({ trust }: Role) => trust.Statement.flatMap(({ Principal }) => Object(Principal).Service ?? []) as string[];

/** Whether a service acting for an account's resource may assume a role. */
async function mayTake(role: Role, principal: string, sourceArn: string, sourceAccount: string): Promise<boolean> {
  const question = { action: 'sts:AssumeRole', resource: role.arn, context: {} };
  return (await simulate({ service: { principal, sourceArn, sourceAccount } }, question, role.trust)).isAllowed;
}

describe('a role that a service takes', () => {
  it.each(Object.entries(SOURCES))('can be assumed by %s for this account only', async (principal, source) => {
    const roles = policies.roles.filter((role) => trustedBy(role).includes(principal));
    expect(roles).not.toEqual([]);
    for (const role of roles) {
      expect(await mayTake(role, principal, source(account), account), role.name).toBe(true);
      expect(await mayTake(role, principal, source('999999999999'), '999999999999'), role.name).toBe(false);
      expect(await mayTake(role, principal, source(account), '999999999999'), role.name).toBe(false);
      expect(await mayTake(role, principal, `arn:aws:sns:${region}:${account}:another`, account), role.name).toBe(false);
    }
  });

  it('trusts one of these, or Lambda, whose guide has no such condition', () => {
    const known = new Set([...Object.keys(SOURCES), 'lambda.amazonaws.com']);
    expect(policies.roles.flatMap(trustedBy).filter((principal) => !known.has(principal))).toEqual([]);
  });

  it('trusts nobody else, but the one who breaks the glass', () => {
    const others = policies.roles.filter((role) => trustedBy(role).length === 0).map(({ name }) => name);
    expect(others).toEqual(['SealingKey/BreakGlass']);
  });
});
