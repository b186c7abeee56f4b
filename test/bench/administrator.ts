import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MAX_RATE_LIMITS } from '../../contract/api/limits.ts';
import { cloudEnvironment, NODE, PROJECT } from '../../local/machine/environment.ts';
import { stateDir } from '../../local/machine/state-dir.ts';

/** More than any benchmark needs. */
const UNLIMITED = {
  'requests-per-minute': MAX_RATE_LIMITS.requestsPerMinute,
  'requests-per-hour': MAX_RATE_LIMITS.requestsPerHour,
  ...{ domains: 1_000_000, 'unvalidated-domains': 1_000_000, 'new-receivers-per-hour': 1_000_000 },
};

/** The `admin` command for a local cloud in this folder; each call returns the JSON object that it prints. */
export function administrator(folder: string) {
  const admin = async (...args: string[]) => {
    const env = { ...cloudEnvironment(), CPS_STATE_DIR: stateDir(folder).root };
    const { stdout } = await promisify(execFile)(NODE, ['bin/admin.ts', '--json', ...args], { cwd: PROJECT, env });
    return JSON.parse(stdout);
  };
  return {
    admin,
    /** An organization without limits, and the headers of its key. */
    async newOrganization(name: string, permissions: string) {
      const { organization_id } = await admin('create-organization', '--name', name);
      const organization = ['--organization', organization_id];
      const limits = Object.entries(UNLIMITED).flatMap(([name, limit]) => [`--${name}`, String(limit)]);
      await admin('set-limits', ...organization, ...limits);
      const key = await admin('create-key', ...organization, '--name', name, '--permissions', permissions);
      const headers = { 'x-api-key-id': key.api_key_id, 'x-api-key': key.api_key, 'content-type': 'application/json' };
      return { organizationId: organization_id as string, headers };
    },
  };
}
