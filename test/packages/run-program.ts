import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { connection, dns } from '../e2e/cloud.ts';

interface Program {
  command: readonly [string, ...string[]];
  /** The empty project in which the package is installed. */
  cwd: string;
  env: Record<string, string>;
}

/** The environment variables with site and key for all packages and `cps`; `siteUrl` may be that of a front. */
export function credentials(siteUrl: string = connection.site_url): Record<string, string> {
  return { CPS_SITE_URL: siteUrl, CPS_API_KEY_ID: connection.api_key_id, CPS_API_KEY: connection.api_key };
}

/**
 * Runs an integrator's program to its end and returns its lines. For each line `record <name> <value>` it sets this CNAME at
 * once, as the customer. Throws with the whole output on an exit code other than 0.
 */
export async function runProgram({ command: [program, ...args], cwd, env }: Program): Promise<string[]> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const customer: Promise<void>[] = [];
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    const [word, name = '', value = ''] = line.split(' ');
    if (word === 'record') customer.push(dns.set(name, 'CNAME', [value]));
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const code = await new Promise((ended, failed) => child.on('close', ended).on('error', failed));
  await Promise.all(customer);
  if (code !== 0) throw new Error(`${program} ended with ${code}\n${[...lines, errors].join('\n')}`);
  return lines;
}
