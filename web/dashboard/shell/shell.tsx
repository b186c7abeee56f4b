import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Mode } from '../api/app-paths.ts';
import { MODE } from '../api/early.ts';
import { useMe } from '../api/me.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { codeQuery } from '../parts/hooks/code.ts';
import { Icon } from '../parts/icons.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import { Notices } from '../parts/notices.tsx';
import { Skeleton } from '../parts/page.tsx';
import { displayName } from '../parts/text/display-name.ts';
import { SafeText } from '../parts/text/text.tsx';
import { IS_MAC } from './commands.ts';
import { useFocusRecovery } from './focus-recovery.ts';
import { Organization } from './organization.tsx';
import { PAGES } from './pages.ts';
import { useShortcuts } from './shortcuts.tsx';
import { signOut } from './sign-out.ts';
import { chooseTheme } from './theme.ts';

const accountCode = { name: 'account-menu', load: () => import('./account-menu.tsx') };
const paletteCode = { name: 'palette', load: () => import('./palette.tsx') };
const keysCode = { name: 'keys-dialog', load: () => import('./keys-dialog.tsx') };
const requestsCode = { name: 'requests', load: () => import('./requests.tsx') };

/** After the first page has loaded. */
const REST_AFTER_MS = 1500;

export function Shell() {
  const { mode } = useParams({ from: '/$mode' });
  const me = useMe();
  const { open, setOpen, goTo } = useShortcuts(mode);
  const close = () => setOpen(undefined);
  const { main, pages } = useNewPage();
  useFocusRecovery();
  const queries = useQueryClient();
  // People type immediately after Ctrl+K, so the overlay code is loaded in advance.
  useEffect(() => {
    const readRest = () => {
      void queries.prefetchQuery(codeQuery(accountCode));
      void queries.prefetchQuery(codeQuery(paletteCode));
      void queries.prefetchQuery(codeQuery(keysCode));
    };
    const timer = setTimeout(readRest, REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [queries]);
  const { data: palette } = useQuery({ ...codeQuery(paletteCode), enabled: open === 'palette' });
  const { data: keys } = useQuery({ ...codeQuery(keysCode), enabled: open === 'keys' });
  const { data: requests } = useQuery({ ...codeQuery(requestsCode), enabled: open === 'requests' });
  return (
    <div className="shell" data-mode={mode}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <nav aria-label="Main">
        <Organization me={me.data} />
        <ModeSwitch mode={mode} />
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
        <MenuButton
          className="account"
          code={accountCode}
          menu={{ openKeys: () => setOpen('keys'), openRequests: () => setOpen('requests') }}
        >
          <span className="unseen">Account</span>
          <Icon name="customer" />
          <span className="email">{me.data && <SafeText text={displayName(me.data)} most={80} />}</span>
          <Icon name="down" />
        </MenuButton>
      </nav>
      <div className="content">
        <main id="main" tabIndex={-1} ref={main}>
          {mode === 'test' && (
            <p className="strip">Test data. Nothing here reaches a real certificate authority or a real customer.</p>
          )}
          <OfflineBanner />
          {me.isError && me.error ? <FailurePanel error={me.error} retry={() => me.refetch()} /> : <Pages mode={mode} />}
        </main>
      </div>
      {open === 'palette' && palette && (
        <palette.Palette
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
      {open === 'keys' && keys && <keys.KeysDialog close={close} />}
      {open === 'requests' && requests && <requests.Requests close={close} />}
      <Notices />
    </div>
  );
}

/** A document belongs to one mode. A link into the other mode loads a new document. */
function Pages({ mode }: { mode: Mode }) {
  const isOther = mode !== MODE;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  return isOther ? <Skeleton /> : <Outlet />;
}

function ModeSwitch({ mode }: { mode: Mode }) {
  const modes: Mode[] = ['live', 'test'];
  return (
    <ul className="mode" aria-label="Data">
      {modes.map((each) => (
        <li key={each}>
          {each === mode ? (
            <span aria-current="true">{NAME_OF_MODE[each]}</span>
          ) : (
            <a href={`/dashboard/${each}`}>{NAME_OF_MODE[each]}</a>
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
 * After keyboard navigation the focus moves into the page. On a phone, whose navigation row is wider than the screen, the row
 * scrolls to the page's link.
 */
function useNewPage() {
  const main = useRef<HTMLElement>(null);
  const pages = useRef<HTMLUListElement>(null);
  const page = useLocation({ select: ({ pathname }) => pageOf(pathname) });
  const former = useRef(page);
  useEffect(() => {
    if (former.current !== page) main.current?.focus({ preventScroll: true });
    former.current = page;
    // In the frame that computes the layout anyway.
    const frame = requestAnimationFrame(() => showPresent(pages.current));
    return () => cancelAnimationFrame(frame);
  }, [page]);
  return { main, pages };
}

/** A domain opens beside its list and is no new page. */
function pageOf(pathname: string): string {
  return pathname.replace(/(\/domains)\/(?!new$).*$/, '$1');
}

/** Not `scrollIntoView`, which would also scroll the page. */
function showPresent(row: HTMLElement | null): void {
  const link = row?.querySelector<HTMLElement>('[aria-current]');
  if (row && link) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}
