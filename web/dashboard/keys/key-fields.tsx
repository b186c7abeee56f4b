const DAY_MS = 86_400_000;
const ENDS: readonly [string, string][] = [
  ['', 'never'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
];

interface KeyFieldsProps {
  name: string;
  setName: (name: string) => void;
  /** Days from now, as text. Empty: never. */
  days: string;
  setDays: (days: string) => void;
  /** An additional first choice of expiry. */
  present?: readonly [string, string];
}

export function KeyFields({ name, setName, days, setDays, present }: KeyFieldsProps) {
  return (
    <>
      <label className="field">
        <span>Name, as the program that uses it</span>
        <input value={name} required maxLength={100} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </label>
      <label className="field">
        <span>Ends</span>
        <select value={days} onChange={({ target }) => setDays(target.value)}>
          {[...(present ? [present] : []), ...ENDS].map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
