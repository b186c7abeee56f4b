import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStage } from '../../lib/stage/new-stage.ts';
import { PROJECT, PROJECT_BIN } from '../../local/machine/environment.ts';
import { anAws } from './an-aws.ts';

const ACCOUNT = '111122223333';
/** Each test starts two programs, on a machine that may be busy. */
const PATIENCE_MS = 240_000;
const common = { baseTarget: 'cname.acme-saas.net', contactEmail: 'certificates@acme-saas.net', ca: 'staging' } as const;
const stage = (name: string) => newStage({ ...common, name, region: 'eu-central-1' });

let aws: Awaited<ReturnType<typeof anAws>>;
beforeAll(async () => {
  aws = await anAws(ACCOUNT, { 'cps-trial-service': { account: ACCOUNT, outputs: { BaseTarget: 'cname.other-saas.net' } } });
});
afterAll(() => aws.stop());

function checkout(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdk-command-'));
  mkdirSync(join(folder, 'stages'));
  for (const name of names) writeFileSync(join(folder, 'stages', `${name}.json`), JSON.stringify(stage(name)));
  return folder;
}

/** The project's CDK command, like `npx cdk deploy --all`. Returns its output. */
async function cdkDeploy(folder: string): Promise<string> {
  const credentials = { AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-central-1' };
  const env = { PATH: `${PROJECT_BIN}:${process.env.PATH}`, HOME: folder, CDK_HOME: folder, AWS_ENDPOINT_URL: aws.endpoint };
  const args = ['deploy', '--all', '--app', `node ${join(PROJECT, 'bin/app.ts')}`, '--no-notices', '-c', 'cli-telemetry=false'];
  return new Promise((resolve) => {
    execFile(join(PROJECT_BIN, 'cdk'), args, { cwd: folder, env: { ...env, ...credentials } }, (error, stdout, stderr) =>
      resolve(`${error ? `code ${error.code}\n` : ''}${stdout}${stderr}`),
    );
  });
}

describe('`npx cdk deploy --all`', () => {
  it('takes the only stage file, and refuses another base target than the deployed one as `npm run deploy` does', {
    timeout: PATIENCE_MS,
  }, async () => {
    const said = await cdkDeploy(checkout('trial'));
    expect(said).toMatch(/^code 1\n/);
    expect(said).toContain('Stage: stages/trial.json\n');
    expect(said).toMatch(/stage trial is deployed with the base target cname\.other-saas\.net.*-c change-base-target=true/);
  });

  it('says what to type where there are several', { timeout: PATIENCE_MS }, async () => {
    const said = await cdkDeploy(checkout('production', 'trial'));
    expect(said).toMatch(/^code 1\n/);
    expect(said).toContain(
      'Say which stage: -c stage=production, or CPS_STAGE=production before the command. There are stages/production.json, stages/trial.json.',
    );
  });
});
