import { Icon, type IconName } from './icons.tsx';
import { SafeText } from './text/text.tsx';

export type States = Record<string, { tone: string; icon: IconName; name: string }>;

/** A state of a later release is shown as the service names it. */
export function State({ state, states }: { state: string; states: States }) {
  const known = Object.hasOwn(states, state) ? states[state] : undefined;
  return (
    <span className={`verdict ${known?.tone ?? 'wait'}`}>
      <Icon name={known?.icon ?? 'wait'} />
      <SafeText text={known?.name ?? state} />
    </span>
  );
}
