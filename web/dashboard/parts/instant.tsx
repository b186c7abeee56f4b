import { Shown } from './text/text.tsx';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const DATE_TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `in 12 days`, `4 min ago`; the exact instant is its title. */
export function Relative({ at }: { at: string }) {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <Shown text={at} />;
  return (
    <time dateTime={at} title={DATE_TIME.format(instant)}>
      {relativeText(instant - Date.now())}
    </time>
  );
}

function relativeText(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => Math.abs(milliseconds) >= each) ?? [];
  return unit ? RELATIVE.format(Math.round(milliseconds / size), unit) : 'now';
}

/** The date, and how far away it is. */
export function Day({ at }: { at: string }) {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <Shown text={at} />;
  return (
    <time dateTime={at} title={DATE_TIME.format(instant)}>
      {DATE.format(instant)} <small>{relativeText(instant - Date.now())}</small>
    </time>
  );
}

/** The whole instant. */
export function Moment({ at }: { at: string }) {
  const instant = Date.parse(at);
  return Number.isNaN(instant) ? <Shown text={at} /> : <time dateTime={at}>{DATE_TIME.format(instant)}</time>;
}
