import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import { needsNewProof, validationName } from '../../../lambdas/model/domains/validation.ts';
import { keys, ZONE_LABEL_PREFIX, ZONE_PARTITION } from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import type { Changed } from '../table/simulated-table.ts';
import type { Invariant, World } from '../world.ts';
import { isOfTestMode } from './test-mode.ts';

const HOUR_MS = 3_600_000;
/** The zone counts as behind after 600 s; answers are cached for 10 s, and 120 s allow for that and for late runs. */
const SEEN_BEHIND_MS = 600_000 + 120_000;
const LABELS = `${ZONE_PARTITION}|${ZONE_LABEL_PREFIX}`;
const DOMAIN = /^DOMAIN#[0-9]+[|]DOMAIN$/;

/** DNS validation: the proofs that a CA finds. */
export const PROOF_INVARIANTS: readonly Invariant[] = [
  {
    name: 'no record is left in the zone',
    sentence:
      'At rest the zone has no record of an order that has ended or of a domain that is gone: only what stands for the next order.',
    atRest(world, violated) {
      const { validationZone } = world.traits.settings;
      for (const key of world.dns.zone.sets.keys()) {
        const [name = '', type] = key.split(' ');
        if (type !== 'TXT') continue;
        const reason = whyNotNeeded(world, name.slice(0, name.indexOf('.')));
        if (!name.endsWith(`.${validationZone}`) || reason !== undefined) violated(`the zone has ${name}: ${reason}`);
      }
    },
  },
  {
    name: 'an order is answered within the hour',
    sentence: 'A domain that is validated by DNS waits for its proof in the zone for an hour at most, while the CA answers.',
    begin(world, violated) {
      const since = new Map<string, number>();
      const look = ({ key, before, after }: Changed) => {
        const isAsked = after?.phase === 'authorizing' && after.validation !== undefined;
        if (isAsked && before?.phase === 'authorizing') return;
        const beganMs = since.get(key);
        if (isAsked) since.set(key, world.scheduler.nowMs);
        else since.delete(key);
        if (beganMs === undefined || after?.phase !== 'validating') return;
        const waitedMs = world.scheduler.nowMs - beganMs - world.ca.downMsSince(beganMs);
        const minutes = Math.round(waitedMs / 60_000);
        if (waitedMs > HOUR_MS) violated(`${after.url} was answered ${minutes} minutes after its order`);
      };
      world.watch((changed) => changed.filter(({ key }) => DOMAIN.test(key)).forEach(look));
    },
  },
  {
    name: 'no slot waits for the zone',
    sentence:
      'While the writer of the zone is behind, no name gets a slot of the CA for an order that needs a proof: it would lose it.',
    begin(world, violated) {
      const { scheduler, watch } = world;
      /** Labels to be written, with the time they became due. */
      const dueSince = new Map<string, number>();
      watch((changed) => {
        for (const { key, before, after } of changed) {
          if (key.startsWith(LABELS) && after?.stepDueAt !== before?.stepDueAt)
            dueSince.set(key, Math.max(scheduler.nowMs, Date.parse(String(after?.stepDueAt)) || Number.POSITIVE_INFINITY));
          if (!DOMAIN.test(key) || !after || isOfTestMode(after) || !hasNewSlot(before, after) || !needsNewProof(domainOf(after)))
            continue;
          const behindMs = scheduler.nowMs - Math.min(...dueSince.values());
          // A restore replaces rows without calling the watcher: `dueSince` is incomplete after it.
          if (behindMs > SEEN_BEHIND_MS && !world.restores)
            violated(`${domainOf(after).url} got a slot when the zone was ${Math.round(behindMs / 60_000)} minutes behind`);
        }
      });
    },
  },
  {
    name: 'a proof is there when the CA looks',
    sentence:
      'A CA that was told to look finds the proof in DNS, if the record of the owner leads to it and the zone keeps its time.',
    begin(world, violated) {
      const { ca, dns, scheduler } = world;
      ca.onLook = ({ hostname, number, proof }, isFound) => {
        if (proof === 'http-01') return; // from before a change to DNS validation
        const domain = world.domains().find(({ url }) => url === hostname);
        if (isFound || domain?.phase !== 'validating' || !domain.validation || scheduler.nowMs < dns.zone.lateUntilMs) return;
        const { target } = domain.validation;
        if (dns.cnames.get(validationName(domain)) === target)
          violated(`the CA does not find the proof of order ${number} for ${hostname}`);
      };
    },
  },
];

function hasNewSlot(before: Item | undefined, after: Item): boolean {
  const [was, is] = [before, after].map((row) => (row?.issuance as { slotGrantedAt?: string } | undefined)?.slotGrantedAt);
  return is !== undefined && is !== was;
}

/** Undefined: the label is needed, or a restore has lost its row. */
function whyNotNeeded(world: World, label: string): string | undefined {
  const { held, scheduler } = world;
  const key = keys.labelRecords(label);
  const row = held.get(key);
  const proof = row?.proof as { until: string; domainId: number } | undefined;
  if (!proof) return world.isLost(key) ? undefined : 'no row is for it';
  const item: Item | undefined = held.get(keys.domain(proof.domainId));
  if (!item) return `domain ${proof.domainId} is gone`;
  const { url, phase, validation } = domainOf(item);
  if (!validation?.target.startsWith(`${label}.`)) return `${url} is not validated by it`;
  if (Date.parse(proof.until) < scheduler.nowMs - HOUR_MS) return `its time was over at ${proof.until}`;
  const isUnderWay = phase === 'authorizing' || phase === 'validating';
  return validation.stands || isUnderWay ? undefined : `${url} is ${phase}`;
}
