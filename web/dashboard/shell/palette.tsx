import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  ModalOverlay,
  Modal as Overlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import type { Mode } from '../api/app-paths.ts';
import { domainsBeginningWithQuery } from '../api/domains.ts';
import { useDebounced } from '../parts/hooks/debounced.ts';
import { Icon } from '../parts/icons.tsx';
import { Hostname } from '../parts/text/text.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { type Command, commandsOf, type ShellActions } from './commands.ts';
import { PAGES } from './pages.ts';

const PAUSE_MS = 150;

/** Command palette: opens a page or a domain, or runs a command. */
export function Palette({ mode, actions, close }: { mode: Mode; actions: ShellActions; close: () => void }) {
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [typed, setTyped] = useState('');
  const prefix = useDebounced(typed.trim().toLowerCase(), PAUSE_MS);
  const { data: domains = [] } = useQuery({ ...domainsBeginningWithQuery(prefix), enabled: prefix !== '' });
  const commands = commandsOf(actions);
  const run = (key: string) => {
    close();
    const [kind = '', id = ''] = key.split(' ');
    if (kind === 'domain') void navigate({ to: '/$mode/domains/$id', params: { mode, id } });
    const page = PAGES.find(({ to }) => kind === 'page' && to === id);
    if (page) void navigate({ to: page.to, params: { mode } });
    commands.find((each) => kind === 'do' && each.id === id)?.act();
  };
  return (
    <ModalOverlay className="overlay top" isOpen onOpenChange={close} isDismissable>
      <Overlay className="modal palette">
        <Dialog aria-label="Search and commands">
          <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label="Page, command or hostname" autoFocus>
              <Input placeholder="Go to a page, do something, or type a hostname" />
            </SearchField>
            <Menu
              aria-label="What was found"
              className="found"
              onAction={(key) => run(String(key))}
              renderEmptyState={() => <p className="small">Nothing matches.</p>}
            >
              {domains.length > 0 && prefix !== '' && (
                <MenuSection>
                  <Header>Domains</Header>
                  {domains.map(({ id, url, url_unicode, diagnosis }) => (
                    // Matches what was typed in either notation or in capitals, because the service found it by its beginning.
                    <MenuItem key={id} id={`domain ${id}`} textValue={`${url} ${url_unicode ?? ''} ${typed}`}>
                      <span className="host">
                        <Hostname url={url} unicode={url_unicode} />
                      </span>
                      <Verdict diagnosis={diagnosis} />
                    </MenuItem>
                  ))}
                </MenuSection>
              )}
              <MenuSection>
                <Header>Go to</Header>
                {PAGES.map(({ to, icon, name, key }) => (
                  <MenuItem key={to} id={`page ${to}`} textValue={name}>
                    <Icon name={icon} />
                    <span>{name}</span>
                    <span className="kbd" aria-hidden="true">
                      g {key}
                    </span>
                  </MenuItem>
                ))}
              </MenuSection>
              <MenuSection>
                <Header>Do</Header>
                {commands.map(commandItem)}
              </MenuSection>
            </Menu>
          </Autocomplete>
        </Dialog>
      </Overlay>
    </ModalOverlay>
  );
}

function commandItem({ id, name, icon, key }: Command) {
  return (
    <MenuItem key={id} id={`do ${id}`} textValue={name}>
      <Icon name={icon} />
      <span>{name}</span>
      {key !== undefined && (
        <span className="kbd" aria-hidden="true">
          {key}
        </span>
      )}
    </MenuItem>
  );
}
