import { isHostname } from '../../contract/domain-name.ts';
import type { CertificatesAnswer } from '../../lambdas/edge/edge.schema.ts';
import type { CertificateFolder } from '../certificates/certificate-folder.gateway.ts';
import type { HeldCertificates } from '../certificates/held-certificates.ts';

/** As many as a server may have domains, and more. At 253 characters they take 10 MB. */
const MOST = 40_000;

/**
 * The hostnames whose challenges this machine passes on: those of its certificates, and those that the service has told it to
 * expect. Anybody may ask a web server for a challenge of any hostname.
 */
export class KnownHostnames {
  readonly #held: HeldCertificates;
  readonly #told: Set<string>;
  #isOnDisk: boolean;

  /** `told`: by an earlier run of this agent, if there was one. */
  constructor(held: HeldCertificates, told: readonly string[] | undefined) {
    this.#held = held;
    this.#told = new Set(told);
    this.#isOnDisk = told !== undefined;
  }

  has(hostname: string): boolean {
    return this.#held.get(hostname) !== undefined || this.#told.has(hostname);
  }

  /** Takes in an answer, after the held certificates did. Throws where the disk does not take it: then it is to come again. */
  async take(
    { hostnames, changes }: Pick<CertificatesAnswer, 'hostnames' | 'changes'>,
    { writeHostnames }: Pick<CertificateFolder, 'writeHostnames'>,
    machineId: string,
  ): Promise<void> {
    // A certificate that could not be used is no reason to refuse the challenge of the next one.
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
