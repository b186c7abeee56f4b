import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { Watch } from '../../../lambdas/model/domains/issuance.schema.ts';
import { isDryRunDue } from '../../../lambdas/model/domains/scan-time.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import type { Invariant, World } from '../world.ts';

const HOUR_MS = 3_600_000;
/** A day, and an hour for a late run. */
const VISITED_WITHIN_MS = 25 * HOUR_MS;
/** A CNAME counts as gone after six checks over a day, the first of which is the daily one. */
const SURE_AFTER_MS = 60 * HOUR_MS;

/** The daily visits of domains at rest. */
export const VISIT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'visited every day',
    sentence: 'Each domain that rests with a certificate is visited once a day.',
    atRest(world, violated) {
      const latest = world.scheduler.nowMs - VISITED_WITHIN_MS;
      for (const { id, url, phase, served, claimLost, updatedAt } of world.domains()) {
        if (phase !== 'active' || claimLost || Date.parse(updatedAt) > latest) continue;
        const item = world.held.get(keys.watch(id));
        const watch = item && Watch.parse(item);
        if (watch?.fingerprintSha256 !== served?.certificate.fingerprintSha256)
          violated(`${url} is active, and its certificate is not watched`);
        else if (!watch?.checkedAt || Date.parse(watch.checkedAt) < latest)
          violated(`${url} was visited last at ${watch?.checkedAt}`);
      }
    },
  },
  {
    name: 'said as it is',
    sentence: 'At rest a domain says that its CNAME is gone if it is, and nothing is wrong with it if all is well.',
    atRest(world, violated) {
      for (const domain of world.domains()) {
        const { url, dnsStatus, conditions } = domain;
        const isSure = world.scheduler.nowMs - lookedForSince(world, domain) > SURE_AFTER_MS;
        if (isSure && !isSaid(world, domain))
          violated(
            `${url} leads to ${world.cnames.get(url)}, and is ${dnsStatus} with ${Object.keys(conditions).join(', ') || 'nothing'} wrong`,
          );
      }
    },
  },
];

/** Since when its CNAME is as it is, or suspected: a renewal that waited for the CNAME starts the suspicion when it ends. */
function lookedForSince({ cnames, pointed }: World, { url, conditions: { cname } }: Domain): number {
  const suspectedSince = cname?.isSuspected ? Date.parse(cname.since) : 0;
  return Math.max(pointed.get(`${url} ${cnames.get(url)}`) ?? 0, suspectedSince);
}

/** Whether a domain correctly reports its CNAME, its server and a renewal that is due within a week. */
export function isSaid(world: World, domain: Domain): boolean {
  const { url, phase, cname, dnsStatus, conditions, claimLost } = domain;
  if (phase !== 'active' || claimLost) return true;
  if (world.cnames.get(url) !== cname.target) return dnsStatus === 'error';
  const isRenewalSaid = isRehearsalSaid(world, domain);
  return (
    dnsStatus === 'validated' && isRenewalSaid && !Object.keys(conditions).some((type) => ABOUT_DNS_OR_SERVER.includes(type))
  );
}

/** A renewal would fail without the validation record; the dry run before it reports that. */
function isRehearsalSaid({ dns, scheduler }: World, domain: Domain): boolean {
  const isWrong = domain.conditions.renewal !== undefined;
  return dns.ledSinceMs(domain) === undefined ? isWrong || !isDryRunDue(domain, scheduler.now()) : !isWrong;
}

const ABOUT_DNS_OR_SERVER = ['cname', 'served', 'unseen', 'silent'];
