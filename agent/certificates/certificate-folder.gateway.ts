import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../shared/atomic-file.gateway.ts';
import { isHostname } from '../shared/hostname.ts';
import { reasonOf } from '../shared/reason.ts';
import { combinedPem, parseCombinedPem, type StoredCertificate } from './stored-certificate.ts';

export interface LoadedCertificates {
  certificates: StoredCertificate[];
  /** Hostnames whose file cannot be used. */
  damaged: string[];
  /** Loaded, but the pair for nginx and Apache is not in step with them. */
  unmended: { hostname: string; reason: string }[];
}

const SUFFIX = '.pem';

/**
 * The certificates on this machine's disk, each twice: `combined/<hostname>.pem` (chain and key: HAProxy, Caddy), which is
 * replaced in one step and is what counts, and `certificates/<hostname>/{certificate,private-key}.pem` (nginx, Apache).
 */
export function certificateFolder(dir: string) {
  const combined = (hostname: string) => join(dir, 'combined', `${checked(hostname)}${SUFFIX}`);
  const separate = (hostname: string) => join(dir, 'certificates', checked(hostname));
  const cursorFile = join(dir, 'cursor');

  async function storeSeparate({ hostname, certificatePem, privateKeyPem }: StoredCertificate): Promise<void> {
    await writeFileAtomically(join(separate(hostname), 'private-key.pem'), privateKeyPem);
    await writeFileAtomically(join(separate(hostname), 'certificate.pem'), certificatePem);
  }

  return {
    /** What is there. Mends pairs that a crash left half replaced; a disk that is full or read-only is still served from. */
    async load(): Promise<LoadedCertificates> {
      const files = await readdir(join(dir, 'combined')).catch(() => []);
      const hostnames = files.filter((file) => file.endsWith(SUFFIX)).map((file) => file.slice(0, -SUFFIX.length));
      const loaded: LoadedCertificates = { certificates: [], damaged: [], unmended: [] };
      for (const hostname of hostnames.filter(isHostname)) {
        const certificate = await readCombined(combined(hostname), hostname);
        if (!certificate) {
          loaded.damaged.push(hostname);
          continue;
        }
        loaded.certificates.push(certificate);
        if (await isSameOnDisk(separate(hostname), certificate)) continue;
        await storeSeparate(certificate).catch((error) => loaded.unmended.push({ hostname, reason: reasonOf(error) }));
      }
      return loaded;
    },

    async store(certificate: StoredCertificate): Promise<void> {
      await writeFileAtomically(combined(certificate.hostname), combinedPem(certificate));
      await storeSeparate(certificate);
    },

    async remove(hostname: string): Promise<void> {
      await rm(combined(hostname), { force: true });
      await rm(separate(hostname), { force: true, recursive: true });
    },

    /** How far this machine has come in the service's changes, if that was written for the same machine. */
    async readCursor(machineId: string): Promise<string | undefined> {
      const [owner, cursor] = (await readFile(cursorFile, 'utf8').catch(() => '')).split(' ');
      return owner === machineId ? cursor : undefined;
    },

    async writeCursor(machineId: string, cursor: string): Promise<void> {
      await writeFileAtomically(cursorFile, `${machineId} ${cursor}`);
    },
  };
}
export type CertificateFolder = ReturnType<typeof certificateFolder>;

function checked(hostname: string): string {
  if (!isHostname(hostname)) throw new Error('not a hostname');
  return hostname;
}

async function readCombined(path: string, hostname: string): Promise<StoredCertificate | undefined> {
  try {
    return parseCombinedPem(hostname, await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function isSameOnDisk(folder: string, { certificatePem, privateKeyPem }: StoredCertificate): Promise<boolean> {
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '');
  return (await read('certificate.pem')) === certificatePem && (await read('private-key.pem')) === privateKeyPem;
}
