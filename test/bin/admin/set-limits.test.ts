import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Command, type CommanderError } from 'commander';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addAccountCommands } from '../../../bin/admin/account-commands.ts';
import type { Session } from '../../../bin/admin/connect.ts';
import { getOrganization } from '../../../lambdas/api/organization/get-organization.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { NOW } from '../../lambdas/a-domain.ts';
import {
  apiCaller,
  dynamo,
  itemsUnder,
  keyItem,
  limitsItem,
  newId,
  opened,
  pair,
  table,
  tableHolds,
} from '../../lambdas/api/api-caller.ts';
import { conflict } from '../../lambdas/api/conflict.ts';
import { settings } from '../../lambdas/settings.ts';

const OF_STAGE = { requestsPerMinute: 200, requestsPerHour: 3_000 };
const OTHER_KEY = 'cps_pk_live_other';
const [secrets, lambda] = [mockClient(SecretsManagerClient), mockClient(LambdaClient)];
const print = vi.fn<Session['print']>();
const accounts = accountStore(table);
const connected = {
  ...{ table, accounts, serviceSecretArn: 'arn', caFunctionName: 'order' },
  ...{ clock: () => NOW, newId, pause: async () => {} },
};
const session = { connect: async () => connected, print } as unknown as Session;
const call = apiCaller(opened([getOrganization], { settings: { ...settings, rateLimits: OF_STAGE } }));
const ask = () => call({ method: 'GET', path: '/api/organization' });
const organization = { ...keys.organization('org_A'), id: 'org_A', name: 'Shops', createdAt: NOW.toISOString() };

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(
    organization,
    { ...keys.keyOfOrganization('org_A', pair.keyId), keyId: pair.keyId },
    { ...keys.keyOfOrganization('org_A', OTHER_KEY), keyId: OTHER_KEY },
    { ...keyItem({ keyId: OTHER_KEY }), ...keys.apiKey(OTHER_KEY) },
  );
  vi.clearAllMocks();
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ 1: 'x'.repeat(64) }) });
  const variables = { SETTINGS: JSON.stringify({ ...settings, rateLimits: OF_STAGE }), KMS_KEY_ID: 'kms' };
  lambda.on(GetFunctionConfigurationCommand).resolves({ Environment: { Variables: variables } });
});

/** The output of the command. Throws the error message of commander or of the command. */
async function setLimits(...options: string[]): Promise<unknown> {
  const program = new Command();
  addAccountCommands(program, session);
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput({ writeErr: () => {} });
  await program.parseAsync(['set-limits', '--organization', 'org_A', ...options], { from: 'user' });
  return print.mock.calls.at(-1)?.[0];
}
const audit = () => itemsUnder(items, 'AUDIT#').map(({ action, before, after }) => [action, before, after]);
const keyLimits = () => [pair.keyId, OTHER_KEY].map((id) => items.get(`KEY#${id}|KEY`)?.requestsPerMinute);

describe('admin set-limits', () => {
  it('holds for the next request of every key, in its headers and in what the organization shows, and leaves the rest', async () => {
    expect(await setLimits('--requests-per-minute', '500', '--requests-per-hour', '9000', '--servers', '3')).toEqual({
      organization_id: 'org_A',
      ...{ requests_per_minute: 500, requests_per_hour: 9000, servers: 3 },
      ...{ domains: 10_000, unvalidated_domains: 1000, webhooks: 20, new_receivers_per_hour: 60 },
      ...{ open_invitations: 50, new_invitations_per_hour: 20 },
    });
    expect(keyLimits()).toEqual([500, 500]);
    const { json, headers } = await ask();
    expect(json.limits).toMatchObject({
      ...{ requests_per_minute: { limit: 500, used: 1 }, requests_per_hour: { limit: 9000, used: 1 } },
      ...{ servers: { limit: 3 }, domains: { limit: 10_000 } },
    });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '499' });
  });

  it('lowers a limit in the middle of its hour: what was asked stays counted, and the next request is refused', async () => {
    items.set('ORG#org_A|LIMITS', limitsItem({ requestsInHour: 40 }));
    await setLimits('--requests-per-hour', '40');
    const { status, json } = await ask();
    expect([status, json.error.details]).toEqual([429, expect.objectContaining({ limit: 40, remaining: 0 })]);
    await setLimits('--requests-per-hour', '41');
    expect((await ask()).status).toBe(200);
    expect((await ask()).json.error.details).toMatchObject({ limit: 41, remaining: 0 });
  });

  it('leaves the keys alone where it is not about them', async () => {
    await setLimits('--domains', '5');
    expect(keyLimits()).toEqual([undefined, undefined]);
  });

  it('has the standard of the stage hold again, for the organization and its keys', async () => {
    await setLimits('--requests-per-minute', '500', '--requests-per-hour', '9000', '--servers', '3');
    const printed = await setLimits('--requests-per-minute', 'standard', '--requests-per-hour', 'standard', '--domains', '7');
    expect(printed).toMatchObject({ requests_per_minute: 200, requests_per_hour: 3000, servers: 3, domains: 7 });
    expect(keyLimits()).toEqual([undefined, undefined]);
    expect((await ask()).json.limits).toMatchObject({
      ...{ requests_per_minute: { limit: 200 }, requests_per_hour: { limit: 3000 }, servers: { limit: 3 } },
    });
    await setLimits('--servers', 'standard');
    expect((await ask()).json.limits).toMatchObject({ servers: { limit: 100 } });
  });

  it('is on the audit record with what the limits were, those of the stage where there were none', async () => {
    await setLimits('--requests-per-hour', '9000');
    await setLimits('--requests-per-hour', 'standard', '--webhooks', '20');
    expect(audit()).toEqual([
      ['organization.limits_changed', { requests_per_hour: 3000 }, { requests_per_hour: 9000 }],
      ['organization.limits_changed', { requests_per_hour: 9000 }, { requests_per_hour: 3000 }],
    ]);
    expect(itemsUnder(items, 'AUDIT#')[0]?.actor).toEqual({ type: 'administrator' });
  });

  it('is done although requests are counted in the same item all the time', async () => {
    dynamo.on(TransactWriteCommand).rejectsOnce(conflict()).rejectsOnce(conflict()).rejectsOnce(conflict()).resolves({});
    expect(await setLimits('--servers', '3')).toMatchObject({ servers: 3 });
  });

  it('is refused for an organization that is not there', async () => {
    await expect(setLimits('--organization', 'org_X', '--servers', '3')).rejects.toThrow('There is no organization org_X.');
    expect(audit()).toEqual([]);
  });

  it('raises what people may invite, for the organization alone: test data has no people', async () => {
    const raised = ['--open-invitations', '200', '--new-invitations-per-hour', '40'];
    expect(await setLimits(...raised)).toMatchObject({ open_invitations: 200, new_invitations_per_hour: 40 });
    expect(items.get('ORG#org_A|LIMITS')).toMatchObject({ openInvitations: 200, newInvitationsPerHour: 40 });
    expect((await ask()).json.limits).not.toHaveProperty('open_invitations');
    items.set('ORG#org_A_test|ORG', { ...organization, ...keys.organization('org_A_test'), id: 'org_A_test' });
    await expect(setLimits('--organization', 'org_A_test', ...raised)).rejects.toThrow('People are members of org_A');
  });

  it('is refused where no limit is named', async () => {
    await expect(setLimits()).rejects.toThrow('no limit is named');
  });

  it.each([
    ['--requests-per-minute', '0', '1 to 15,000'],
    ['--requests-per-minute', '15001', '1 to 15,000'],
    ['--requests-per-minute', '-5', '1 to 15,000'],
    ['--requests-per-hour', '900001', '1 to 900,000'],
    ['--requests-per-hour', '1.5', '1 to 900,000'],
    ['--requests-per-hour', '', '1 to 900,000'],
    ['--domains', '0', '1 or more'],
    ['--domains', '9007199254740993', '1 or more'],
    ['--domains', 'none', '1 or more'],
  ])('refuses %s %j, and says what it takes', async (option, value, bounds) => {
    const refused = await setLimits(`${option}=${value}`).catch((error: CommanderError) => error);
    expect(refused).toMatchObject({ code: 'commander.invalidArgument' });
    expect((refused as CommanderError).message).toContain(`It must be a whole number of ${bounds}, or \`standard\`.`);
    expect([audit(), keyLimits()]).toEqual([[], [undefined, undefined]]);
  });

  it.each([
    ['--requests-per-minute', '15000'],
    ['--requests-per-hour', '900000'],
    ['--requests-per-hour', '1'],
  ])('takes %s %s', async (option, value) => {
    await expect(setLimits(option, value)).resolves.toBeDefined();
  });

  it('says in its help how high a limit may be, and from when on it holds', () => {
    const program = new Command();
    addAccountCommands(program, session);
    let help = '';
    const command = program.commands.find((each) => each.name() === 'set-limits');
    command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    for (const words of [
      '15,000 a minute',
      '900,000 an hour',
      'standard',
      'from the next request on',
      '--requests-per-minute 600',
    ])
      expect(help).toContain(words);
  });
});
