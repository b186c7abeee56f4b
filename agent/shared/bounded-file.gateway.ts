import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

const KIB = 1024;
/** What the agent's own files have at most, and much less as a rule. Another program's file in their place is not taken in. */
export const FILE_LIMITS = {
  identity: 64 * KIB,
  lastRun: 64 * KIB,
  cursor: 64 * KIB,
  caddyFile: 4 * KIB,
  token: 4 * KIB,
  /** A chain of some certificates, and a key. */
  certificate: 1024 * KIB,
  /** 40,000 names of 253 characters. */
  hostnames: 16 * 1024 * KIB,
} as const;

/** The text of a file. Throws where it is no file, or larger than it may be, or where `refuse` does. */
export async function readBounded(path: string, limitBytes: number, refuse?: (found: Stats) => void): Promise<string> {
  // A pipe would be waited for, and a device read for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is no file`);
    refuse?.(found);
    if (found.size > limitBytes) throw new Error(`${path} has more than ${limitBytes} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
