interface ChoicesProps<Name extends string> {
  names: readonly Name[];
  chosen: readonly string[];
  toggle: (name: Name, isOn: boolean) => void;
  isOff?: (name: Name) => boolean;
}

/** Checkboxes for names such as `domain.created`, grouped by their prefix. */
export function Choices<Name extends string>({ names, chosen, toggle, isOff }: ChoicesProps<Name>) {
  return (
    <div className="choices">
      {[...Map.groupBy(names, aboutOf)].map(([about, group]) => (
        <fieldset key={about}>
          <legend>{about}</legend>
          {group.map((name) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                aria-label={name}
                checked={chosen.includes(name)}
                disabled={isOff?.(name)}
                onChange={({ target }) => toggle(name, target.checked)}
              />{' '}
              {name.slice(about.length + 1)}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function aboutOf(name: string): string {
  return name.split('.')[0] ?? name;
}
