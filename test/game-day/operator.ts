import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { awsEnvironment, NODE, PROJECT, REGION } from '../../local/machine/environment.ts';
import type { Ports } from '../../local/machine/ports.ts';
import type { StateDir } from '../../local/machine/state-dir.ts';

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

/** An operator who restores the table with the shell commands of the page and with `admin`. */
export function operator({ state, ports }: { state: StateDir; ports: Ports }) {
  const cloud = { CPS_STATE_DIR: state.root };

  function shellWith(values: Record<string, string>) {
    const env = { ...awsEnvironment(ports.aws), ...cloud, ...values, AWS_DEFAULT_OUTPUT: 'json', AWS_DEFAULT_REGION: REGION };
    return async (block: string | undefined): Promise<string> => {
      if (block === undefined) throw new Error('the page has fewer commands than the game day plays');
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', block], { cwd: PROJECT, env, maxBuffer: MAX_OUTPUT });
      return stdout;
    };
  }

  return {
    shellWith,

    /** The variables of the page's first block, which has example values. */
    async variables(block: string | undefined, at: Date) {
      const earlier = new Date(at.getTime() - 600_000).toISOString();
      const values = { stage: 'local', at: at.toISOString(), earlier };
      const lines = Object.entries(values).reduce(
        (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`),
        block ?? '',
      );
      const said = await shellWith({})(`${lines}\nprintf '%s\\n' "$old" "$new"`);
      const [old = '', restored = ''] = said.trim().split('\n');
      return { ...values, old, new: restored };
    },

    async admin(...args: string[]): Promise<Record<string, unknown>> {
      const env = { ...process.env, ...cloud };
      const { stdout } = await run(NODE, ['bin/admin.ts', '--json', ...args], { cwd: PROJECT, env, maxBuffer: MAX_OUTPUT });
      return JSON.parse(stdout);
    },
  };
}
