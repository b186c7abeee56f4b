import type { CertificateAuthority } from '../../acme/certificate-authority.ts';
import type { CaWatch } from '../../lifecycle/ca-health/watch-ca.ts';

/** One of a stage's CAs. */
export interface KnownCa {
  /** As certificates show it, and rows know it. */
  name: string;
  ca: CertificateAuthority;
  health: CaWatch;
}

/** The CAs of a stage, the preferred one first. */
export interface CertificateAuthorities {
  inOrder: readonly [KnownCa, ...KnownCa[]];
  /** The one of this name. Rows from when there was one CA name none; one that the stage has given up is nobody's any more. */
  of(name: string | undefined): KnownCa;
  /** Whole seconds, at random below this many. */
  jitterSeconds: (spreadSeconds: number) => number;
}

export function certificateAuthorities(
  inOrder: CertificateAuthorities['inOrder'],
  jitterSeconds: CertificateAuthorities['jitterSeconds'],
): CertificateAuthorities {
  return { inOrder, of: (name) => inOrder.find((ca) => ca.name === name) ?? inOrder[0], jitterSeconds };
}
