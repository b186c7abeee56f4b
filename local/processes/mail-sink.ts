import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { NODE, PROJECT } from '../machine/environment.ts';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import type { ComponentSpec } from './component.ts';

export const MAIL_FROM = 'certificates@cps.test';

const PATIENCE_MS = 2000;

/** Receives the service's mail, which MiniStack's SES forwards (mail_relay.py). */
export function mailSink(state: StateDir, ports: Ports): ComponentSpec {
  return {
    name: 'mail-sink',
    command: NODE,
    args: [join(PROJECT, 'local', 'mail-sink', 'main.ts'), String(ports.mail), state.mails],
    cwd: PROJECT,
    check: () => requireGreeting(ports.mail),
  };
}

async function requireGreeting(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    const [greeting] = await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!String(greeting).startsWith('220')) throw new Error(`port ${port} answers ${greeting}`);
  } finally {
    socket.destroy();
  }
}
