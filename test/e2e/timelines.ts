import type { Phase } from '../../lambdas/model/domains/domain-row.schema.ts';
import type { StateDir } from '../../local/machine/state-dir.ts';
import { wrongTimeline } from '../simulation/invariants/allowed-steps.ts';
import { itemsIn } from '../stack/last-release/recorded.ts';

/** Throws if a timeline in a cloud's table contains a transition that allowed-steps.ts does not list. */
export function holdTimelines({ aws }: Pick<StateDir, 'aws'>): void {
  const { timelines, wrong } = readTimelines(itemsIn(aws));
  if (wrong.length > 0) throw new Error(`the lifecycle has no such step:\n${wrong.join('\n')}`);
  console.log(`The timelines of ${timelines} domains are held against the table of steps.`);
}

export function readTimelines(items: readonly Record<string, unknown>[]): { timelines: number; wrong: string[] } {
  const entries = items.filter(({ pk, sk }) => /^DOMAIN#[0-9]+$/.test(String(pk)) && String(sk).startsWith('TIMELINE#'));
  const phases = new Map(items.filter(({ sk }) => sk === 'DOMAIN').map(({ pk, phase }) => [pk, phase as Phase]));
  const timelines = Map.groupBy(entries, ({ pk }) => pk);
  const wrong = [...timelines].flatMap(([pk, entries]) => {
    // Sort keys begin with the time.
    const words = entries.toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1)).map(({ what }) => String(what));
    const problem = wrongTimeline(words, phases.get(pk));
    return problem ? [`${pk} ${problem}`] : [];
  });
  return { timelines: timelines.size, wrong };
}
