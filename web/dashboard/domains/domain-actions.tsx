import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { answerOf, client } from '../api/client.ts';
import type { Domain } from '../api/domains.ts';
import { Action, useReason } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Icon } from '../parts/icons.tsx';
import { Modal } from '../parts/modal.tsx';
import { notify } from '../parts/notices.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { verdictTitle } from '../parts/verdict.tsx';
import { SEND_HASH } from './search.ts';

const SendDialog = lazy(async () => ({ default: (await import('./customer/send-dialog.tsx')).SendDialog }));

type Change = 'check' | 'retry' | 'renew';
const DONE: Record<Exclude<Change, 'check'>, string> = { retry: 'Started over', renew: 'The renewal has begun' };

/** Actions on a domain. `onChange`: it is in progress again, so its page polls faster. */
export function DomainActions({ domain, onChange }: { domain: Domain; onChange: () => void }) {
  const { id } = domain;
  const queries = useQueryClient();
  const { hash } = useLocation();
  const [open, setOpen] = useState<'delete' | 'send' | undefined>(hash === SEND_HASH ? 'send' : undefined);
  const change = useMutation({
    mutationFn: (what: Change) => {
      const options = { params: { path: { id } }, body: {} };
      if (what === 'check') return answerOf(client.POST('/domains/{id}/check', options));
      return answerOf(
        what === 'retry' ? client.POST('/domains/{id}/retry', options) : client.POST('/domains/{id}/renew', options),
      );
    },
    onSuccess: async (after, what) => {
      notify(what === 'check' ? `Checked just now: ${verdictTitle(after.diagnosis.code)}` : DONE[what]);
      queries.setQueryData(['domain', id], after);
      onChange();
      await queries.invalidateQueries({ queryKey: ['domains'] });
    },
  });
  return (
    <>
      <div className="actions">
        <Action isMain={domain.diagnosis.actor === 'customer'} needs="domains.write" onPress={() => setOpen('send')}>
          Send to customer
        </Action>
        <span data-check>
          <Action needs="domains.check" isBusy={change.isPending} onPress={() => change.mutate('check')}>
            {change.isPending && change.variables === 'check' ? 'Checking' : 'Check now'}
          </Action>
        </span>
        <MoreMenu domain={domain} change={change.mutate} openDelete={() => setOpen('delete')} />
      </div>
      {change.error && <FailurePanel error={change.error} />}
      {open === 'delete' && <DeleteDialog domain={domain} close={() => setOpen(undefined)} />}
      {open === 'send' && (
        <Suspense>
          <SendDialog domain={domain} close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface MoreMenuProps {
  domain: Domain;
  change: (what: Change) => void;
  openDelete: () => void;
}

function MoreMenu({ domain, change, openDelete }: MoreMenuProps) {
  const isReader = useReason('domains.write') !== undefined;
  const disabled = domain.certificate ? [] : ['renew'];
  return (
    <MenuTrigger>
      <Button className="button" aria-label="More actions">
        <Icon name="more" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          disabledKeys={isReader ? ['retry', 'renew', 'delete'] : disabled}
          onAction={(key) => (key === 'delete' ? openDelete() : change(key as Change))}
        >
          <MenuItem id="retry">Start over</MenuItem>
          <MenuItem id="renew">Renew now</MenuItem>
          <MenuItem id="delete">Delete…</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function DeleteDialog({ domain: { id, url }, close }: { domain: Domain; close: () => void }) {
  const { mode } = getRouteApi('/$mode').useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => answerOf(client.DELETE('/domains/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notify(`${url} deleted`);
      await navigate({ to: '/$mode/domains', params: { mode } });
      queries.removeQueries({ queryKey: ['domain', id] });
      await queries.invalidateQueries({ queryKey: ['domains'] });
    },
  });
  return (
    <Modal title="Delete this domain?" isOpen setIsOpen={close} isKept>
      <p>
        <SafeText text={url} /> loses its certificate, and its visitors see an error.
      </p>
      {remove.error && <FailurePanel error={remove.error} />}
      <div className="actions">
        <Action isDangerous isBusy={remove.isPending} onPress={() => remove.mutate()}>
          Delete
        </Action>
        <Action onPress={close}>Keep it</Action>
      </div>
    </Modal>
  );
}
