import { dateText, dateTimeText, relativeText } from './text/english-text.ts';
import { SafeText } from './text/text.tsx';

/** `in 12d`, `4m ago`; the title has the exact instant. */
export function Relative({ at }: { at: string }) {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <SafeText text={at} />;
  return (
    <time dateTime={at} title={dateTimeText(instant)}>
      {relativeText(instant - Date.now())}
    </time>
  );
}

export function Day({ at }: { at: string }) {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <SafeText text={at} />;
  return (
    <time dateTime={at} title={dateTimeText(instant)}>
      {dateText(instant)} <small>{relativeText(instant - Date.now())}</small>
    </time>
  );
}

export function Moment({ at }: { at: string }) {
  const instant = Date.parse(at);
  return Number.isNaN(instant) ? <SafeText text={at} /> : <time dateTime={at}>{dateTimeText(instant)}</time>;
}
