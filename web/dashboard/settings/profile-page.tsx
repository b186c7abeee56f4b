import './settings.css';
import { useState } from 'react';
import { useMe } from '../api/me.ts';
import { Fact } from '../parts/fact.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Page, Skeleton } from '../parts/page.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { THEME_NAMES } from '../shell/commands.ts';
import { chooseTheme, chosenTheme, THEMES } from '../shell/theme.ts';
import { MailChoices } from './mail-choices.tsx';
import { ROLE_WORDS } from './roles.tsx';
import { Sessions } from './sessions.tsx';

/** Settings of the person, not of the organization. */
export function ProfilePage() {
  const me = useMe();
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Page title="Profile">
      {me.isError && <FailurePanel error={me.error} retry={() => me.refetch()} />}
      {me.isPending && <Skeleton />}
      {me.data && (
        <dl className="facts">
          <Fact name="E-mail address">
            <SafeText text={me.data.email || 'none that your identity provider has verified'} />
          </Fact>
          <Fact name="Role">
            <SafeText text={me.data.role} />
            <small>{ROLE_WORDS[me.data.role]}</small>
          </Fact>
          <Fact name="Language">English. Dates are written so, in the time of your browser.</Fact>
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
      {me.data && <MailChoices mail={me.data.mail} />}
      <Sessions />
    </Page>
  );
}
