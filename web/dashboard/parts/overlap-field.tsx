export const OVERLAP_HOURS = 24;
const CHOICES = [
  [0, 'ends at once'],
  [1, 'works for 1 hour more'],
  [OVERLAP_HOURS, 'works for 24 hours more'],
  [72, 'works for 3 days more'],
  [168, 'works for 7 days more'],
] as const;

interface OverlapFieldProps {
  hours: number;
  setHours: (hours: number) => void;
}

/** How long the former secret remains valid after a rotation. */
export function OverlapField({ hours, setHours }: OverlapFieldProps) {
  return (
    <label className="field">
      <span>The former secret</span>
      <select value={hours} onChange={({ target }) => setHours(Number(target.value))}>
        {CHOICES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
