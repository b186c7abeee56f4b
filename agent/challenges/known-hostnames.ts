import { isHostname } from '../../contract/domain-name.ts';
import type { CertificatesAnswer } from '../../lambdas/agent-api/edge.schema.ts';
import type { CertificateFolder } from '../certificates/certificate-folder.gateway.ts';
import type { HeldCertificates } from '../certificates/held-certificates.ts';

/** More than a server may have domains. At 253 characters they take 10 MB. */
const MOST = 40_000;

/**
 * Hostnames whose challenges this machine forwards: those of its certificates, and those that the service told it to expect.
 * Anybody can request a challenge for any hostname from a web server.
 */
export class KnownHostnames {
  readonly #held: HeldCertificates;
  readonly #told: Set<string>;
  #isOnDisk: boolean;

  /** `told`: hostnames stored by an earlier run, if any. */
  constructor(held: HeldCertificates, told: readonly string[] | undefined) {
    this.#held = held;
    this.#told = new Set(told);
    this.#isOnDisk = told !== undefined;
  }

  has(hostname: string): boolean {
    return this.#held.get(hostname) !== undefined || this.#told.has(hostname);
  }

  /**
   * Adds a poll's answer. Call it after the held certificates have applied it. Throws when the disk refuses; the service must
   * then send the answer again.
   */
  async take(
    { hostnames, changes }: Pick<CertificatesAnswer, 'hostnames' | 'changes'>,
    { writeHostnames }: Pick<CertificateFolder, 'writeHostnames'>,
    machineId: string,
  ): Promise<void> {
    // Includes unusable certificates: their next one needs its challenge too.
    const present = changes.filter(({ state }) => state === 'present').map(({ hostname }) => hostname);
    for (const hostname of [...hostnames, ...present]) this.#add(hostname);
    for (const { hostname, state } of changes) if (state === 'removed') this.#remove(hostname);
    if (this.#isOnDisk) return;
    await writeHostnames(machineId, [...this.#told]);
    this.#isOnDisk = true;
  }

  #add(hostname: string): void {
    if (!isHostname(hostname) || this.#held.get(hostname) || this.#told.has(hostname)) return;
    const [oldest] = this.#told;
    if (this.#told.size >= MOST && oldest !== undefined) this.#told.delete(oldest);
    this.#told.add(hostname);
    this.#isOnDisk = false;
  }

  #remove(hostname: string): void {
    if (this.#told.delete(hostname)) this.#isOnDisk = false;
  }
}
