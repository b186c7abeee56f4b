import pMap from 'p-map';
import { isHostnameOrWildcard, wildcardOver } from '../../contract/domain-name.ts';
import type { CertificateChange } from '../../lambdas/agent-api/edge.schema.ts';
import type { Log } from '../shared/log.gateway.ts';
import { reasonOf } from '../shared/reason.ts';
import type { CertificateFolder } from './certificate-folder.gateway.ts';
import { type StoredCertificate, storedCertificate } from './stored-certificate.ts';

export interface HoldingPorts {
  folder: Pick<CertificateFolder, 'store' | 'remove'>;
  decrypt: (jwe: string) => Promise<string>;
  log: Log;
}

export interface ApplyResult {
  /** On disk and in memory. The web server must reload these, whatever happened to the others. */
  changed: string[];
  /** The disk refused these. The service must send them again. */
  failed: string[];
}

interface Outcome {
  hasChanged: boolean;
  hasFailed: boolean;
}

/** Number of hostnames written concurrently. Each waits for the disk six times. */
const AT_ONCE = 16;

/** The certificates that this machine serves: on disk, and in memory for a web server that asks at every handshake. */
export class HeldCertificates {
  readonly #byHostname: Map<string, StoredCertificate>;
  readonly #unusable = new Set<string>();

  constructor(certificates: readonly StoredCertificate[]) {
    this.#byHostname = new Map(certificates.map((certificate) => [certificate.hostname, certificate]));
  }

  get(hostname: string): StoredCertificate | undefined {
    return this.#byHostname.get(hostname);
  }

  /** The hostname's own certificate, else that of the wildcard covering it. */
  servedFor(hostname: string): StoredCertificate | undefined {
    return this.get(hostname) ?? this.get(wildcardOver(hostname));
  }

  get size(): number {
    return this.#byHostname.size;
  }

  /** True when the newest certificate for some hostname could not be used. */
  get hasUnusable(): boolean {
    return this.#unusable.size > 0;
  }

  soonestExpiryMs(): number | undefined {
    const ends = this.all().map(({ expiresAtMs }) => expiresAtMs);
    return ends.length === 0 ? undefined : ends.reduce((soonest, end) => Math.min(soonest, end));
  }

  all(): StoredCertificate[] {
    return [...this.#byHostname.values()];
  }

  /**
   * Applies changes. A change seen before has no effect; an unusable certificate is skipped and logged. Never throws for a single
   * change: the others of its page would count as seen next time, and nobody would report them.
   */
  async apply(changes: readonly CertificateChange[], ports: HoldingPorts): Promise<ApplyResult> {
    const byHostname = new Map<string, CertificateChange[]>(); // `Map.groupBy` needs a newer Node than 20
    for (const change of changes) byHostname.set(change.hostname, [...(byHostname.get(change.hostname) ?? []), change]);
    const takeAll = async ([hostname, inOrder]: [string, CertificateChange[]]) => {
      const outcome: Outcome = { hasChanged: false, hasFailed: false };
      for (const change of inOrder) await this.#take(change, outcome, ports);
      return { hostname, ...outcome };
    };
    const outcomes = await pMap(byHostname, takeAll, { concurrency: AT_ONCE });
    return {
      changed: outcomes.filter(({ hasChanged }) => hasChanged).map(({ hostname }) => hostname),
      failed: outcomes.filter(({ hasFailed }) => hasFailed).map(({ hostname }) => hostname),
    };
  }

  async #take(change: CertificateChange, outcome: Outcome, ports: HoldingPorts): Promise<void> {
    const { hostname } = change;
    if (!isHostnameOrWildcard(hostname))
      return ports.log('error', 'the service named something that is no hostname', { name: hostname });
    try {
      if (await this.#applyOne(change, ports)) outcome.hasChanged = true;
    } catch (error) {
      ports.log('error', 'the disk does not take a change', { hostname, reason: reasonOf(error) });
      outcome.hasFailed = true;
    }
  }

  async #applyOne(change: CertificateChange, ports: HoldingPorts): Promise<boolean> {
    const { hostname } = change;
    const held = this.#byHostname.get(hostname);
    this.#unusable.delete(hostname);
    if (change.state === 'removed') {
      await ports.folder.remove(hostname);
      this.#byHostname.delete(hostname);
      if (held) ports.log('info', 'certificate removed', { hostname });
      return held !== undefined;
    }
    if (held?.fingerprintSha256 === change.fingerprint_sha256) return false;
    const certificate = await decryptCertificate(change, ports);
    if (!certificate) {
      this.#unusable.add(hostname);
      return false;
    }
    await ports.folder.store(certificate);
    this.#byHostname.set(hostname, certificate);
    ports.log('info', 'certificate stored', { hostname, fingerprint_sha256: certificate.fingerprintSha256 });
    return true;
  }
}

type Present = Extract<CertificateChange, { state: 'present' }>;

async function decryptCertificate(change: Present, { decrypt, log }: HoldingPorts): Promise<StoredCertificate | undefined> {
  const { hostname, fingerprint_sha256 } = change;
  try {
    const certificate = storedCertificate(hostname, change.certificate_pem, await decrypt(change.private_key_jwe));
    if (certificate.fingerprintSha256 === fingerprint_sha256) return certificate;
    log('error', 'the certificate is not the one announced', { hostname, fingerprint_sha256 });
  } catch (error) {
    log('error', 'the certificate cannot be used', {
      hostname,
      fingerprint_sha256,
      reason: reasonOf(error),
    });
  }
  return undefined;
}
