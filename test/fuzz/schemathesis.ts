import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_RATE_LIMITS } from '../../contract/api/limits.ts';
import { PERMISSIONS } from '../../contract/api/operations.ts';
import { PROJECT } from '../../local/machine/environment.ts';
import { runCommand } from '../../local/machine/run-command.ts';
import { installFuzzer } from '../../local/machine/tools.ts';

const LOGS = join(PROJECT, '.local', 'fuzz');

export interface Fuzzing {
  siteUrl: string;
  key: { api_key_id: string; api_key: string };
  /** For Schemathesis, in addition to schemathesis.toml. */
  options: string[];
}

/** Creates an organization without limits through `admin`, which runs a command and returns its JSON. */
export async function unlimitedKey(admin: (...args: string[]) => Promise<Record<string, string>>): Promise<Fuzzing['key']> {
  const { organization_id = '' } = await admin('create-organization', '--name', 'Schemathesis');
  const organization = ['--organization', organization_id];
  const limits = ['domains', 'unvalidated-domains', 'servers', 'webhooks', 'new-receivers-per-hour'];
  await admin(
    'set-limits',
    ...organization,
    '--requests-per-minute',
    String(MAX_RATE_LIMITS.requestsPerMinute),
    '--requests-per-hour',
    String(MAX_RATE_LIMITS.requestsPerHour),
    ...limits.flatMap((limit) => [`--${limit}`, '1000000']),
  );
  const key = await admin('create-key', ...organization, '--name', 'fuzz', '--permissions', PERMISSIONS.join(','));
  return { api_key_id: key.api_key_id ?? '', api_key: key.api_key ?? '' };
}

/** Call it in the set-up, outside of a test's own time: pip needs the network. */
export async function installSchemathesis(): Promise<void> {
  mkdirSync(LOGS, { recursive: true });
  await installFuzzer({ logs: LOGS, signal: undefined });
}

/** Throws the end of the report if there are findings; the whole report is in .local/fuzz. */
export async function runSchemathesis({ siteUrl, key, options }: Fuzzing): Promise<void> {
  const python = await installFuzzer({ logs: LOGS, signal: undefined });
  const config = join(import.meta.dirname, 'schemathesis.toml');
  await runCommand('Schemathesis', {
    command: python,
    args: ['-m', 'schemathesis.cli', '--config-file', config, 'run', `${siteUrl}/openapi.json`, '--no-color', ...options],
    env: {
      CPS_FUZZ_HOOKS: 'schemathesis_hooks',
      CPS_FUZZ_RUN: randomBytes(4).toString('hex'),
      CPS_FUZZ_API_KEY_ID: key.api_key_id,
      CPS_FUZZ_API_KEY: key.api_key,
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    cwd: LOGS,
    log: join(LOGS, 'schemathesis.log'),
  });
}
