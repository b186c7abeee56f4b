import { type ReactNode, useId } from 'react';
import type { Theme } from '../api/organization.ts';
import { SafeText } from '../parts/text/text.tsx';
import { COLOR_NAMES, COLOR_WORDS, type ColorName, isColor, MODES, type Mode, suggestedShade } from './theme-draft.ts';

interface ColorFieldsProps {
  colors: Theme['colors'];
  set: (colors: Theme['colors']) => void;
  problems: Record<string, string[]>;
}

export function ColorFields({ colors, set, problems }: ColorFieldsProps) {
  const change = (mode: Mode, name: ColorName, value: string) => set({ ...colors, [mode]: { ...colors[mode], [name]: value } });
  return (
    <fieldset>
      <legend>Colours</legend>
      <div className="colors" aria-hidden="true">
        <span />
        <span>Light</span>
        <span>Dark</span>
      </div>
      {COLOR_NAMES.map((name) => (
        <div key={name} className="colors">
          <span>{COLOR_WORDS[name]}</span>
          {MODES.map((mode) => (
            <ColorField
              key={mode}
              label={`${COLOR_WORDS[name]}, ${mode}`}
              value={colors[mode][name]}
              problems={problems[`colors.${mode}.${name}`]}
              set={(value) => change(mode, name, value)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

interface ColorFieldProps {
  label: string;
  value: string;
  problems: string[] | undefined;
  set: (value: string) => void;
}

function ColorField({ label, value, problems, set }: ColorFieldProps) {
  const id = useId();
  return (
    <div className="color">
      <input
        type="color"
        aria-label={`${label}: choose`}
        value={isColor(value) ? value.toLowerCase() : '#000000'}
        onChange={({ target }) => set(target.value)}
      />
      <input
        aria-label={label}
        value={value}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problems !== undefined}
        aria-describedby={problems ? id : undefined}
        onChange={({ target }) => set(target.value)}
      />
      {problems && <Problems id={id} problems={problems} take={set} />}
    </div>
  );
}

interface ProblemsProps {
  id: string;
  problems: string[];
  /** Uses the suggested shade. */
  take?: (color: string) => void;
}

export function Problems({ id, problems, take }: ProblemsProps) {
  return (
    <div id={id} className="problem" role="alert">
      {problems.map((problem): ReactNode => {
        const nearest = take && suggestedShade(problem);
        return (
          <p key={problem}>
            <SafeText text={problem} />{' '}
            {nearest && (
              <button type="button" className="copy" onClick={() => take(nearest)}>
                Use {nearest}
              </button>
            )}
          </p>
        );
      })}
    </div>
  );
}
