import { State, type States } from '../parts/state.tsx';

const STATES: States = {
  active: { tone: 'good', icon: 'good', name: 'Active' },
  disabled: { tone: 'bad', icon: 'bad', name: 'Disabled' },
  succeeded: { tone: 'good', icon: 'good', name: 'Succeeded' },
  pending: { tone: 'wait', icon: 'wait', name: 'Pending' },
  failed: { tone: 'bad', icon: 'bad', name: 'Failed' },
  missed: { tone: 'customer', icon: 'you', name: 'Missed' },
};

export function DeliveryState({ state }: { state: string }) {
  return <State state={state} states={STATES} />;
}

const FAILURES: Record<string, string> = {
  refused: 'Its receiver refused it: it answered 4xx.',
  redirected: 'Its receiver answered with a redirection, which is not followed.',
  gone: 'Its receiver answered that it is gone (410).',
  attempts_exhausted: 'All attempts have failed.',
  webhook_disabled: 'The webhook was disabled before it could be sent.',
};

export function failureText(failure: string): string {
  return Object.hasOwn(FAILURES, failure) ? (FAILURES[failure] ?? failure) : failure;
}
