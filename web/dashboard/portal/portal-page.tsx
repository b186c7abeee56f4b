import './portal.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { asFailure } from '../api/failure.ts';
import { useMe } from '../api/me.ts';
import type { Theme } from '../api/organization.ts';
import { themeQuery } from '../api/organization.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { notify } from '../parts/notices.tsx';
import { Page, Skeleton } from '../parts/page.tsx';
import { ColorFields, Problems } from './color-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { applyThemeChange, FONT_NAMES, problemsOf, requestOf, type ThemeChange } from './theme-draft.ts';
import { ThemePreview } from './theme-preview.tsx';
import { type PartProps, Words } from './words.tsx';

/** Theme editor for portal and widget. Changes show in the preview and apply when saved. */
export function PortalPage() {
  const query = useQuery(themeQuery);
  return (
    <Page title="Portal and widget">
      {query.isError && !query.data && <FailurePanel error={query.error} retry={() => query.refetch()} />}
      {query.isPending && <Skeleton lines={10} />}
      {query.data && <Editor saved={query.data} />}
    </Page>
  );
}

function Editor({ saved }: { saved: Theme }) {
  const queries = useQueryClient();
  const { data: me } = useMe();
  // Undefined: the saved theme, including saves by others.
  const [changed, setChanged] = useState<Theme>();
  const [isResetting, setIsResetting] = useState(false);
  const theme = changed ?? saved;
  const save = useMutation({
    mutationFn: (next: Theme | undefined) => answerOf(client.PUT('/organization/theme', { body: next ? requestOf(next) : {} })),
    onSuccess: (after) => {
      queries.setQueryData(themeQuery.queryKey, after as Theme);
      setChanged(undefined);
      setIsResetting(false);
      notify('Portal and widget saved');
    },
  });
  const problems = problemsOf(save.error);
  const set = (change: ThemeChange) => setChanged(applyThemeChange(theme, change));
  return (
    <div className="editor">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(theme);
        }}
      >
        <Appearance theme={theme} set={set} problems={problems} />
        <Words theme={theme} set={set} problems={problems} />
        {!!save.error && !isResetting && <FailurePanel error={asFailure(save.error)} />}
        <div className="actions">
          <Action submits isMain needs="domains.write" isBusy={save.isPending || !changed}>
            Save
          </Action>
          <Action
            isBusy={!changed}
            onPress={() => {
              setChanged(undefined);
              save.reset();
            }}
          >
            Discard changes
          </Action>
          <Action needs="domains.write" isDangerous onPress={() => setIsResetting(true)}>
            Back to the standard
          </Action>
        </div>
      </form>
      <ThemePreview theme={theme} brand={me?.organization_name ?? 'Your brand'} />
      {isResetting && (
        <Confirm
          title="Back to the standard?"
          verb="Reset"
          isBusy={save.isPending}
          error={save.error}
          confirm={() => save.mutate(undefined)}
          close={() => {
            save.reset();
            setIsResetting(false);
          }}
        >
          <p>Colours, font, logo, texts and addresses of the theme are taken away.</p>
        </Confirm>
      )}
    </div>
  );
}

function Appearance({ theme, set, problems }: PartProps) {
  return (
    <>
      <ColorFields colors={theme.colors} set={(colors) => set({ colors })} problems={problems} />
      <div className="pair">
        <label className="field">
          <span>Font</span>
          <select value={theme.font} onChange={({ target }) => set({ font: target.value as Theme['font'] })}>
            {Object.entries(FONT_NAMES).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Round corners: {theme.radius} px</span>
          <input
            type="range"
            min={0}
            max={32}
            value={theme.radius}
            onChange={({ target }) => set({ radius: Number(target.value) })}
          />
        </label>
      </div>
      <LogoField logo={theme.logo} set={(logo) => set({ logo })} />
      {problems.logo && <Problems id="logo-problem" problems={problems.logo} />}
    </>
  );
}
