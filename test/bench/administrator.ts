import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cloudEnvironment, NODE, PROJECT } from '../../local/machine/environment.ts';
import { stateDir } from '../../local/machine/state-dir.ts';

/** More than any benchmark asks for. */
const UNLIMITED = '1000000';

/** The `admin` command of a local cloud in this folder; each call answers the one JSON object that it prints. */
export function administrator(folder: string) {
  const admin = async (...args: string[]) => {
    const env = { ...cloudEnvironment(), CPS_STATE_DIR: stateDir(folder).root };
    const { stdout } = await promisify(execFile)(NODE, ['bin/admin.ts', '--json', ...args], { cwd: PROJECT, env });
    return JSON.parse(stdout);
  };
  return {
    admin,
    /** An organization that meets no limit, and the headers of its key. */
    async newOrganization(name: string, permissions: string) {
      const { organization_id } = await admin('create-organization', '--name', name);
      const organization = ['--organization', organization_id];
      const limits = ['requests-per-minute', 'requests-per-hour', 'domains', 'unvalidated-domains', 'new-receivers-per-hour'];
      await admin('set-limits', ...organization, ...limits.flatMap((limit) => [`--${limit}`, UNLIMITED]));
      const key = await admin('create-key', ...organization, '--name', name, '--permissions', permissions);
      const headers = { 'x-api-key-id': key.api_key_id, 'x-api-key': key.api_key, 'content-type': 'application/json' };
      return { organizationId: organization_id as string, headers };
    },
  };
}
