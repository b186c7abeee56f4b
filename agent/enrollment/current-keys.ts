import type { EnrolledIdentity, KeyPairs, PrivateJwk } from '../machine/identity.schema.ts';
import type { EdgeService } from '../service/edge.gateway.ts';
import type { EdgeResult } from '../service/edge-result.ts';

export interface CurrentKeysPorts {
  readEnrolled: () => Promise<EnrolledIdentity>;
  edge: (identity: EnrolledIdentity) => EdgeService;
  decryptWith: (jwe: string, encryptionJwk: PrivateJwk) => Promise<string>;
}

/**
 * The service for an agent whose keys may be rotated while it runs: when it is refused it looks into its folder for other keys of
 * the same machine. It writes nothing, so that it is in nobody's way.
 */
export function withCurrentKeys(first: EnrolledIdentity, ports: CurrentKeysPorts) {
  /** The youngest first. An answer may be under way that is encrypted to the one before. */
  let known: EnrolledIdentity[] = [first];
  const isKnown = (keys: KeyPairs) => known.some(({ signing_jwk }) => signing_jwk.x === keys.signing_jwk.x);

  async function others(): Promise<EnrolledIdentity[]> {
    const found = await ports.readEnrolled().catch(() => undefined);
    if (found?.enrollment.machine_id !== first.enrollment.machine_id) return [];
    const { next, ...current } = found;
    return [current, ...(next ? [{ ...current, ...next }] : [])].filter((keys) => !isKnown(keys));
  }

  async function ask<T>(question: (edge: EdgeService) => Promise<EdgeResult<T>>): Promise<EdgeResult<T>> {
    const [current = first] = known;
    const result = await question(ports.edge(current));
    if (result.kind !== 'refused') return result;
    for (const identity of await others()) {
      const again = await question(ports.edge(identity));
      if (again.kind === 'answered') known = [identity, ...known.slice(0, 1)];
      if (again.kind !== 'refused') return again;
    }
    return result;
  }

  async function decrypt(jwe: string): Promise<string> {
    let failure: unknown;
    for (const { encryption_jwk } of known) {
      try {
        return await ports.decryptWith(jwe, encryption_jwk);
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  }

  const edge: Pick<EdgeService, 'certificates' | 'report'> = {
    certificates: (since, facts) => ask((service) => service.certificates(since, facts)),
    report: (report) => ask((service) => service.report(report)),
  };
  return { edge, decrypt };
}
