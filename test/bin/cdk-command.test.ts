/** @module-tag slow */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStage } from '../../lib/stage/new-stage.ts';
import { PROJECT, PROJECT_BIN } from '../../local/machine/environment.ts';
import { productionStage } from '../stack/stage/stages.ts';
import { anAws } from './an-aws.ts';

const ACCOUNT = '111122223333';
const BASE_TARGET = productionStage.settings.baseTarget;
const stage = (name: string, settings: object = {}) => {
  const made = newStage({ name, baseTarget: BASE_TARGET, contactEmail: 'certificates@acme-saas.net', ca: 'staging' });
  return { ...made, region: 'eu-central-1', settings: { ...made.settings, ...settings } };
};
const ofService = (BaseTarget: string, RestoreEpoch = '0') => ({ account: ACCOUNT, outputs: { BaseTarget, RestoreEpoch } });

let aws: Awaited<ReturnType<typeof anAws>>;
beforeAll(async () => {
  aws = await anAws(ACCOUNT, {
    'cps-other-service': ofService('cname.other-saas.net'),
    'cps-restored-service': ofService(BASE_TARGET, '2'),
    CDKToolkit: { account: ACCOUNT },
  });
});
afterAll(() => aws.stop());

/** A checkout with these stages. */
function checkout(...stages: { name: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdk-command-'));
  mkdirSync(join(folder, 'stages'));
  for (const one of stages) writeFileSync(join(folder, 'stages', `${one.name}.json`), JSON.stringify(one));
  return folder;
}

/** The project's own CDK command, as `npx cdk` runs it; answers all that it printed. */
async function cdk(folder: string, args: string[], variables: Record<string, string> = {}): Promise<string> {
  const env = {
    PATH: `${PROJECT_BIN}:${process.env.PATH}`,
    HOME: folder,
    CDK_HOME: folder,
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ACCESS_KEY_ID: 'AKIA1',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'eu-central-1',
    ...variables,
  };
  const app = ['--app', `node ${join(PROJECT, 'bin/app.ts')}`, '--no-notices', '--context', 'cli-telemetry=false'];
  return new Promise((resolve) => {
    execFile(join(PROJECT_BIN, 'cdk'), [...args, ...app], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve(`${error ? `code ${error.code}\n` : ''}${stdout}${stderr}`),
    );
  });
}

describe('`npx cdk` without a stage', () => {
  it('takes the only stage file, and lists its stacks', async () => {
    const said = await cdk(checkout(stage('only')), ['list']);
    expect(said).not.toContain('code 1');
    expect(said.split('\n')).toEqual(
      expect.arrayContaining(['Stage: stages/only.json', 'cps-only-stateful', 'cps-only-service']),
    );
  });

  it('says what to type where there are several, and where there is none', async () => {
    const [several, none] = await Promise.all([
      cdk(checkout(stage('production'), stage('trial')), ['deploy', '--all']),
      cdk(checkout(), ['deploy', '--all']),
    ]);
    expect(several).toMatch(/^code 1\n/);
    expect(several).toContain(
      'Say which stage: -c stage=production, or CPS_STAGE=production before the command. There are stages/production.json, stages/trial.json.',
    );
    expect(none).toMatch(/^code 1\n/);
    expect(none).toContain('There is no stage in stages/ yet: `npm run new-stage -- production` makes one.');
  });
});

describe('`npx cdk deploy --all`', () => {
  const deploy = (name: string, variables?: Record<string, string>) =>
    cdk(checkout(stage('only'), stage(name)), ['deploy', '--all'], { CPS_STAGE: name, ...variables });

  it('refuses another base target than the deployed one, as `npm run deploy` does', async () => {
    const said = await deploy('other');
    expect(said).toMatch(/^code 1\n/);
    expect(said).toMatch(/stage other is deployed with the base target cname\.other-saas\.net/);
    expect(said).not.toMatch(/cps-other-stateful/);
  });

  it('refuses a stage of before a restore', async () => {
    expect(await deploy('restored')).toMatch(/^code 1\n[\s\S]*settings\.restoreEpoch 2, and this file says 0/);
  });

  it('refuses what the account has too few executions for', async () => {
    const small = await anAws(ACCOUNT, {}, 10);
    const said = await deploy('only', { AWS_ENDPOINT_URL: small.endpoint });
    await small.stop();
    expect(said).toMatch(/^code 1\n[\s\S]*reserves \d+ concurrent executions[\s\S]*the account has 10/);
  });

  it('refuses where the deployed stage cannot be read with its own credentials', async () => {
    const elsewhere = await anAws('999988887777', { CDKToolkit: { account: ACCOUNT } });
    const said = await deploy('only', { AWS_ENDPOINT_URL: elsewhere.endpoint });
    await elsewhere.stop();
    expect(said).toMatch(
      /^code 1\n[\s\S]*deploys into account 999988887777[\s\S]*for 111122223333[\s\S]*AWS_PROFILE, not by --profile/,
    );
  });
});
