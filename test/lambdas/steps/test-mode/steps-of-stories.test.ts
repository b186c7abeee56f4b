import { describe, expect, it } from 'vitest';
import { STORY_NAMES } from '../../../../contract/test-mode.ts';
import type { DomainStore } from '../../../../lambdas/model/domains/domain.store.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { type Row, wrongStep } from '../../../simulation/invariants/allowed-steps.ts';
import { HOUR, later } from '../../a-domain.ts';
import { domains } from '../../api/api-caller.ts';
import { aRehearsal } from './a-rehearsal.ts';

/** Long enough to renew each certificate once. */
const TWO_MONTHS = 62 * 24 * HOUR;

/** The invalid steps between the rows that a story writes, and the ids of its certificate requests. */
async function rowsOf(play: (until: Date, changes: { domains: DomainStore }) => Promise<unknown>) {
  const wrong: (string | undefined)[] = [];
  const names: string[] = [];
  const nameOf = (domain: Domain) => ('issuance' in domain ? domain.issuance.certificateRequestId : undefined);
  const replace: DomainStore['replace'] = async (before, after, change) => {
    await domains.replace(before, after, change);
    const written = { ...after, version: before.version + 1 };
    wrong.push(wrongStep(before as Row, written as Row, change.isQuiet ? undefined : change.timeline));
    const name = nameOf(after);
    if (name !== undefined && name !== nameOf(before)) names.push(name);
  };
  await play(later(TWO_MONTHS), { domains: Object.assign({}, domains, { replace }) });
  return { wrong: wrong.filter((each) => each !== undefined), names };
}

describe('two months of a domain of test mode', () => {
  it.each(STORY_NAMES)('goes by the steps of the lifecycle, and names each need anew: %s', async (story) => {
    const { play } = await aRehearsal(story);
    const { wrong, names } = await rowsOf(play);
    expect(wrong).toEqual([]);
    expect(names).toEqual([...new Set(names)]);
  });
});
