// Formats like `Intl` in English. The first use of `Intl` loads its data, which takes a phone a tenth of a second, so the first
// screen avoids it.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const NOON = 12;
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const;

/** `1,234,567`; a dash while unknown. */
export function countText(count: number | undefined): string {
  return count === undefined ? '–' : String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `Nov 26, 2026` in the browser's time zone. */
export function dateText(instant: number): string {
  const at = new Date(instant);
  return `${MONTHS[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`;
}

/** `Nov 26, 2026, 4:05 PM` in the browser's time zone. */
export function dateTimeText(instant: number): string {
  const at = new Date(instant);
  const hours = at.getHours();
  const minutes = String(at.getMinutes()).padStart(2, '0');
  return `${dateText(instant)}, ${hours % NOON || NOON}:${minutes}\u00a0${hours < NOON ? 'AM' : 'PM'}`;
}

/** `in 12d`, `4m ago`. */
export function relativeText(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => Math.abs(milliseconds) >= each) ?? [];
  if (unit === undefined) return 'now';
  const count = Math.round(Math.abs(milliseconds) / size);
  return milliseconds < 0 ? `${count}${unit} ago` : `in ${count}${unit}`;
}
