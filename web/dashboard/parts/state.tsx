import { Icon, type IconName } from './icons.tsx';
import { Shown } from './text/text.tsx';

/** What each state looks like, and how it is called. */
export type States = Record<string, { tone: string; icon: IconName; name: string }>;

/** One of a later release as the service names it. */
export function State({ state, states }: { state: string; states: States }) {
  const known = Object.hasOwn(states, state) ? states[state] : undefined;
  return (
    <span className={`verdict ${known?.tone ?? 'wait'}`}>
      <Icon name={known?.icon ?? 'wait'} />
      <Shown text={known?.name ?? state} />
    </span>
  );
}
