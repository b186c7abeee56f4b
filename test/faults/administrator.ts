import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cloudEnvironment, NODE, PROJECT } from '../../local/machine/environment.ts';
import type { LastingFaultPorts } from './lasting-faults.ts';

/** Somebody at `npm run admin`, whose command is killed in the middle. */
export function administrator(stateDir: string): Pick<LastingFaultPorts, 'changeKey' | 'endChange'> {
  let child: ChildProcess | undefined;
  return {
    async changeKey() {
      const env = { ...cloudEnvironment(), CPS_STATE_DIR: stateDir };
      child = spawn(NODE, ['bin/admin.ts', 'ca-account', 'change-key'], { cwd: PROJECT, env, stdio: 'ignore' });
      await once(child, 'exit');
    },
    endChange: () => void child?.kill('SIGKILL'),
  };
}
