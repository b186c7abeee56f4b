import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const PROGRAMS = ['knotd', 'named', 'unbound', 'dnssec-keygen', 'dnssec-signzone', 'dnssec-dsfromkey'];
const INSTALL = ['install', '--yes', '--no-install-recommends', 'knot', 'bind9', 'bind9-utils', 'unbound'];
/** Keeps Debian from starting installed services. */
const POLICY = '/usr/sbin/policy-rc.d';

/** The programs that are still missing after an attempt to install them as root. */
export function missingPrograms(): string[] {
  if (absent().length > 0 && process.geteuid?.() === 0 && isThere('apt-get')) install();
  return absent();
}

function absent(): string[] {
  return PROGRAMS.filter((program) => !isThere(program));
}

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function install(): void {
  const hadPolicy = existsSync(POLICY);
  if (!hadPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], INSTALL]) spawnSync('apt-get', args, { env });
  if (!hadPolicy) rmSync(POLICY);
}
