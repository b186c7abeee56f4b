import type { EnrollmentAnswer, EnrollmentRequest } from '../../lambdas/edge/edge.schema.ts';
import type { Identity, KeyPairs } from '../machine/identity.schema.ts';
import { publicKeys } from '../machine/public-keys.ts';
import type { EdgeResult } from '../service/edge-result.ts';
import type { Log } from '../shared/log.gateway.ts';

export interface EnrollPorts {
  readIdentity: () => Promise<Identity | undefined>;
  writeIdentity: (identity: Identity) => Promise<void>;
  newIdentity: () => Promise<KeyPairs>;
  enrollAt: (site: string, request: EnrollmentRequest) => Promise<EdgeResult<EnrollmentAnswer>>;
  log: Log;
}

/**
 * Makes this machine known to the service, once: an enrolled machine stays as it is, unless `replace` asks for new keys. Throws
 * with the remedy.
 */
export async function enroll(
  options: { site: string; token: string; name: string; replace: boolean },
  ports: EnrollPorts,
): Promise<void> {
  const site = checkedSite(options.site);
  const before = options.replace ? undefined : await ports.readIdentity();
  if (before?.enrollment) {
    if (before.enrollment.site !== site)
      throw new Error(`this folder is enrolled at ${before.enrollment.site}; use another, or --replace`);
    return ports.log('info', 'already enrolled', { ...before.enrollment });
  }
  const identity: Identity = before ?? (await ports.newIdentity());
  // Kept before the service learns of them. A replaced machine keeps its old identity until the new one is accepted.
  if (!options.replace) await ports.writeIdentity(identity);
  const result = await ports.enrollAt(site, {
    token: options.token,
    name: options.name,
    ...publicKeys(identity),
  });
  if (result.kind === 'refused')
    throw new Error('the service does not accept the token: it is good for one machine and one hour; make a new one');
  if (result.kind === 'unavailable') throw new Error(`not enrolled: ${result.reason}`);
  const enrollment = { ...result.body, site };
  await ports.writeIdentity({ ...identity, enrollment });
  ports.log('info', 'enrolled', enrollment);
}

/** Without a final slash. A token over plain HTTP would be anybody's, but on this machine itself. */
function checkedSite(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  const isLocal = url !== null && /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol !== 'https:' && !(isLocal && url?.protocol === 'http:'))
    throw new Error('--site must be an https:// address');
  return site.replace(/\/+$/, '');
}
