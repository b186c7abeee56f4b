import type { PublicView } from '../../shared/contract/public/public-view.ts';

export const STEPS = ['added', 'dns', 'certificate', 'live'] as const;
export type StepState = 'done' | 'current' | 'todo';

/** How far a domain is, by its statuses and by whether visitors reach it: what is not done first is current. */
export function stepsOf({ dns_status, ssl_status, diagnosis }: Pick<PublicView, 'dns_status' | 'ssl_status' | 'diagnosis'>) {
  const isDone = {
    added: true,
    dns: dns_status === 'validated',
    certificate: ssl_status === 'active',
    live: diagnosis.code === 'ok',
  };
  const current = STEPS.find((step) => !isDone[step]);
  const stateOf = (step: (typeof STEPS)[number]): StepState => {
    if (step === current) return 'current';
    return isDone[step] ? 'done' : 'todo';
  };
  return STEPS.map((step) => ({ step, state: stateOf(step) }));
}
