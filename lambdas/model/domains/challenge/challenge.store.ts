import * as z from 'zod/mini';
import { TABLE_SHAPE } from '../../../../contract/stack/table-shape.ts';
import { outboxWrite } from '../../../shared/outbox/outbox.store.ts';
import { DUE_ZONE_PARTITION, keys } from '../../../shared/table/keys.ts';
import { wonRace } from '../../../shared/table/lost-race.ts';
import type { Table, TableReads } from '../../../shared/table/table.store.ts';
import type { Clock } from '../../../shared/time/clock.gateway.ts';
import { addSeconds, readAtMostEvery } from '../../../shared/time/instant.ts';

/** The response to a CA's request for this token at a hostname. Nothing in it is secret. */
export const StoredChallenge = z.object({
  hostname: z.string(),
  keyAuthorization: z.string(),
  expiresAtSeconds: z.int(),
});
export type StoredChallenge = z.infer<typeof StoredChallenge>;

export function challengeStore(table: Table) {
  return {
    /**
     * A token always belongs to one challenge, so a repeat writes the same item. A second item per hostname holds the same: an
     * agent that is flooded with tokens gets the real one, whichever it requests.
     */
    async put(token: string, challenge: StoredChallenge): Promise<void> {
      await Promise.all([
        table.put({ ...keys.challenge(token), ...challenge }),
        table.put({ ...keys.challenge(challenge.hostname), ...challenge }),
      ]);
    },

    async get(token: string, now: Date): Promise<StoredChallenge | undefined> {
      return parseUnlessExpired(await table.get(keys.challenge(token)), now);
    },

    /** The last one published. */
    async ofHostname(hostname: string, now: Date): Promise<StoredChallenge | undefined> {
      return parseUnlessExpired(await table.get(keys.challenge(hostname)), now);
    },
  };
}

function parseUnlessExpired(item: Record<string, unknown> | undefined, now: Date): StoredChallenge | undefined {
  const challenge = item && StoredChallenge.parse(item);
  return challenge && challenge.expiresAtSeconds > now.getTime() / 1000 ? challenge : undefined;
}
export type ChallengeStore = ReturnType<typeof challengeStore>;

/** The zone writer's record of a proof (model/servers/label-records.schema.ts): once it is served, its due time is its expiry. */
const ServedProof = z.object({
  proof: z.object({ value: z.string(), until: z.string(), domainId: z.int() }),
  stepDueAt: z.optional(z.string()),
});

interface Proven {
  label: string;
  organizationId: string;
  /** The owner of the proof: a recreated hostname has the same label. */
  domainId: number;
}

/** The TXT value that a CA must find at the label of a hostname, and its latest expiry. */
export interface Proof extends Proven {
  value: string;
  until: string;
}

/** The expiry of a withdrawn proof: in the past for every clock, also that of a step which began earlier. */
const LONG_AGO = new Date(0).toISOString();

/** A renewal extends a proof only if less than this is left: renewals that find more write nothing. */
const EXTEND_BELOW_SECONDS = 200 * 86_400;

/** The DNS proofs of hostnames for CAs. Each write wakes the zone writer. */
export function proofStore(table: Table, newId: () => string) {
  const wake = (organizationId: string, now: Date) =>
    outboxWrite(table, { kind: 'zone', id: newId(), createdAt: now.toISOString(), organizationId });
  return {
    /**
     * Has the zone serve the proof. True once all its name servers do. A repeat writes nothing. Neither does a step whose domain
     * was deleted meanwhile, because nobody would withdraw the proof. If a wildcard and its base order at the same time, the
     * second waits until the first is withdrawn or expires: a label shows one proof. A persistent proof of an earlier domain with
     * this hostname is taken over.
     */
    async show({ label, organizationId, domainId, value, until }: Proof, now: Date): Promise<boolean> {
      const row = await table.get(keys.labelRecords(label));
      const known = row && ServedProof.parse(row);
      const isSame = known?.proof.value === value && known.proof.domainId === domainId;
      if (isSame && known.proof.until > now.toISOString()) return known.stepDueAt === known.proof.until;
      const want = table.updateWrite(keys.labelRecords(label), {
        expression:
          'SET label = :label, organizationId = :organizationId, addresses = :none, proof = :proof, duePk = :duePk, stepDueAt = :now ' +
          'REMOVE problem ADD revision :one',
        condition: 'attribute_not_exists(proof) OR proof.#until <= :now OR proof.domainId = :domainId OR proof.#value = :value',
        names: { '#until': 'until', '#value': 'value' },
        values: {
          ':domainId': domainId,
          ':value': value,
          ':label': label,
          ':organizationId': organizationId,
          ':none': [],
          ':proof': { value, until, domainId },
          ':duePk': DUE_ZONE_PARTITION,
          ':now': now.toISOString(),
          ':one': 1,
        },
      });
      /** Changes nothing, like a ConditionCheck, which would need a permission of its own. */
      const isNotDeleted = table.updateWrite(keys.domain(domainId), {
        expression: 'REMOVE nothing',
        condition: 'attribute_exists(pk) AND phase <> :removing',
        values: { ':removing': 'removing' },
      });
      await wonRace(table.transact([want, isNotDeleted, wake(organizationId, now)]));
      return false;
    },

    /**
     * Keeps the proof until then, for later orders. Writes nothing if much of that time is left. A proof that was never served is
     * not extended.
     */
    async leave({ label, domainId }: Proven, { until }: Pick<Proof, 'until'>, now: Date): Promise<void> {
      const leave = {
        expression: 'SET proof.#until = :until, stepDueAt = :until',
        condition:
          'attribute_exists(proof) AND proof.domainId = :domainId AND stepDueAt = proof.#until AND proof.#until BETWEEN :now AND :soon',
        names: { '#until': 'until' },
        values: {
          ':until': until,
          ':domainId': domainId,
          ':now': now.toISOString(),
          ':soon': addSeconds(now, EXTEND_BELOW_SECONDS),
        },
      };
      await wonRace(table.update(keys.labelRecords(label), leave));
    },

    /**
     * Removes this domain's proof from the zone now. Does nothing if there is none. Throws `LostRace` if it may still be served.
     */
    async withdraw({ label, organizationId, domainId }: Proven, now: Date): Promise<void> {
      const forget = table.updateWrite(keys.labelRecords(label), {
        expression: 'SET proof.#until = :longAgo, stepDueAt = :now ADD revision :one',
        condition: 'attribute_exists(proof) AND proof.#until > :now AND proof.domainId = :domainId',
        names: { '#until': 'until' },
        values: { ':longAgo': LONG_AGO, ':now': now.toISOString(), ':domainId': domainId, ':one': 1 },
      });
      await wonRace(table.transact([forget, wake(organizationId, now)]));
    },
  };
}
export type ProofStore = ReturnType<typeof proofStore>;

/**
 * A batch takes 300 labels and a minute at most (lambdas/route53-publisher): behind so many labels, a proof is served after four
 * minutes. The hour that a CA allows leaves room for processes that order before they see the backlog.
 */
const MAX_WAITING_LABELS = 1_000;
/** Longer than any batch of a working zone: Route 53 refuses or throttles, or the writer fails. */
const MAX_WAIT_SECONDS = 600;
const CACHED_MS = 10_000;

/** True when the zone writer is so far behind that a new order might miss its deadline. */
export type IsZoneBehind = () => Promise<boolean>;

/** One Query per ten seconds and process. */
export function zoneBacklogReader(table: Pick<TableReads, 'query'>, clock: Clock): IsZoneBehind {
  return readAtMostEvery(CACHED_MS, clock, () => isZoneBehind(table, clock()));
}

async function isZoneBehind(table: Pick<TableReads, 'query'>, now: Date): Promise<boolean> {
  const { items } = await table.query({
    IndexName: TABLE_SHAPE.byDue.name,
    KeyConditionExpression: 'duePk = :due AND stepDueAt <= :now',
    Limit: MAX_WAITING_LABELS,
    values: { ':due': DUE_ZONE_PARTITION, ':now': now.toISOString() },
  });
  const [oldest] = items;
  if (oldest === undefined) return false;
  return items.length === MAX_WAITING_LABELS || String(oldest.stepDueAt) < addSeconds(now, -MAX_WAIT_SECONDS);
}
