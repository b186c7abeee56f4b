import { join } from 'node:path';
import { NODE, PROJECT } from '../machine/environment.ts';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';

/** The service's client id at the provider. */
export const LOCAL_CLIENT_ID = 'cps-local';

export function localIssuer(ports: Ports): string {
  return `http://localhost:${ports.signIn}`;
}

/** The identity provider for people's sign-in. */
export function signIn(state: StateDir, ports: Ports): ComponentSpec {
  const program = join(PROJECT, 'local', 'sign-in', 'main.ts');
  return {
    name: 'sign-in',
    command: NODE,
    args: [program, localIssuer(ports), LOCAL_CLIENT_ID, `http://localhost:${ports.site}`, state.signIn],
    cwd: PROJECT,
    check: () => requireAnswer(`http://127.0.0.1:${ports.signIn}/.well-known/openid-configuration`),
  };
}
