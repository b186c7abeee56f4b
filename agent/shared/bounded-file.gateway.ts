import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

const KIB = 1024;
/**
 * Size limits of the agent's own files, which are usually much smaller. They protect against another program's file in the same
 * place.
 */
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

/** Reads a text file. Throws when it is not a regular file, is too large, or `refuse` throws. */
export async function readBounded(path: string, limitBytes: number, refuse?: (found: Stats) => void): Promise<string> {
  // Opening a pipe would block, and reading a device would never end.
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
