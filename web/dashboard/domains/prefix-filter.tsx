import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** Updates the address shortly after typing. */
export function PrefixFilter({ prefix, change }: { prefix: string; change: (prefix: string) => void }) {
  const [typed, setTyped] = useState(prefix);
  const [former, setFormer] = useState(prefix);
  // The address changed from outside, for example by the back button.
  if (former !== prefix) {
    setFormer(prefix);
    setTyped(prefix);
  }
  useEffect(() => {
    if (typed === prefix) return;
    const timer = setTimeout(() => change(typed.trim().toLowerCase()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <label className="filter">
      <span className="unseen">Hostname begins with</span>
      <input
        type="search"
        data-filter
        placeholder="Hostname begins with"
        value={typed}
        maxLength={253}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}
