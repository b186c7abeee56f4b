import { onlineManager } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Me, Mode } from '../api/app-paths.ts';
import { useMe } from '../api/me.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Icon } from '../parts/icons.tsx';
import { Notices } from '../parts/notices.tsx';
import { AccountMenu, signOut } from './account-menu.tsx';
import { IS_MAC, PAGES } from './commands.ts';
import { useKeptFocus } from './kept-focus.ts';
import { Organization } from './organization.tsx';
import { KeysDialog, useShortcuts } from './shortcuts.tsx';
import { chooseTheme } from './theme.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const Requests = lazy(async () => ({ default: (await import('./requests.tsx')).Requests }));

/** When the first page has loaded. */
const PALETTE_AFTER_MS = 1500;

export function Shell() {
  const { mode } = useParams({ from: '/$mode' });
  const me = useMe();
  const { open, setOpen, goTo } = useShortcuts(mode);
  const close = () => setOpen(undefined);
  const { main, pages } = useNewPage();
  useKeptFocus();
  // Whoever presses Ctrl and K types on at once: it is there before.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="shell" data-mode={mode}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <nav aria-label="Main">
        <Organization me={me.data} />
        <ModeSwitch mode={mode} me={me.data} />
        <button type="button" className="search-button" aria-keyshortcuts="Control+K" onClick={() => setOpen('palette')}>
          <Icon name="search" />
          <span>Search</span>
          <span className="kbd" aria-hidden="true">
            {IS_MAC ? '⌘' : 'Ctrl'} K
          </span>
        </button>
        <ul ref={pages}>
          {PAGES.map(({ to, icon, name }) => (
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
        <AccountMenu me={me.data} openKeys={() => setOpen('keys')} openRequests={() => setOpen('requests')} />
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
      <KeysDialog isOpen={open === 'keys'} setIsOpen={close} />
      <Suspense>
        {open === 'palette' && (
          <Palette
            mode={mode}
            close={close}
            actions={{
              addDomains: () => goTo('/$mode/domains/new'),
              showRequests: () => setOpen('requests'),
              showKeys: () => setOpen('keys'),
              chooseTheme,
              signOut: () => void signOut(),
            }}
          />
        )}
        {open === 'requests' && <Requests close={close} />}
      </Suspense>
      <Notices />
    </div>
  );
}

function Pages({ mode, me }: { mode: Mode; me: Me | undefined }) {
  if (me && me.mode !== mode) {
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
            <Link to="/$mode" params={{ mode: each }} title={me && me.mode !== each ? `No ${each} data here` : undefined}>
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

/**
 * Whoever follows a link of the navigation with the keyboard goes on in the page, not in the navigation. On a phone, where that
 * is a row wider than the screen, it shows the link of the page.
 */
function useNewPage() {
  const main = useRef<HTMLElement>(null);
  const pages = useRef<HTMLUListElement>(null);
  const page = useLocation({ select: ({ pathname }) => pageOf(pathname) });
  const former = useRef(page);
  useEffect(() => {
    if (former.current !== page) main.current?.focus({ preventScroll: true });
    former.current = page;
    showPresent(pages.current);
  }, [page]);
  return { main, pages };
}

/** A domain opens beside its list: that is no new page. */
function pageOf(pathname: string): string {
  return pathname.replace(/(\/domains)\/(?!new$).*$/, '$1');
}

/** Not by `scrollIntoView`: that would move the page, too. */
function showPresent(row: HTMLElement | null): void {
  const link = row?.querySelector<HTMLElement>('[aria-current]');
  if (row && link) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}
