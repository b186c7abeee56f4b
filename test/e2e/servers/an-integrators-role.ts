import { CreateRoleCommand, IAMClient, PutRolePolicyCommand } from '@aws-sdk/client-iam';
import { expect, vi } from 'vitest';
import { awsClientSettings, awsEndpoint } from '../../../local/machine/environment.ts';
import { api, ports } from '../cloud.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

export const IN_TIME = { timeout: PATIENCE_SECONDS * 1_000, interval: 500 };
export const integratorsAccount = awsClientSettings(awsEndpoint(ports.aws));
const iam = new IAMClient(integratorsAccount);

interface RoleSettings {
  account: string;
  externalId?: string;
  denied?: string;
}

/** A role in the integrator's account. Without an external id, every principal of the service's account may assume it. */
export async function aRole(name: string, { account, externalId, denied }: RoleSettings): Promise<string> {
  const Condition = externalId === undefined ? {} : { StringEquals: { 'sts:ExternalId': externalId } };
  const trust = { Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: 'sts:AssumeRole', Condition };
  const { Role } = await iam.send(
    new CreateRoleCommand({
      RoleName: name,
      AssumeRolePolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [trust] }),
    }),
  );
  const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
  const deny = denied === undefined ? [] : [{ Effect: 'Deny', Action: denied, Resource: '*' }];
  const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [allow, ...deny] });
  await iam.send(new PutRolePolicyCommand({ RoleName: name, PolicyName: 'all', PolicyDocument }));
  return Role?.Arn ?? expect.fail('no role');
}

export interface ShownServer {
  id: number;
  status: string;
  address?: string[];
  cname_target: string;
  problem?: { reason: string; action?: string };
}

/** Waits for the server's account check. */
export async function checked({ id }: ShownServer): Promise<ShownServer> {
  return vi.waitFor(async () => {
    const { body } = await api<ShownServer>('GET', `/servers/${id}`);
    expect(body.status).not.toBe('unclaimed');
    return body;
  }, IN_TIME);
}
