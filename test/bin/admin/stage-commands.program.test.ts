import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetRoleCommand, IAMClient, NoSuchEntityException } from '@aws-sdk/client-iam';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { refuseUnsafeDeployment } from '../../../bin/admin/deployment-guards.ts';
import { contextArguments } from '../../../bin/admin/stage-commands.ts';
import { deployedStages, readDeployment } from '../../../lambdas/shared/aws/deployment.gateway.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { readStage } from '../../../lib/stage/read-stage.ts';
import { NODE, PROJECT } from '../../../local/machine/environment.ts';
import { productionStage } from '../../stack/stage/stages.ts';

const cloudFormation = mockClient(CloudFormationClient);
// No stage of this name exists in another region.
mockClient(IAMClient)
  .on(GetRoleCommand)
  .rejects(new NoSuchEntityException({ message: 'none', $metadata: {} }));
afterEach(() => cloudFormation.reset());

const ANSWERS = ['--base-target', 'cname.acme-saas.net', '--contact-email', 'certificates@acme-saas.net'];

const execFileOf = promisify(execFile);

function admin(folder: string, ...args: string[]) {
  return execFileOf(NODE, [join(PROJECT, 'bin/admin.ts'), ...args], { cwd: folder });
}

describe('a new stage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'new-stage-'));

  it('is written from options and can be deployed as it is: with the staging CA, and with somebody who receives its alarms', async () => {
    const { stdout } = await admin(folder, 'new-stage', 'trial', ...ANSWERS, '--region', 'eu-central-1');
    expect(stdout).toMatch(/npx cdk deploy --all.*-c stage=trial/);
    expect(readStage(join(folder, 'stages/trial.json'))).toMatchObject({
      name: 'trial',
      region: 'eu-central-1',
      alarmEmail: 'certificates@acme-saas.net',
      settings: { acme: { directoryUrl: expect.stringContaining('acme-staging') } },
    });
  });

  it('has its public name everywhere it is needed, and needs a region for it', async () => {
    const named = [...ANSWERS, '--public-name', 'api.acme-saas.net', '--hosted-zone', 'Z0123456789ABCDEFGHIJ'];
    await admin(folder, 'new-stage', 'named', ...named, '--region', 'eu-central-1');
    expect(readStage(join(folder, 'stages/named.json'))).toMatchObject({
      publicDomain: { name: 'api.acme-saas.net', hostedZoneId: 'Z0123456789ABCDEFGHIJ' },
      settings: { siteUrl: 'https://api.acme-saas.net', ownNames: ['cname.acme-saas.net', 'api.acme-saas.net'] },
    });
    await expect(admin(folder, 'new-stage', 'nowhere', ...named)).rejects.toThrow(/region: must be named/);
    await expect(admin(folder, 'new-stage', 'half', ...ANSWERS, '--public-name', 'api.acme-saas.net')).rejects.toThrow(
      /--hosted-zone/,
    );
  });

  it('has an address in each zone of its egress, and refuses zones of another region', async () => {
    const zoned = [...ANSWERS, '--egress-zones', 'eu-central-1a', 'eu-central-1b'];
    await admin(folder, 'new-stage', 'zoned', ...zoned, '--region', 'eu-central-1');
    expect(readStage(join(folder, 'stages/zoned.json'))).toMatchObject({
      fixedEgress: { availabilityZones: ['eu-central-1a', 'eu-central-1b'] },
    });
    await expect(admin(folder, 'new-stage', 'elsewhere', ...zoned, '--region', 'eu-west-1')).rejects.toThrow(
      /fixedEgress.*eu-west-1/,
    );
  });

  it('does not overwrite one that exists', async () => {
    await admin(folder, 'new-stage', 'twice', ...ANSWERS);
    const before = readFileSync(join(folder, 'stages/twice.json'), 'utf8');
    await expect(admin(folder, 'new-stage', 'twice', ...ANSWERS, '--ca', 'production')).rejects.toThrow(/there already.*--force/);
    expect(readFileSync(join(folder, 'stages/twice.json'), 'utf8')).toBe(before);
  });

  it('is not written if it could not be deployed, and the wrong field is named', async () => {
    const wrong = ['--base-target', '*.acme-saas.net', '--contact-email', 'me@example.com'];
    await expect(admin(folder, 'new-stage', 'wrong', ...wrong)).rejects.toThrow(/settings\.baseTarget: .*bare hostname/);
    expect(existsSync(join(folder, 'stages/wrong.json'))).toBe(false);
  });

  it('is not guessed where nobody can answer: the missing options are named', async () => {
    await expect(admin(folder, 'new-stage', 'silent')).rejects.toThrow(/--base-target, --contact-email/);
  });
});

it('a deployment without a stage is told to make one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-stage-'));
  await expect(admin(folder, 'deploy')).rejects.toThrow(/There is no stage in stages\/ yet: `npm run admin -- new-stage/);
});

it('a deployment under a profile is compared with the account of that profile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  await admin(folder, 'new-stage', 'mine', ...ANSWERS, '--region', 'eu-central-1');
  const keys = 'aws_access_key_id = AKIAOFTHEPROFILE\naws_secret_access_key = x\n';
  writeFileSync(join(folder, 'config'), `[profile deployer]\n${keys}`);
  const signedBy: string[] = [];
  const aws = createServer(({ headers }, response) => {
    signedBy.push(/Credential=(\w+)/.exec(headers.authorization ?? '')?.[1] ?? '');
    response.writeHead(400).end();
  });
  await once(aws.listen(0, '127.0.0.1'), 'listening');
  const { port } = aws.address() as AddressInfo;
  const env = {
    ...process.env,
    AWS_CONFIG_FILE: join(folder, 'config'),
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'AKIAOFTHESHELL',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
  const deploying = execFileOf(NODE, [join(PROJECT, 'bin/admin.ts'), 'deploy', '--profile', 'deployer'], { cwd: folder, env });
  await expect(deploying).rejects.toThrow();
  aws.close();
  expect(new Set(signedBy)).toEqual(new Set(['AKIAOFTHEPROFILE']));
});

it('a deployment asks the CDK for its stage and what else it was told, in the form that the CDK reads: -c canary is canary=true', () => {
  expect(contextArguments('stages/trial.json', ['stage=trial', 'canary', 'other=1'])).toEqual(
    ['stage=stages/trial.json', 'canary=true', 'other=1'].flatMap((pair) => ['--context', pair]),
  );
});

describe('a stage that is deployed already', () => {
  const deployed = (baseTarget: string) =>
    cloudFormation.on(DescribeStacksCommand, { StackName: 'cps-production-service' }).resolves({
      Stacks: [
        {
          StackName: 'x',
          CreationTime: new Date(),
          StackStatus: 'CREATE_COMPLETE',
          Outputs: [{ OutputKey: 'BaseTarget', OutputValue: baseTarget }],
        },
      ],
    });
  const stage = { ...omit(productionStage, 'reservedConcurrency'), region: 'eu-central-1' };

  it('is not deployed with another base target: every customer’s CNAME would be wrong', async () => {
    deployed('cname.other-saas.net');
    await expect(refuseUnsafeDeployment(stage, {})).rejects.toThrow(/cname\.other-saas\.net.*--change-base-target/);
    await refuseUnsafeDeployment(stage, { changeBaseTarget: true });
  });

  it('is deployed again with the same base target, as is one that is new', async () => {
    deployed(stage.settings.baseTarget);
    await refuseUnsafeDeployment(stage, {});
    cloudFormation.on(DescribeStacksCommand).rejects(Object.assign(new Error('does not exist'), { name: 'ValidationError' }));
    await refuseUnsafeDeployment(stage, {});
  });
});

describe('a deployment by the CDK command', () => {
  const stage = { ...omit(productionStage, 'reservedConcurrency'), region: 'eu-central-1' };
  const bootstrappedIn = (account: string) =>
    cloudFormation
      .on(DescribeStacksCommand)
      .rejects(Object.assign(new Error('does not exist'), { name: 'ValidationError' }))
      .on(DescribeStacksCommand, { StackName: 'CDKToolkit' })
      .resolves({
        Stacks: [
          {
            StackName: 'CDKToolkit',
            StackId: `arn:aws:cloudformation:eu-central-1:${account}:stack/CDKToolkit/1`,
            CreationTime: new Date(),
            StackStatus: 'CREATE_COMPLETE',
          },
        ],
      });

  it('is refused where its --profile leads to another account than the environment: what is there cannot be compared', async () => {
    bootstrappedIn('111122223333');
    await expect(refuseUnsafeDeployment(stage, { deployingAccount: '999988887777' })).rejects.toThrow(
      /into account 999988887777.*for 111122223333.*AWS_PROFILE, not by --profile/,
    );
  });

  it('goes on where both are the same', async () => {
    bootstrappedIn('111122223333');
    await refuseUnsafeDeployment(stage, { deployingAccount: '111122223333' });
  });
});

describe('the deployment that a command works on', () => {
  const client = new CloudFormationClient({ region: 'eu-central-1' });

  it('is found among all stacks of the account, page by page', async () => {
    const stack = (StackName: string) => ({ StackName, CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE' as const });
    cloudFormation
      .on(DescribeStacksCommand)
      .resolvesOnce({ Stacks: [stack('cps-production-stateful'), stack('cps-production-service')], NextToken: 'more' })
      .resolvesOnce({ Stacks: [stack('cps-staging-stateful'), stack('another')] });
    expect(await deployedStages(client)).toEqual(['production', 'staging']);
  });

  it('uses the restored table that its service stack names, whatever the stateful stack still says', async () => {
    const outputs = (values: Record<string, string>) => ({
      Stacks: [
        {
          StackName: 'of-trial',
          CreationTime: new Date(),
          StackStatus: 'CREATE_COMPLETE' as const,
          Outputs: Object.entries(values).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
        },
      ],
    });
    const queues = { DeliveryQueueUrl: 'q', DeadDeliveriesUrl: 'd' };
    const stateful = { TableName: 'own', SecretArn: 's', ...queues, AuditKeyId: 'k', AuditDaysBucket: 'b' };
    const service = { BaseTarget: 'b', CaFunctionName: 'f', AwsServersRoleArn: 'r' };
    cloudFormation.on(DescribeStacksCommand, { StackName: 'cps-trial-stateful' }).resolves(outputs(stateful));
    const deployed = cloudFormation.on(DescribeStacksCommand, { StackName: 'cps-trial-service' });
    deployed.resolves(outputs({ ...service, RestoredTable: 'arn:aws:dynamodb:eu-central-1:1:table/restored-1' }));
    expect(await readDeployment('trial', client)).toMatchObject({ tableName: 'restored-1' });
    deployed.resolves(outputs(service));
    expect(await readDeployment('trial', client)).toMatchObject({ tableName: 'own' });
  });

  it('is named in the error where it does not exist', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(Object.assign(new Error('does not exist'), { name: 'ValidationError' }));
    await expect(readDeployment('trial', client)).rejects.toThrow(
      /no stack cps-trial-(stateful|service).*is this stage deployed/,
    );
  });
});
