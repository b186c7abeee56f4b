import { execFile } from 'node:child_process';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Signed } from './lab-zones.ts';

const run = promisify(execFile);
const ALGORITHM = 'ECDSAP256SHA256';
const BEFORE_SIGNING = 'before-signing.';
/** Validity of signatures, in days from now. */
const HOLD = { right: [-7, 7], expired: [-8, -1] } as const;

/** Creates a zone's key with BIND's tools. Returns the name of its files. */
export async function makeKey(folder: string, zone: string): Promise<string> {
  const { stdout } = await run('dnssec-keygen', ['-q', '-K', folder, '-a', ALGORITHM, '-f', 'KSK', zone]);
  return stdout.trim();
}

/** The line to sign in a bogus zone: its CNAME is changed after signing. */
export function asSigned(line: string): string {
  return line.replace(/ CNAME (?=\S)/, ` CNAME ${BEFORE_SIGNING}`);
}

/** Signs the zone file in place, with one key for all. `-P`: allows expired signatures. */
export async function signZone(folder: string, zone: string, file: string, key: string, signed: Signed): Promise<void> {
  const [start, end] = HOLD[signed === 'expired' ? 'expired' : 'right'].map(inDays);
  await appendFile(join(folder, file), await readFile(join(folder, `${key}.key`)));
  const output = join(folder, `${file}.signed`);
  const files = ['-K', folder, '-d', folder, '-o', zone, '-f', output, join(folder, file), join(folder, key)];
  await run('dnssec-signzone', ['-q', '-P', '-z', '-s', start ?? '', '-e', end ?? '', ...files]);
  if (signed === 'bogus') {
    const text = await readFile(output, 'utf8');
    await writeFile(output, text.replaceAll('203.0.113.10', '203.0.113.66').replaceAll(BEFORE_SIGNING, ''));
  }
  await rename(output, join(folder, file));
}

/** DS records of a key. */
export async function dsOf(folder: string, key: string): Promise<string[]> {
  const { stdout } = await run('dnssec-dsfromkey', ['-2', join(folder, `${key}.key`)]);
  return stdout.trim().split('\n');
}

/** dnssec-signzone's time format, in UTC: `20261122120000`. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
