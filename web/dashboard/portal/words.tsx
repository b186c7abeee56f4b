import { useId } from 'react';
import { LOCALES } from '../../../contract/paths.ts';
import type { Theme } from '../api/organization.ts';
import { Problems } from './color-fields.tsx';
import type { ThemeChange } from './theme-draft.ts';

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

export interface PartProps {
  theme: Theme;
  set: (change: ThemeChange) => void;
  problems: Record<string, string[]>;
}

export function Words({ theme, set, problems }: PartProps) {
  const { locale, texts } = theme;
  const words = texts[locale] ?? {};
  const say = (name: 'welcome' | 'help', text: string) => set({ texts: { ...texts, [locale]: { ...words, [name]: text } } });
  return (
    <>
      <label className="field">
        <span>Language where the browser asks for none of ours; the texts below are in it</span>
        <select value={locale} onChange={({ target }) => set({ locale: target.value as Theme['locale'] })}>
          {LOCALES.map((each) => (
            <option key={each} value={each}>
              {LANGUAGES.of(each)}
            </option>
          ))}
        </select>
      </label>
      <TextField
        label="Welcome"
        value={words.welcome ?? ''}
        set={(text) => say('welcome', text)}
        problems={problems[`texts.${locale}.welcome`]}
      />
      <TextField
        label="Help"
        value={words.help ?? ''}
        set={(text) => say('help', text)}
        problems={problems[`texts.${locale}.help`]}
      />
      <TextField
        label="Address of your help, https:// or mailto:"
        value={theme.support_url ?? ''}
        set={(support_url) => set({ support_url })}
        problems={problems.support_url}
      />
      <TextField
        label="Origins whose pages may frame the portal, one a line"
        value={theme.frame_ancestors.join('\n')}
        set={(text) => set({ frame_ancestors: text === '' ? [] : text.split('\n') })}
        problems={Object.entries(problems).find(([name]) => name.startsWith('frame_ancestors'))?.[1]}
        rows={2}
      />
    </>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  set: (text: string) => void;
  problems: string[] | undefined;
  rows?: number;
}

function TextField({ label, value, set, problems, rows }: TextFieldProps) {
  const id = useId();
  const common = { id, value, 'aria-invalid': problems !== undefined, ...(problems && { 'aria-describedby': `${id}-problem` }) };
  return (
    <div className="field">
      <label htmlFor={id}>
        <span>{label}</span>
      </label>
      {rows === undefined ? (
        <input {...common} maxLength={300} onChange={({ target }) => set(target.value)} />
      ) : (
        <textarea {...common} rows={rows} spellCheck={false} onChange={({ target }) => set(target.value)} />
      )}
      {problems && <Problems id={`${id}-problem`} problems={problems} />}
    </div>
  );
}
