import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isBelow,
  isHostname,
  isHostnameOrWildcard,
  isWildcard,
  nameWithoutStar,
  nameWithStar,
  wildcardBaseOf,
} from '../../contract/domain-name.ts';
import { correctFileRights, ensureFolder, writeFileAtomically } from '../shared/atomic-file.gateway.ts';
import { FILE_LIMITS, readBounded } from '../shared/bounded-file.gateway.ts';
import { OWNER_ONLY } from '../shared/file-rights.ts';
import { reasonOf } from '../shared/reason.ts';
import { combinedPem, parseCombinedPem, type StoredCertificate } from './stored-certificate.ts';

export interface LoadedCertificates {
  certificates: StoredCertificate[];
  /** Hostnames whose file cannot be used. */
  damaged: string[];
  /**
   * Certificates that were loaded, but whose nginx and Apache pair could not be brought up to date, or whose file rights could
   * not be corrected.
   */
  unmended: { hostname: string; reason: string }[];
}

const SUFFIX = '.pem';

/**
 * The certificates on this machine's disk, each stored twice. `combined/<hostname>.pem` (chain and key, for HAProxy and Caddy) is
 * replaced atomically and is authoritative. `certificates/<hostname>/{certificate,private-key}.pem` is for Apache and nginx. A
 * wildcard is stored as `_wildcard.<base>` and listed in `nginx/wildcards.map`, because nginx names the file by the handshake's
 * hostname. `rights` decide who reads these files; everything else in the folder is private to its owner.
 */
export function certificateFolder(dir: string, rights = OWNER_ONLY) {
  const combinedPath = (hostname: string) => join(dir, 'combined', `${fileNameOf(hostname)}${SUFFIX}`);
  const separatePath = (hostname: string) => join(dir, 'certificates', fileNameOf(hostname));
  const cursorFile = join(dir, 'cursor');
  const hostnamesFile = join(dir, 'hostnames');
  const wildcardsFile = join(dir, 'nginx', 'wildcards.map');

  async function storeSeparate({ hostname, certificatePem, privateKeyPem }: StoredCertificate): Promise<void> {
    await ensureFolder(join(dir, 'certificates'), rights);
    await ensureFolder(separatePath(hostname), rights);
    await writeFileAtomically(join(separatePath(hostname), 'private-key.pem'), privateKeyPem, rights);
    await writeFileAtomically(join(separatePath(hostname), 'certificate.pem'), certificatePem, rights);
  }

  /** Repairs a pair that an earlier run replaced only half, or wrote with other rights. */
  async function mend(certificate: StoredCertificate): Promise<void> {
    const folder = separatePath(certificate.hostname);
    await settleTop();
    await correctFileRights(combinedPath(certificate.hostname), rights);
    if (!(await isSameOnDisk(folder, certificate))) return storeSeparate(certificate);
    await ensureFolder(join(dir, 'certificates'), rights);
    await ensureFolder(folder, rights);
    for (const file of ['private-key.pem', 'certificate.pem']) await correctFileRights(join(folder, file), rights);
  }

  async function settleTop(): Promise<void> {
    await ensureFolder(join(dir, 'combined'), rights);
    // The web server passes through this folder but need not list it.
    const { mode } = await stat(dir);
    if ((rights.fileMode & 0o040) !== 0 && (mode & 0o001) === 0) await chmod(dir, (mode & 0o777) | 0o011);
  }

  async function hostnamesThere(): Promise<string[]> {
    const files = await readdir(join(dir, 'combined')).catch(() => []);
    const named = files.filter((file) => file.endsWith(SUFFIX)).map((file) => nameWithStar(file.slice(0, -SUFFIX.length)));
    return named.filter(isHostnameOrWildcard);
  }

  return {
    async anyHostname(): Promise<string | undefined> {
      return (await hostnamesThere()).find(isHostname);
    },

    /** Reads at most `most` certificates without repairing anything, because an agent with other rights may be running here. */
    async readSome(most: number): Promise<StoredCertificate[]> {
      const hostnames = (await hostnamesThere()).slice(0, most);
      const found = await Promise.all(hostnames.map((hostname) => readCombined(combinedPath(hostname), hostname)));
      return found.filter((certificate) => certificate !== undefined);
    },

    /** Creates the folders that the web server reads, so that it can start before the first certificate. */
    async createFolders(): Promise<void> {
      await settleTop();
      await ensureFolder(join(dir, 'certificates'), rights);
    },

    /** Loads all certificates and repairs pairs that a crash left half replaced. Also works on a full or read-only disk. */
    async load(): Promise<LoadedCertificates> {
      const loaded: LoadedCertificates = { certificates: [], damaged: [], unmended: [] };
      for (const hostname of await hostnamesThere()) {
        const certificate = await readCombined(combinedPath(hostname), hostname);
        if (!certificate) {
          loaded.damaged.push(hostname);
          continue;
        }
        loaded.certificates.push(certificate);
        await mend(certificate).catch((error) => loaded.unmended.push({ hostname, reason: reasonOf(error) }));
      }
      return loaded;
    },

    async store(certificate: StoredCertificate): Promise<void> {
      const file = combinedPath(certificate.hostname);
      await settleTop();
      await writeFileAtomically(file, combinedPem(certificate), rights);
      await storeSeparate(certificate);
    },

    async remove(hostname: string): Promise<void> {
      await rm(combinedPath(hostname), { force: true });
      await rm(separatePath(hostname), { force: true, recursive: true });
    },

    /**
     * Maps names below a wildcard to its file, for nginx. nginx's star matches any depth, so hostnames with a certificate of
     * their own are listed too. Writes only when there is a new wildcard.
     */
    async mapWildcards(hostnames: readonly string[]): Promise<void> {
      const bases = hostnames.filter(isWildcard).map(wildcardBaseOf);
      const before = await readBounded(wildcardsFile, FILE_LIMITS.hostnames).catch(() => '');
      const own = hostnames.filter((hostname) => bases.some((base) => isBelow(hostname, base)));
      const map = own
        .map((hostname) => `${hostname} ${nameWithoutStar(hostname)};\n`)
        .sort()
        .join('');
      if (map === before) return;
      await ensureFolder(join(dir, 'nginx'), rights);
      await writeFileAtomically(wildcardsFile, map, rights);
    },

    /** Cursor into the service's changes, if it was stored for this machine. */
    async readCursor(machineId: string): Promise<string | undefined> {
      const [owner, cursor] = (await readBounded(cursorFile, FILE_LIMITS.cursor).catch(() => '')).split(' ');
      return owner === machineId ? cursor : undefined;
    },

    /** Hostnames that the service told this machine to expect. Undefined when none are stored for it. */
    async readHostnames(machineId: string): Promise<string[] | undefined> {
      const [owner, ...hostnames] = (await readBounded(hostnamesFile, FILE_LIMITS.hostnames).catch(() => '')).split('\n');
      return owner === machineId ? hostnames.filter(isHostname) : undefined;
    },

    async writeHostnames(machineId: string, hostnames: readonly string[]): Promise<void> {
      await writeFileAtomically(hostnamesFile, [machineId, ...hostnames, ''].join('\n'));
    },

    async writeCursor(machineId: string, cursor: string): Promise<void> {
      await writeFileAtomically(cursorFile, `${machineId} ${cursor}`);
    },
  };
}
export type CertificateFolder = ReturnType<typeof certificateFolder>;

function fileNameOf(hostname: string): string {
  if (!isHostnameOrWildcard(hostname)) throw new Error('not a hostname');
  return nameWithoutStar(hostname);
}

async function readCombined(path: string, hostname: string): Promise<StoredCertificate | undefined> {
  try {
    return parseCombinedPem(hostname, await readBounded(path, FILE_LIMITS.certificate));
  } catch {
    return undefined;
  }
}

async function isSameOnDisk(folder: string, { certificatePem, privateKeyPem }: StoredCertificate): Promise<boolean> {
  const read = (file: string) => readBounded(join(folder, file), FILE_LIMITS.certificate).catch(() => '');
  return (await read('certificate.pem')) === certificatePem && (await read('private-key.pem')) === privateKeyPem;
}
