import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cloudEnvironment, NODE, PROJECT } from '../../local/machine/environment.ts';

export interface SecondServer {
  id: number;
  cnameTarget: string;
}

/** Another server of the local cloud, as docs/servers/second-server.md says, from the first time that it is asked for. */
export function lazySecondServer(stateDir: string) {
  let child: ChildProcess | undefined;
  let started: Promise<SecondServer> | undefined;

  async function start(): Promise<SecondServer> {
    const env = { ...cloudEnvironment(), CPS_STATE_DIR: stateDir };
    const server = spawn(NODE, ['local/second-server.ts'], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'inherit'] });
    child = server;
    let said = '';
    for await (const text of server.stdout.setEncoding('utf8')) {
      said += text;
      const [, id, cnameTarget] = /Server (\d+) is up on \S+, and its cname_target is (\S+)\. /.exec(said) ?? [];
      if (cnameTarget !== undefined) return { id: Number(id), cnameTarget };
    }
    throw new Error(`the second server has ended: ${said}`);
  }

  return {
    get: () => {
      started ??= start();
      return started;
    },
    async stop(): Promise<void> {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
