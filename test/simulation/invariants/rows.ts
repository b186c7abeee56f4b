import { executionFacts } from '../../../contract/stack/execution.schema.ts';
import { isAtRest, STEP_OF_PHASE } from '../../../lambdas/model/domains/phase.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import type { Changed } from '../table/simulated-table.ts';
import type { Invariant, World } from '../world.ts';
import { type Row, wrongStep } from './allowed-steps.ts';

const DOMAIN = /^DOMAIN#[0-9]+[|]DOMAIN$/;
const TIMELINE = /^DOMAIN#[0-9]+[|]TIMELINE#/;

/** The change of a domain's row by one request. */
interface Write {
  key: string;
  before: Row | undefined;
  after: Row | undefined;
  /** New items of the same request. */
  beside: { key: string; item: Item }[];
}

/** The rows of domains: what each write may change. */
export const ROW_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a domain goes by steps',
    sentence: 'Each write of a domain is a step that the lifecycle has: from that phase to this one, as its timeline says.',
    begin(world, violated) {
      watchRows(world, ({ key, before, after, beside }) => {
        const entry = beside.find((each) => TIMELINE.test(each.key));
        const wrong = wrongStep(before, after, entry && String(entry.item.what));
        if (wrong) violated(`${key} ${wrong}`);
      });
    },
  },
  {
    name: 'a stale attempt changes nothing',
    sentence: 'A step writes a domain only while that is in the attempt of its execution.',
    begin(world, violated) {
      watchRows(world, ({ key, before, after }) => {
        const name = world.scheduler.current()?.name ?? '';
        const [, execution] = /^[a-z-]+ ([0-9]+-[0-9]+)$/.exec(name) ?? [];
        // A step that finds a free CA slot gives it to the next name in the queue, which begins an attempt of another domain.
        if (execution === undefined || beginsAttempt(before, after)) return;
        const { domainId, attempt } = executionFacts(execution);
        if (key !== `DOMAIN#${domainId}|DOMAIN` || attempt !== before?.execution.attempt)
          violated(`${name} has written ${key}, which was in attempt ${before?.execution.attempt}`);
      });
    },
  },
  {
    name: 'an execution for each attempt',
    sentence: 'A write that begins the attempt of a domain at work asks for its execution, and no other write asks for one.',
    begin(world, violated) {
      watchRows(world, ({ key, before, after, beside }) => {
        // The test-mode function carries its domains through several steps.
        if (world.scheduler.current()?.name === 'rehearse') return;
        const asked = beside.filter(({ key: entry, item }) => entry.startsWith('OUTBOX#') && item.kind === 'execution');
        const wanted = beginsAttempt(before, after)
          ? [{ attempt: after?.execution.attempt, step: after && STEP_OF_PHASE[after.phase] }]
          : [];
        const found = asked.map(({ item: { attempt, step } }) => ({ attempt, step }));
        if (JSON.stringify(found) !== JSON.stringify(wanted))
          violated(`${key} asks for ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
      });
    },
  },
  {
    name: 'a name for each need',
    sentence: 'A domain that asks for another certificate does so with a name that it has not used before.',
    begin(world, violated) {
      const used = new Map<string, number>();
      watchRows(world, ({ key, before, after }) => {
        const name = after?.issuance?.certificateRequestId;
        if (name === undefined || name === before?.issuance?.certificateRequestId) return;
        const times = used.get(name) ?? 0;
        if (times > world.restores) violated(`${key} asks for another certificate as ${name}`);
        used.set(name, times + 1);
      });
    },
  },
];

function beginsAttempt(before: Row | undefined, after: Row | undefined): boolean {
  if (!after || isAtRest(after.phase)) return false;
  return after.execution.attempt > (before?.execution.attempt ?? 0);
}

function watchRows({ watch }: World, look: (write: Write) => void): void {
  watch((changed: readonly Changed[]) => {
    const rows = changed.filter(({ key }) => DOMAIN.test(key));
    if (rows.length === 0) return;
    const created = changed.flatMap(({ key, before, after }) => (!before && after ? [{ key, item: after }] : []));
    // A transfer of a hostname also writes the loser's row: rows are matched by the domain's id.
    for (const { key, before, after } of rows) {
      const [id = ''] = /[0-9]+/.exec(key) ?? [];
      const beside = created.filter(({ key: other, item }) => other.startsWith(`DOMAIN#${id}|`) || String(item.domainId) === id);
      look({ key, before: before as Row | undefined, after: after as Row | undefined, beside });
    }
  });
}
