import { onlineManager } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Me, Mode } from '../api/app-paths.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { useMe } from '../parts/me.ts';
import { Notices } from '../parts/notices.tsx';
import { Shown } from '../parts/text.tsx';
import { AccountMenu } from './account-menu.tsx';
import { KeysDialog, useShortcuts } from './shortcuts.tsx';

const PAGES = [
  ['/$mode', 'overview', 'Overview'],
  ['/$mode/domains', 'domains', 'Domains'],
  ['/$mode/expiries', 'expiries', 'Expiries'],
  ['/$mode/servers', 'servers', 'Servers'],
  ['/$mode/webhooks', 'webhooks', 'Webhooks'],
  ['/$mode/events', 'events', 'Events'],
  ['/$mode/keys', 'keys', 'API keys'],
  ['/$mode/settings', 'settings', 'Settings'],
] as const satisfies [string, IconName, string][];

export function Shell() {
  const { mode } = useParams({ from: '/$mode' });
  const me = useMe();
  const { isListOpen, setIsListOpen } = useShortcuts(mode);
  const main = useFocusOfNewPage();
  return (
    <div className="shell" data-mode={mode}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <nav aria-label="Main">
        <div className="brand">
          <span className="monogram" aria-hidden="true">
            {(me.data?.organization_name ?? '·').slice(0, 1)}
          </span>
          <span className="brand-name">
            {me.data ? <Shown text={me.data.organization_name ?? me.data.organization_id} most={80} /> : 'Loading'}
          </span>
        </div>
        <ModeSwitch mode={mode} me={me.data} />
        <ul>
          {PAGES.map(([to, icon, name]) => (
            <li key={to}>
              <Link
                to={to}
                params={{ mode }}
                activeOptions={{ exact: to === '/$mode', includeSearch: false }}
                activeProps={{ className: 'on' }}
              >
                <Icon name={icon} />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
        <AccountMenu me={me.data} openKeys={() => setIsListOpen(true)} />
      </nav>
      <div className="content">
        <main id="main" tabIndex={-1} ref={main}>
          {mode === 'test' && (
            <p className="strip">Test data. Nothing here reaches a real certificate authority or a real customer.</p>
          )}
          <OfflineBanner />
          {me.isError && me.error ? (
            <FailurePanel error={me.error} retry={() => me.refetch()} />
          ) : (
            <Pages mode={mode} me={me.data} />
          )}
        </main>
      </div>
      <KeysDialog isOpen={isListOpen} setIsOpen={setIsListOpen} />
      <Notices />
    </div>
  );
}

function Pages({ mode, me }: { mode: Mode; me: Me | undefined }) {
  if (me?.mode && me.mode !== mode) {
    return (
      <div className="page">
        <h1>No {mode} data here</h1>
        <p>
          This deployment has {me.mode} keys and {me.mode} data only.
        </p>
        <p>
          <Link className="button" to="/$mode" params={{ mode: me.mode }}>
            Show {me.mode} data
          </Link>
        </p>
      </div>
    );
  }
  return <Outlet />;
}

function ModeSwitch({ mode, me }: { mode: Mode; me: Me | undefined }) {
  const modes: Mode[] = ['live', 'test'];
  return (
    <ul className="mode" aria-label="Data">
      {modes.map((each) => (
        <li key={each}>
          {each === mode ? (
            <span aria-current="true">{NAME_OF_MODE[each]}</span>
          ) : (
            <Link to="/$mode" params={{ mode: each }} title={me?.mode && me.mode !== each ? `No ${each} data here` : undefined}>
              {NAME_OF_MODE[each]}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
const NAME_OF_MODE: Record<Mode, string> = { live: 'Live', test: 'Test' };

function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {!isOnline && <p className="strip">You are offline. What is shown was loaded before, and nothing can be changed.</p>}
    </div>
  );
}

/** Whoever follows a link of the navigation with the keyboard goes on in the page, not in the navigation. */
function useFocusOfNewPage() {
  const main = useRef<HTMLElement>(null);
  const page = useLocation({ select: ({ pathname }) => pathname.split('/').slice(0, 3).join('/') });
  const former = useRef(page);
  useEffect(() => {
    if (former.current !== page) main.current?.focus({ preventScroll: true });
    former.current = page;
  }, [page]);
  return main;
}
