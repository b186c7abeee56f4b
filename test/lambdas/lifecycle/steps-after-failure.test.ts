import { expect, it } from 'vitest';
import { LIFECYCLE_STEPS } from '../../../contract/stack/steps.ts';
import { STEP_OF_PHASE } from '../../../lambdas/model/domains/phase.ts';
import { inEveryPhase } from './every-phase.ts';

/** Phases with a certificate in progress. Each may fail and leave copies at former servers. */
const onTheWay = inEveryPhase
  .map(([phase]) => phase)
  .filter((phase) => !['moving', 'retiring', 'revoking', 'removing', 'active', 'failed'].includes(phase));

it.each(onTheWay)('a domain that fails while %s may go on to the retirement of its copies', (phase) => {
  const step = STEP_OF_PHASE[phase];
  if (step === 'done') throw new Error(`${phase} is at rest`);
  expect(LIFECYCLE_STEPS[step]).toContain('retire-certificate');
});

it.each(onTheWay.filter((phase) => phase !== 'awaiting-dns'))(
  'a domain whose renewal on its way to another server fails while %s may go on with its move',
  (phase) => {
    const step = STEP_OF_PHASE[phase];
    if (step === 'done') throw new Error(`${phase} is at rest`);
    expect(LIFECYCLE_STEPS[step]).toContain('verify-move');
  },
);
