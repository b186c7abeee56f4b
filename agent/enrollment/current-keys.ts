import type { EnrolledIdentity, KeyPairs, PrivateJwk } from '../machine/identity.schema.ts';
import type { EdgeService } from '../service/edge.gateway.ts';
import type { EdgeResult } from '../service/edge-result.ts';
import type { Log } from '../shared/log.gateway.ts';

export interface CurrentKeysPorts {
  readEnrolled: () => Promise<EnrolledIdentity>;
  edge: (identity: EnrolledIdentity) => EdgeService;
  decryptWith: (jwe: string, encryptionJwk: PrivateJwk) => Promise<string>;
  nowMs: () => number;
  log: Log;
}

/**
 * The service's client for a running agent whose keys may be rotated and whose site may change. It uses the site in the machine's
 * folder. After a refusal, it looks there for other keys of the same machine. It writes nothing, so it does not interfere with
 * other commands.
 */
export function withCurrentKeys(first: EnrolledIdentity, ports: CurrentKeysPorts) {
  let { enrollment } = first;
  /** Whichever of the current and the former site answered last. */
  let answering = enrollment.site;
  /** Newest first. A pending answer may be encrypted to the previous key. */
  let known: EnrolledIdentity[] = [first];
  const isKnown = (keys: KeyPairs) => known.some(({ signing_jwk }) => signing_jwk.x === keys.signing_jwk.x);

  async function others(): Promise<EnrolledIdentity[]> {
    const found = await ports.readEnrolled().catch(() => undefined);
    if (found?.enrollment.machine_id !== first.enrollment.machine_id) return [];
    const { next, ...current } = found;
    return [current, ...(next ? [{ ...current, ...next }] : [])].filter((keys) => !isKnown(keys));
  }

  async function ask<T>(question: (edge: EdgeService) => Promise<EdgeResult<T>>): Promise<EdgeResult<T>> {
    const found = await ports.readEnrolled().catch(() => undefined);
    if (found?.enrollment.machine_id === first.enrollment.machine_id) enrollment = found.enrollment;
    const { site, former } = enrollment;
    const result = await askAt(site, question);
    if (result.kind === 'answered' || !former || Date.parse(former.until) <= ports.nowMs()) {
      answering = site;
      return result;
    }
    const before = await askAt(former.site, question);
    if (before.kind !== 'answered') return result;
    answering = former.site;
    ports.log('warn', 'the new site does not answer for this machine; the former one does', { site, former: former.site });
    return before;
  }

  async function askAt<T>(site: string, question: (edge: EdgeService) => Promise<EdgeResult<T>>): Promise<EdgeResult<T>> {
    const at = (identity: EnrolledIdentity) => ports.edge({ ...identity, enrollment: { ...identity.enrollment, site } });
    const [current = first] = known;
    const result = await question(at(current));
    if (result.kind !== 'refused') return result;
    for (const identity of await others()) {
      const again = await question(at(identity));
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
  return { edge, decrypt, site: () => answering };
}
