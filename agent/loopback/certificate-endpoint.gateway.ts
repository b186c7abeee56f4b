import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { correctFileRights, ensureFolder, writeFileAtomically } from '../shared/atomic-file.gateway.ts';
import { FILE_LIMITS, readBounded } from '../shared/bounded-file.gateway.ts';
import { allowsMoreThan, type FileRights, OWNER_ONLY } from '../shared/file-rights.ts';

/** Loopback endpoint from which Caddy fetches certificates and keys. Its path is a secret. */
export interface CertificateEndpoint {
  path: string;
  /** Caddy asks its own site first, which serves files of the agent's folder, so no reload is needed. */
  isReadByCaddy: boolean;
  /** Writes the Caddyfile to import, which contains the path. Returns whether it changed, so that Caddy must reload. */
  announce: (agentPort: number) => Promise<boolean>;
}

/** 32 random bytes in base64url. */
const PATH = /\/get-certificate\/[A-Za-z0-9_-]{43}/;

/**
 * The path is random and written only to files that the readers of the certificates may read, because any process can connect to
 * a loopback port. It survives a restart, unless its file was readable by others. With `caddyPort`, Caddy serves the folder's
 * files there, and the agent answers only for names without a file: those in capitals.
 */
export async function openCertificateEndpoint(
  dir: string,
  rights: FileRights = OWNER_ONLY,
  caddyPort?: number,
): Promise<CertificateEndpoint> {
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
      await ensureFolder(join(dir, 'caddy'), rights);
      const isTlsNew = await settle(tlsFile, tls, tlsBefore, rights);
      return (await settle(siteFile, site, siteBefore, rights)) || isTlsNew;
    },
  };
}

/** Forgets the announced path. A new endpoint gets another one. */
export async function closeCertificateEndpoint(dir: string): Promise<void> {
  for (const file of filesOf(dir)) await rm(file, { force: true });
}

/** The files that Caddy imports: one in `tls`, one beside its sites. The second exists only with a port for Caddy. */
function filesOf(dir: string): [string, string] {
  return [join(dir, 'caddy', 'get-certificate.caddy'), join(dir, 'caddy', 'certificates.site')];
}

/** The handshake's name becomes a file name. Caddy's file server never leaves its root. */
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

/** Empty without a secret; undefined when others could read the file. */
async function readSecret(file: string, rights: FileRights): Promise<string | undefined> {
  const content = await readBounded(file, FILE_LIMITS.caddyFile).catch(() => '');
  return content !== '' && allowsMoreThan(rights, await stat(file)) ? undefined : content;
}

/** Returns whether the file changed. */
async function settle(file: string, content: string, before: string, rights: FileRights): Promise<boolean> {
  if (content === before) {
    if (content !== '') await correctFileRights(file, rights);
    return false;
  }
  if (content === '') await rm(file, { force: true });
  else await writeFileAtomically(file, content, rights);
  return true;
}
