import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { settleFile, settleFolder, writeFileAtomically } from '../shared/atomic-file.gateway.ts';
import { FILE_LIMITS, readBounded } from '../shared/bounded-file.gateway.ts';
import { isWiderThan, OWNER_ONLY } from '../shared/file-rights.ts';

/** Where private keys may be asked for over loopback. Whoever knows the path gets them. */
export interface CertificateDoor {
  path: string;
  /** Writes the line that Caddy imports, which names the path; answers whether it is new, so that Caddy has to read it. */
  announce: (port: number) => Promise<boolean>;
}

/** 32 random bytes in base64url. */
const PATH = /\/get-certificate\/[A-Za-z0-9_-]{43}/;

/**
 * The path is random, and stands in a file that only those may read who may read the certificates: any process may connect to a
 * loopback port. It outlives a restart, unless the file was open to others meanwhile.
 */
export async function openCertificateDoor(dir: string, rights = OWNER_ONLY): Promise<CertificateDoor> {
  const file = caddyFile(dir);
  const before = await readBounded(file, FILE_LIMITS.caddyLine).catch(() => '');
  const isSecret = before !== '' && !isWiderThan(rights, await stat(file));
  const path = (isSecret && PATH.exec(before)?.[0]) || `/get-certificate/${randomBytes(32).toString('base64url')}`;
  return {
    path,
    async announce(port) {
      const line = `get_certificate http http://127.0.0.1:${port}${path}\n`;
      await settleFolder(join(dir, 'caddy'), rights);
      if (line === before) {
        await settleFile(file, rights);
        return false;
      }
      await writeFileAtomically(file, line, rights);
      return true;
    },
  };
}

/** What an earlier run may have announced is no secret worth keeping: asked for again, the door gets another path. */
export async function closeCertificateDoor(dir: string): Promise<void> {
  await rm(caddyFile(dir), { force: true });
}

function caddyFile(dir: string): string {
  return join(dir, 'caddy', 'get-certificate.caddy');
}
