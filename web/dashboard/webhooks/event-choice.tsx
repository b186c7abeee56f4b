import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { Choices } from '../parts/choices.tsx';
import { SafeText } from '../parts/text/text.tsx';

const MAX_NAMED = 2;

export function EventNames({ events, most = MAX_NAMED }: { events: readonly string[]; most?: number }) {
  if (events.includes('*')) return <>All events</>;
  return (
    <>
      <SafeText text={events.slice(0, most).join(', ')} most={2048} />
      {events.length > most && ` and ${events.length - most} more`}
    </>
  );
}

interface EventChoiceProps {
  /** `*`: all events, including future ones. */
  chosen: readonly string[];
  choose: (events: readonly string[]) => void;
}

export function EventChoice({ chosen, choose }: EventChoiceProps) {
  const isAll = chosen.includes('*');
  // Keeps names of a later release.
  const toggle = (name: string, isOn: boolean) => choose(isOn ? [...chosen, name] : chosen.filter((each) => each !== name));
  return (
    <fieldset>
      <legend>Events</legend>
      <label className="check">
        <input type="checkbox" checked={isAll} onChange={({ target }) => choose(target.checked ? ['*'] : [])} /> All events,
        future ones too
      </label>
      {!isAll && <Choices names={EVENT_NAMES} chosen={chosen} toggle={toggle} />}
    </fieldset>
  );
}
