import { expect, it, vi } from 'vitest';
import type { Seal } from '../../../lambdas/shared/audit/seal.schema.ts';
import { hashOf } from '../../../lambdas/shared/audit/seal.ts';
import { AuditVerification } from '../../../lambdas/shared/audit/verify.ts';
import { timeDigitsAt } from '../../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { HOUR, later } from '../a-domain.ts';
import { ASealedAudit } from './a-sealed-audit.ts';

it('a batch gets a seal for each organization, with the hash of each entry and of the seal before', async () => {
  const audit = new ASealedAudit();
  const [one, other, theirs] = [audit.add(later(0)), audit.add(later(1)), audit.add(later(2), 'org_B')];
  expect(await audit.seal([one, theirs, other])).toEqual([true, true, true]);
  await audit.seal([audit.add(later(3))]);
  expect(audit.sealItem(1)).toMatchObject({
    number: 1,
    entries: [
      { place: 'changes#2026-06', id: one.sk, sha256: hashOf(one) },
      { place: 'changes#2026-06', id: other.sk, sha256: hashOf(other) },
    ],
  });
  expect(audit.sealItem(1)).not.toHaveProperty('previous');
  expect(audit.sealItem(2).previous).toMatchObject({ sha256: audit.sealItem(1).sha256 });
  expect(audit.sealItem(1, 'org_B')).toMatchObject({ entries: [{ id: theirs.sk }] });
});

it('a batch that comes again, as a whole or in part, makes no seal', async () => {
  const audit = new ASealedAudit();
  const [one, other] = [audit.add(later(0)), audit.add(later(1))];
  await audit.seal([one, other]);
  const before = audit.items.size;
  expect([...(await audit.seal([one, other])), ...(await audit.seal([other]))]).toEqual([true, true, true]);
  expect(audit.items.size).toBe(before);
});

it('an entry that is sealed twice does no harm, however long ago it was', async () => {
  const audit = new ASealedAudit();
  const first = audit.add(later(0));
  await audit.seal([first]);
  for (let at = 1; at < 10; at += 1) await audit.seal([audit.add(later(at))]);
  await audit.seal([first], later(60_000));
  audit.now = later(HOUR);
  expect(await audit.verify('org_A')).toMatchObject({ entries: 10, seals: 11, findings: [] });
});

it('whoever comes second to a number takes the next one', async () => {
  const audit = new ASealedAudit();
  const [mine, theirs] = [audit.add(later(0)), audit.add(later(1))];
  const { last } = audit.ports.seals;
  vi.spyOn(audit.ports.seals, 'last').mockImplementationOnce(async (...asked) => {
    const found = await last(...asked);
    await audit.seal([theirs]);
    return found;
  });
  expect(await audit.seal([mine])).toEqual([true]);
  expect([audit.sealItem(1).entries, audit.sealItem(2).entries]).toMatchObject([[{ id: theirs.sk }], [{ id: mine.sk }]]);
});

it('what could not be sealed comes again, and what one organization lacks holds up no other', async () => {
  const audit = new ASealedAudit();
  const [one, theirs] = [audit.add(later(0)), audit.add(later(1), 'org_B')];
  vi.spyOn(audit.ports.seals, 'last').mockRejectedValueOnce(new Error('no answer'));
  expect(await audit.seal([one, theirs])).toEqual([false, true]);
  expect(audit.sealItem(1, 'org_B')).toMatchObject({ entries: [{ id: theirs.sk }] });
});

it('a record that nobody can read holds up nothing, and is logged', async () => {
  const audit = new ASealedAudit();
  expect(await audit.seal([undefined, audit.add(later(0))])).toEqual([true, true]);
  expect(audit.log).toHaveBeenCalledWith('error', expect.stringContaining('cannot be read'), { count: 1 });
  expect(audit.sealItem(1).entries).toHaveLength(1);
});

it('time does not go back in a chain, whatever the clock of a Lambda says', async () => {
  const audit = new ASealedAudit();
  await audit.seal([audit.add(later(0))], later(5000));
  await audit.seal([audit.add(later(1))], later(4000));
  expect(audit.sealItem(2).sealedAt).toBe(audit.sealItem(1).sealedAt);
});

it('ten thousand entries of a minute are sealed by a hundred writes and as many reads, and are verified', async () => {
  const chain: Seal[] = [];
  let reads = 0;
  const audit = new ASealedAudit();
  vi.spyOn(audit.ports.seals, 'last').mockImplementation(async (_, limit) => {
    reads += 1;
    return chain.toReversed().slice(0, limit);
  });
  vi.spyOn(audit.ports.seals, 'add').mockImplementation(async (seal) => void chain.push(seal));
  const entries = Array.from({ length: 10_000 }, (_, at) => ({
    pk: keys.audit('org_A', 'changes', '2026-06', '').pk,
    sk: `aud_${timeDigitsAt(later(at * 6))}${String(at).padStart(16, '0')}`,
  }));
  for (let at = 0; at < entries.length; at += 100) await audit.seal(entries.slice(at, at + 100), later(at * 6 + 1000));
  const verification = new AuditVerification('org_A', [], { since: later(0), until: later(HOUR) }, later(HOUR));
  for (const seal of chain) verification.seal({ sk: String(seal.number), ...seal });
  for (const entry of entries) verification.entry(entry);
  expect([chain.length, reads]).toEqual([100, 100]);
  expect(verification.finish()).toEqual({ entries: 10_000, seals: 100, pending: 0, unproven: 0, findings: [] });
});

it('only the first seal of a day is marked for whoever signs it', async () => {
  const audit = new ASealedAudit();
  await audit.seal([audit.add(later(0))]);
  await audit.seal([audit.add(later(1))]);
  await audit.seal([audit.add(later(24 * HOUR))], later(24 * HOUR));
  const marked = [1, 2, 3].map((number) => audit.sealItem(number).duePk);
  expect(marked).toEqual(['DUE#SEALS#2026-06-01', undefined, 'DUE#SEALS#2026-06-02']);
});
