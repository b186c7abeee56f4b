import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';
import type { StateDir } from './state-dir.ts';

/** Files of the TLS certificate that Pebble's own HTTPS answers with, and of the root that it chains to. */
export function acmeTlsFiles(folder: string) {
  return { root: join(folder, 'tls-root.pem'), certificate: join(folder, 'tls.pem'), key: join(folder, 'tls-key.pem') };
}

/**
 * Makes them at the first start only: the root is part of the deployed settings. By Python's `cryptography`, which is
 * installed for MiniStack; Node makes no certificates, and a machine may lack openssl. Returns the root's PEM.
 */
export async function ensureAcmeTls(python: string, state: StateDir): Promise<string> {
  const { root } = acmeTlsFiles(state.pebble);
  if (!existsSync(root)) {
    const script = join(import.meta.dirname, 'acme-tls.py');
    const log = join(state.logs, 'acme-tls.log');
    await runCommand("making the CA's TLS certificate", { command: python, args: [script, state.pebble], log });
  }
  return readFileSync(root, 'utf8');
}
