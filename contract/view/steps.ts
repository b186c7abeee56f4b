import type { PublicView } from '../public-view.ts';

export type StepName = 'added' | 'dns' | 'certificate' | 'live';
export type StepState = 'done' | 'current' | 'todo';

/** How far a domain is, from its two statuses; live is only what is served. What is not done first is current. */
export function stepsOf({ dns_status, ssl_status, diagnosis }: PublicView): { name: StepName; state: StepState }[] {
  const isLive = diagnosis.code === 'ok';
  const done: [StepName, boolean][] = [
    ['added', true],
    ['dns', isLive || dns_status === 'validated'],
    ['certificate', isLive || ssl_status === 'active'],
    ['live', isLive],
  ];
  const current = done.findIndex(([, isDone]) => !isDone);
  return done.map(([name, isDone], position) => ({ name, state: stateOf(isDone, position === current) }));
}

function stateOf(isDone: boolean, isCurrent: boolean): StepState {
  if (isDone) return 'done';
  return isCurrent ? 'current' : 'todo';
}

/** `good`: live; `bad`: the owner of the hostname has to act; `wait`: somebody else, or time. */
export function toneOf({ diagnosis: { code, actor } }: PublicView): 'good' | 'bad' | 'wait' {
  if (code === 'ok') return 'good';
  return actor === 'customer' ? 'bad' : 'wait';
}
