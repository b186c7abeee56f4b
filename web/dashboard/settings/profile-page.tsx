import './settings.css';
import { useState } from 'react';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { useMe } from '../parts/me.ts';
import { Page, Skeleton } from '../parts/page.tsx';
import { Shown } from '../parts/text.tsx';
import { THEME_NAMES } from '../shell/commands.ts';
import { chooseTheme, chosenTheme, THEMES } from '../shell/theme.ts';
import { ROLE_WORDS } from './roles.tsx';
import { Sessions } from './sessions.tsx';

/** What is of the person, and not of the organization. */
export function ProfilePage() {
  const me = useMe();
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Page title="Profile">
      {me.isError && <FailurePanel error={me.error} retry={() => me.refetch()} />}
      {me.isPending && <Skeleton />}
      {me.data && (
        <dl className="facts">
          <div>
            <dt>E-mail address</dt>
            <dd>
              <Shown text={me.data.email ?? me.data.id} />
            </dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>
              <Shown text={me.data.role} />
              <small>{ROLE_WORDS[me.data.role]}</small>
            </dd>
          </div>
          <div>
            <dt>Language</dt>
            <dd>English. Dates are written so, in the time of your browser.</dd>
          </div>
          <div>
            <dt>Appearance</dt>
            <dd className="filters">
              {THEMES.map((each) => (
                <button
                  key={each}
                  type="button"
                  className="button"
                  aria-pressed={theme === each}
                  onClick={() => {
                    chooseTheme(each);
                    setTheme(each);
                  }}
                >
                  {THEME_NAMES[each]}
                </button>
              ))}
            </dd>
          </div>
        </dl>
      )}
      <Sessions />
    </Page>
  );
}
