import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { bundleAgent } from '../../../agent/packaging/bundle-agent.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The Node that runs the tests, found by the launcher's shebang. */
const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
let bundled: Promise<string> | undefined;

/** The packaged agent in a folder without any package.json or node_modules above it. */
export async function packagedAgent(): Promise<string> {
  bundled ??= bundleAgent();
  const file = join(await temporaryFolder(), 'cps-agent.mjs');
  await writeFile(file, await bundled);
  await chmod(file, 0o755);
  return file;
}

interface Called {
  code: number;
  stdout: string;
  stderr: string;
}

export async function callAgent(file: string, ...args: string[]): Promise<Called> {
  return callAgentWith({}, file, ...args);
}

/** Adds environment variables. */
export async function callAgentWith(variables: Record<string, string>, file: string, ...args: string[]): Promise<Called> {
  try {
    return { code: 0, ...(await promisify(execFile)(file, args, { env: { ...env, ...variables } })) };
  } catch (error) {
    return error as Called;
  }
}

export function startAgent(file: string, ...args: string[]): ChildProcess {
  const agent = spawn(file, args, { env, stdio: 'ignore' });
  onTestFinished(() => void agent.kill('SIGKILL'));
  return agent;
}
