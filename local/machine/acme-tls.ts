import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';
import type { StateDir } from './state-dir.ts';

/** Files of the TLS certificate for Pebble's own HTTPS, and of its root. */
export function acmeTlsFiles(folder: string) {
  return { root: join(folder, 'tls-root.pem'), certificate: join(folder, 'tls.pem'), key: join(folder, 'tls-key.pem') };
}

/**
 * Creates them only at the first start, because the root is part of the deployed settings. Uses Python's `cryptography`, which
 * MiniStack needs anyway: Node cannot create certificates, and a machine may lack openssl. Returns the root's PEM.
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
