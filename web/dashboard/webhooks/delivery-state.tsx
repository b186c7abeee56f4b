import { Icon, type IconName } from '../parts/icons.tsx';
import { Shown } from '../parts/text.tsx';

const STATES: Record<string, { tone: string; icon: IconName; name: string }> = {
  active: { tone: 'good', icon: 'good', name: 'Active' },
  disabled: { tone: 'bad', icon: 'bad', name: 'Disabled' },
  succeeded: { tone: 'good', icon: 'good', name: 'Succeeded' },
  pending: { tone: 'wait', icon: 'wait', name: 'Pending' },
  failed: { tone: 'bad', icon: 'bad', name: 'Failed' },
  missed: { tone: 'customer', icon: 'you', name: 'Missed' },
};

/** The state of a webhook or of a delivery; one of a later release as the service names it. */
export function DeliveryState({ state }: { state: string }) {
  const known = Object.hasOwn(STATES, state) ? STATES[state] : undefined;
  return (
    <span className={`verdict ${known?.tone ?? 'wait'}`}>
      <Icon name={known?.icon ?? 'wait'} />
      <Shown text={known?.name ?? state} />
    </span>
  );
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
