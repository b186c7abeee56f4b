import { describe, expect, it } from 'vitest';
import { releaseWrite } from '../../../../lambdas/model/servers/private-keys/private-key.ts';
import { Seal } from '../../../../lambdas/shared/audit/seal.schema.ts';
import { hashOfSeal } from '../../../../lambdas/shared/audit/seal.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, later } from '../../../lambdas/a-domain.ts';
import { certificate, machine, rowOf, server } from '../../../lambdas/agent-api/an-agent.ts';
import { type ASealedAudit, DAY, signText, threeDays } from '../../../lambdas/audit-chain/a-sealed-audit.ts';
import { table } from '../../../lambdas/edges.ts';

interface Scene {
  audit: ASealedAudit;
  entries: Item[];
}

/** A seal forged by somebody who can compute the hashes. */
function forged(item: Item, change: Partial<Seal>): Item {
  const seal = { ...Seal.parse(item), ...change };
  return { ...item, ...seal, sha256: hashOfSeal(seal) };
}
/** The entry about a private key that a machine got. */
function releaseTo(machineId: string, at: Date): Item {
  const record = { id: `aud_${timeDigitsAt(at)}${machineId.slice(-1).repeat(16)}`, machineId };
  return { ...releaseWrite(table, certificate, record, at).Put?.Item };
}
const id = (entries: Item[], at: number) => String(entries[at]?.sk);

/** Actions of an attacker with full access to the table, and the expected findings. */
const TAMPERING: Record<string, { act: (scene: Scene) => unknown; named: (scene: Scene) => string[] }> = {
  'an entry was changed': {
    act: ({ audit, entries }) => audit.put({ ...entries[4], after: { name: 'another' } }),
    named: ({ entries }) => [`entry-changed ${id(entries, 4)}`],
  },
  'an entry got another actor': {
    act: ({ audit, entries }) => audit.put({ ...entries[0], actor: { type: 'service' } }),
    named: ({ entries }) => [`entry-changed ${id(entries, 0)}`],
  },
  'an entry is to expire early': {
    act: ({ audit, entries }) => audit.put({ ...entries[1], expiresAtSeconds: 1 }),
    named: ({ entries }) => [`entry-changed ${id(entries, 1)}`],
  },
  'an entry was removed': {
    act: ({ audit, entries }) => audit.remove(entries[5] ?? {}),
    named: ({ entries }) => [`entry-removed ${id(entries, 5)}`],
  },
  'an entry was inserted past the stream': {
    act: (scene) => scene.entries.push(scene.audit.add(later(-2 * DAY + 3 * HOUR))),
    named: ({ entries }) => [`entry-inserted ${id(entries, 12)}`],
  },
  'an entry was inserted with an earlier time': {
    act: async (scene) => {
      const late = scene.audit.add(later(-2 * DAY + 3 * HOUR));
      scene.entries.push(late);
      await scene.audit.seal([late], later(-HOUR));
    },
    named: ({ entries }) => [`entry-sealed-late ${id(entries, 12)}`],
  },
  'two entries were exchanged': {
    act: ({ audit, entries: [one = {}, , other = {}] }) => {
      audit.put({ ...other, sk: one.sk, id: one.id });
      audit.put({ ...one, sk: other.sk, id: other.id });
    },
    named: ({ entries }) => [`entry-exchanged ${id(entries, 0)}`, `entry-exchanged ${id(entries, 2)}`],
  },
  'an entry was replaced by way of the stream': {
    act: async ({ audit, entries: [one = {}] }) => {
      const another = { ...one, after: { name: 'another' } };
      audit.put(another);
      await audit.seal([another], later(-HOUR));
    },
    named: ({ entries }) => [`entry-sealed-twice ${id(entries, 0)}`, `entry-changed ${id(entries, 0)}`],
  },
  'a seal was removed': {
    act: ({ audit }) => audit.remove(audit.sealItem(3)),
    named: ({ entries }) => ['seal-removed 3', `entry-inserted ${id(entries, 4)}`, `entry-inserted ${id(entries, 5)}`],
  },
  'the first seals were removed with their entries': {
    act: ({ audit, entries }) => {
      for (const number of [1, 2]) audit.remove(audit.sealItem(number));
      for (const entry of entries.slice(0, 4)) audit.remove(entry);
    },
    named: () => ['seal-removed 2'],
  },
  'the last seals were removed with their entries': {
    act: ({ audit, entries }) => {
      for (const number of [5, 6]) audit.remove(audit.sealItem(number));
      for (const entry of entries.slice(8)) audit.remove(entry);
    },
    named: () => ['seal-removed 6'],
  },
  'everything of an organization was removed': {
    act: ({ audit }) => audit.items.clear(),
    named: () => ['seal-removed 2', 'seal-removed 4', 'seal-removed 6'],
  },
  'entries were put into another order in their seal': {
    act: ({ audit }) => {
      const { entries, ...seal } = audit.sealItem(2);
      audit.put({ ...seal, entries: (entries as unknown[]).toReversed() });
    },
    named: () => ['seal-changed 2'],
  },
  'two seals were exchanged': {
    act: ({ audit }) => {
      const [two, three] = [audit.sealItem(2), audit.sealItem(3)];
      audit.put({ ...three, sk: two.sk });
      audit.put({ ...two, sk: three.sk });
    },
    named: () => expect.arrayContaining(['seal-changed 2', 'seal-changed 3']),
  },
  'a seal was made anew, with all hashes right': {
    act: ({ audit, entries }) => {
      const seal = audit.sealItem(3);
      audit.put(forged(seal, { entries: (seal.entries as Seal['entries']).slice(0, 1) }));
      audit.remove(entries[5] ?? {});
    },
    named: () => ['seal-exchanged 3'],
  },
  'the whole rest of a chain was made anew, with all hashes right': {
    act: ({ audit, entries }) => {
      let previous = audit.sealItem(2);
      for (const number of [3, 4, 5, 6]) {
        const seal = audit.sealItem(number);
        const kept = number === 3 ? (seal.entries as Seal['entries']).slice(0, 1) : (seal.entries as Seal['entries']);
        const link = { sha256: String(previous.sha256), sealedAt: String(previous.sealedAt) };
        previous = forged(seal, { entries: kept, previous: link });
        audit.put(previous);
      }
      audit.remove(entries[5] ?? {});
    },
    named: () => ['head-does-not-fit 4', 'head-does-not-fit 6'],
  },
  'a signed day was changed': {
    act: ({ audit }) => {
      const day = audit.days.at(-3);
      if (day) day.text = day.text.replace('"number":2', '"number":1');
    },
    named: () => ['day-forged 2026-05-29', 'day-removed 2026-05-29'],
  },
  'a signed day was removed': {
    act: ({ audit }) => audit.days.splice(-2, 1),
    named: () => ['day-removed 2026-05-30', 'day-removed 2026-05-30'],
  },
  'the last signed day was removed': {
    act: ({ audit }) => audit.days.splice(-1, 1),
    named: () => ['day-removed 2026-05-31'],
  },
  'a signed day was written over': {
    act: ({ audit: { days } }) => days.splice(-2, 1, { ...days.at(-2), versions: 2 } as never),
    named: () => ['day-replaced 2026-05-30'],
  },
  'a signed day was signed again, by the right key': {
    act: ({ audit: { days } }) => {
      const text = days.at(-2)?.text.replace(/"signedAt":"[^"]*"/, '"signedAt":"2026-06-01T00:00:00.000Z"') ?? '';
      days.splice(-2, 1, { day: '2026-05-30', text, signature: signText(text), versions: 1 });
    },
    named: () => ['day-replaced 2026-05-30'],
  },
};

describe('the verification of the audit', () => {
  it('finds nothing where nothing was done', async () => {
    const { audit } = await threeDays();
    const { findings, ...counts } = await audit.verify('org_A');
    expect(findings).toEqual([]);
    expect(counts).toMatchObject({
      organizations: 1,
      entries: 12,
      seals: 6,
      signed_days: 7,
      not_sealed_yet: 0,
      before_sealing: 0,
    });
  });

  it.each(Object.entries(TAMPERING))('names it where %s', async (_, { act, named }) => {
    const scene = await threeDays();
    await act(scene);
    expect((await scene.audit.verify('org_A')).named).toEqual(named(scene));
  });

  it('finds an entry in the month that its seal names, where its id was drawn in the next one', async () => {
    const { audit } = await threeDays();
    const midnight = Date.parse(`${later(0).toISOString().slice(0, 7)}-01T00:00:00.000Z`);
    const sealedAt = new Date(midnight + 2_000);
    const at = new Date(midnight - 1_000).toISOString();
    await audit.seal([audit.add(new Date(midnight + 1_000), 'org_B', { at })], sealedAt);
    const window = { since: new Date(midnight), until: later(0) };
    expect(await audit.verify('org_B', window)).toMatchObject({ entries: 1, named: [] });
  });

  it('reads the record of a machine that is there, and of one that is gone', async () => {
    const { audit } = await threeDays();
    const inserted = releaseTo(machine.id, later(-HOUR));
    const changed = releaseTo('mch_9', later(-2 * HOUR));
    await audit.seal([changed], later(-2 * HOUR + 2000));
    audit.put({ ...keys.server('org_A', 1), ...server });
    audit.put(rowOf(machine));
    audit.put(inserted);
    audit.put({ ...changed, hostname: 'other.customer.com' });
    const named = [`entry-inserted ${inserted.sk}`, `entry-changed ${changed.sk}`];
    expect((await audit.verify('org_A')).named.toSorted()).toEqual(named.toSorted());
  });

  it('names an organization whose audit is gone altogether, because a day was signed with it', async () => {
    const { audit } = await threeDays();
    audit.items.clear();
    expect((await audit.verify()).findings).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'seal-removed', organizationId: 'org_A' })]),
    );
  });

  it('does not take another key for the one that signs', async () => {
    const { audit } = await threeDays();
    for (const day of audit.days) day.signature = signText('something else');
    expect((await audit.verify('org_A')).signed_days).toBe(0);
  });

  it('looks only at entries of the time asked about', async () => {
    const { audit, entries } = await threeDays();
    audit.put({ ...entries[0], after: {} });
    const window = { since: later(-2 * DAY), until: later(0) };
    expect(await audit.verify('org_A', window)).toMatchObject({ entries: 8, findings: [] });
    expect((await audit.verify('org_A')).named).toEqual([`entry-changed ${id(entries, 0)}`]);
  });

  it('waits for the seal of what is new, and for the signature of the day that is not over', async () => {
    const { audit } = await threeDays();
    audit.add(later(-60_000));
    expect(await audit.verify('org_A')).toMatchObject({ not_sealed_yet: 1, findings: [] });
    audit.now = later(HOUR);
    expect((await audit.verify('org_A')).named).toEqual([expect.stringContaining('entry-inserted')]);
  });

  it('proves nothing of what was written before there were seals, and says how much that is', async () => {
    const { audit } = await threeDays();
    audit.add(later(-6 * DAY));
    audit.add(later(-20 * DAY));
    expect(await audit.verify('org_A')).toMatchObject({ before_sealing: 2, findings: [] });
    audit.days.shift();
    expect((await audit.verify('org_A')).named).toHaveLength(2);
  });

  it('takes what the table has deleted by age for expired: entries, then seals', async () => {
    const { audit, entries } = await threeDays();
    for (const entry of entries.slice(0, 4)) audit.remove(entry);
    for (const number of [1, 2]) audit.remove(audit.sealItem(number));
    const then = later(-3 * DAY + 400 * DAY + 3 * HOUR);
    audit.days = audit.days.slice(5);
    audit.now = then;
    const window = { since: later(-3 * DAY), until: then };
    expect((await audit.verify('org_A', window)).named).toEqual([]);
  });

  it('reads the releases of private keys too, also of a server that is gone', async () => {
    const { audit } = await threeDays();
    const added = audit.add(later(-5 * HOUR));
    const release: Item = { ...added, pk: 'AUDIT#org_A#4#2026-06' };
    audit.remove(added);
    audit.put(release);
    await audit.seal([release], later(-5 * HOUR + 2000));
    expect(await audit.verify('org_A')).toMatchObject({ entries: 13, findings: [] });
    audit.put({ ...release, machine: 'another' });
    expect((await audit.verify('org_A')).named).toEqual([`entry-changed ${release.sk}`]);
  });
});
