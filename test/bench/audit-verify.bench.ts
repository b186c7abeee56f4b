import type { DayOfHeads, Seal } from '../../lambdas/shared/audit/seal.schema.ts';
import { sealAfter, sealedEntry } from '../../lambdas/shared/audit/seal.ts';
import { AuditVerification } from '../../lambdas/shared/audit/verify.ts';
import { timeDigitsAt } from '../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';

// CPU time of `audit verify` for generated entries of one organization, each a change of a domain: hashes, seals and comparisons.
// Reading them from the table is not included: some 700 requests of a megabyte for a million.

const ENTRIES = { short: 10_000, long: 1_000_000 };
const MAX_SECONDS = 10;
/** Batch size of the event source (lib/audit/audit-seals.ts). */
const IN_A_SEAL = 100;
const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

export async function run(size: Size): Promise<Measurement[]> {
  const seals: Seal[] = [];
  for (let at = 0; at < ENTRIES[size]; at += IN_A_SEAL) {
    const entries = madeEntries(at).map(sealedEntry);
    seals.push(sealAfter(seals.at(-1), 'org_A', entries, new Date(timeOf(at + IN_A_SEAL))));
  }
  const end = new Date(timeOf(ENTRIES[size]) + DAY);
  const verification = new AuditVerification('org_A', signedDaysOf(seals), { since: new Date(START), until: end }, end);
  let ms = 0;
  const timed = (work: () => void) => {
    const began = performance.now();
    work();
    ms += performance.now() - began;
  };
  timed(() => {
    for (const seal of seals) verification.seal({ sk: String(seal.number), ...seal });
  });
  for (let at = 0; at < ENTRIES[size]; at += IN_A_SEAL) {
    const items = madeEntries(at);
    timed(() => {
      for (const item of items) verification.entry(item);
    });
  }
  const found: ReturnType<AuditVerification['finish']>[] = [];
  timed(() => found.push(verification.finish()));
  const [{ entries = 0, findings = [] } = {}] = found;
  return [
    count('entries verified', entries, { atLeast: ENTRIES[size] }),
    count('findings', findings.length, { atMost: 0 }),
    time('seconds', ms / 1000, { atMost: MAX_SECONDS }, decimals(2)),
  ];
}

/** Each day as signed at its last seal; the first day was signed long before. */
function signedDaysOf(seals: Seal[]): DayOfHeads[] {
  const byDay = Map.groupBy(seals, ({ sealedAt }) => sealedAt.slice(0, 10));
  return [...byDay].flatMap(([day, ofDay]) => {
    const head = ofDay.at(-1);
    if (!head) return [];
    const heads = { org_A: { number: head.number, sha256: head.sha256 } };
    return [{ day, signedAt: head.sealedAt, previousSha256: 'of the day before', heads }];
  });
}

/** Ten entries per second. */
function timeOf(at: number): number {
  return START + at * 100;
}

function madeEntries(first: number) {
  return Array.from({ length: IN_A_SEAL }, (_, index) => {
    const at = new Date(timeOf(first + index));
    const id = `aud_${timeDigitsAt(at)}${String(first + index).padStart(16, '0')}`;
    return {
      ...keys.audit('org_A', 'changes', at.toISOString().slice(0, 7), id),
      id,
      at: at.toISOString(),
      organizationId: 'org_01JCABCDEFGHJKMNPQRSTVWXYZ',
      action: 'domain.updated',
      resource: { type: 'domain', id: String(first + index) },
      actor: {
        type: 'api_key',
        keyId: 'cps_pk_live_abcdefghijklmnop',
        requestId: `req_${id.slice(4)}`,
        sourceIp: '192.0.2.1',
        userAgent: 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
      },
      before: { server_id: 1, ssl_status: 'active' },
      after: { server_id: 2, ssl_status: 'pending' },
      expiresAtSeconds: Math.ceil(at.getTime() / 1000) + 400 * 86_400,
    };
  });
}
