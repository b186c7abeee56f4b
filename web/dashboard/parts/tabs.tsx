import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

interface TabsProps<Name extends string> {
  /** Label of the tab list. */
  label: string;
  names: Readonly<Record<Name, string>>;
  panel: (name: Name) => ReactNode;
  className?: string;
  /** The open tab and how to change it, when the caller controls it. Otherwise the first one opens. */
  open?: { name: Name; choose: (name: Name) => void };
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Native elements, because React Aria's tabs are 50 kB and delay a panel on a phone by a fifth of a second. */
export function Tabs<Name extends string>({ label, names, panel, className = '', open }: TabsProps<Name>) {
  const all = Object.keys(names) as [Name, ...Name[]];
  const [own, setOwn] = useState(all[0]);
  const { name: chosen, choose } = open ?? { name: own, choose: setOwn };
  const id = useId();
  const idOf = (name: Name) => `${id}-${name}`;
  /** https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
  const walk = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, all.indexOf(chosen), all.length);
    const name = all.at(next ?? all.length);
    if (next === undefined || name === undefined) return;
    event.preventDefault();
    choose(name);
    document.getElementById(idOf(name))?.focus();
  };
  return (
    <div className={`tabs ${className}`}>
      <div role="tablist" aria-label={label}>
        {all.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={idOf(name)}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={walk}
          >
            {names[name]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may have nothing else that the keyboard reaches */}
      <div key={chosen} role="tabpanel" id={`${id}-panel`} aria-labelledby={idOf(chosen)} tabIndex={0}>
        {panel(chosen)}
      </div>
    </div>
  );
}

function placeAfter(key: string, place: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : (place + step + count) % count;
}
