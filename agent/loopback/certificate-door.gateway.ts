import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { settleFile, settleFolder, writeFileAtomically } from '../shared/atomic-file.gateway.ts';
import { FILE_LIMITS, readBounded } from '../shared/bounded-file.gateway.ts';
import { type FileRights, isWiderThan, OWNER_ONLY } from '../shared/file-rights.ts';

/** Where Caddy asks for certificates and keys over loopback. Whoever knows the path gets them. */
export interface CertificateDoor {
  path: string;
  /** Caddy asks itself before the agent, and reads the agent's folder: what lies there is served without a reload. */
  isReadByCaddy: boolean;
  /** Writes what Caddy imports, which names the path; answers whether it is new, so that Caddy has to read it. */
  announce: (agentPort: number) => Promise<boolean>;
}

/** 32 random bytes in base64url. */
const PATH = /\/get-certificate\/[A-Za-z0-9_-]{43}/;

/**
 * The path is random, and stands in files that only those may read who may read the certificates: any process may connect to a
 * loopback port. It outlives a restart, unless a file was open to others meanwhile. With
 * `caddyPort`, Caddy answers there from the folder, and the agent only for what Caddy finds no file for: a name in capitals.
 */
export async function openCertificateDoor(
  dir: string,
  rights: FileRights = OWNER_ONLY,
  caddyPort?: number,
): Promise<CertificateDoor> {
  const before = await Promise.all(filesOf(dir).map((file) => readSecret(file, rights)));
  const [tlsBefore = '', siteBefore = ''] = before;
  const isSecret = before.every((content) => content !== undefined);
  const path = (isSecret && PATH.exec(tlsBefore)?.[0]) || `/get-certificate/${randomBytes(32).toString('base64url')}`;
  return {
    path,
    isReadByCaddy: caddyPort !== undefined,
    async announce(agentPort) {
      const ports = caddyPort === undefined ? [agentPort] : [caddyPort, agentPort];
      const tls = ports.map((port) => `get_certificate http http://127.0.0.1:${port}${path}\n`).join('');
      const site = caddyPort === undefined ? '' : caddySite(caddyPort, path, join(resolve(dir), 'combined'));
      const [tlsFile, siteFile] = filesOf(dir);
      await settleFolder(join(dir, 'caddy'), rights);
      const isTlsNew = await settle(tlsFile, tls, tlsBefore, rights);
      return (await settle(siteFile, site, siteBefore, rights)) || isTlsNew;
    },
  };
}

/** What an earlier run may have announced is no secret worth keeping: asked for again, the door gets another path. */
export async function closeCertificateDoor(dir: string): Promise<void> {
  for (const file of filesOf(dir)) await rm(file, { force: true });
}

/** What Caddy's `tls` imports, and beside its sites; the second is there only with a port of Caddy's. */
function filesOf(dir: string): [string, string] {
  return [join(dir, 'caddy', 'get-certificate.caddy'), join(dir, 'caddy', 'certificates.site')];
}

/** The name of the handshake becomes a file's name; Caddy's file server leaves its root for none. */
function caddySite(port: number, path: string, folder: string): string {
  return `http://127.0.0.1:${port} {
	bind 127.0.0.1
	handle ${path} {
		root * "${folder}"
		rewrite * /{query.server_name}.pem
		file_server
	}
	respond 404
}
`;
}

/** Empty where there is none; undefined where others could read it. */
async function readSecret(file: string, rights: FileRights): Promise<string | undefined> {
  const content = await readBounded(file, FILE_LIMITS.caddyFile).catch(() => '');
  return content !== '' && isWiderThan(rights, await stat(file)) ? undefined : content;
}

/** Answers whether the file was another one before. */
async function settle(file: string, content: string, before: string, rights: FileRights): Promise<boolean> {
  if (content === before) {
    if (content !== '') await settleFile(file, rights);
    return false;
  }
  if (content === '') await rm(file, { force: true });
  else await writeFileAtomically(file, content, rights);
  return true;
}
