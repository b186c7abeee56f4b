import { dateText, dateTimeText, relativeText } from './text/english-text.ts';
import { Shown } from './text/text.tsx';

/** `in 12d`, `4m ago`; the exact instant is its title. */
export function Relative({ at }: { at: string }) {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <Shown text={at} />;
  return (
    <time dateTime={at} title={dateTimeText(instant)}>
      {relativeText(instant - Date.now())}
    </time>
  );
}

/** The date, and how far away it is. */
export function Day({ at }: { at: string }) {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <Shown text={at} />;
  return (
    <time dateTime={at} title={dateTimeText(instant)}>
      {dateText(instant)} <small>{relativeText(instant - Date.now())}</small>
    </time>
  );
}

/** The whole instant. */
export function Moment({ at }: { at: string }) {
  const instant = Date.parse(at);
  return Number.isNaN(instant) ? <Shown text={at} /> : <time dateTime={at}>{dateTimeText(instant)}</time>;
}
