import { useState } from 'react';
import { curlOf, isOfPeople, type LoggedRequest, useRequestLog } from '../api/request-log.ts';
import { Copy } from '../parts/copy.tsx';
import { Modal } from '../parts/modal.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';
import { KeptRequests } from './kept-requests.tsx';

const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

const WHOSE = { page: 'Requests of this page', organization: 'Your organization’s requests' };

/** The latest requests of this page and of the organization's programs, each as a program would send it. */
export function Requests({ close }: { close: () => void }) {
  return (
    <Modal title="Last requests" isOpen setIsOpen={close} place="drawer">
      <Tabs
        label="Whose requests"
        names={WHOSE}
        panel={(whose) => (whose === 'page' ? <RequestsOfPage /> : <KeptRequests close={close} />)}
      />
    </Modal>
  );
}

function RequestsOfPage() {
  const log = useRequestLog();
  const [areWritesOnly, setAreWritesOnly] = useState(false);
  const shown = areWritesOnly ? log.filter(({ method }) => method !== 'GET') : log;
  return (
    <>
      <p className="small">
        The last 50, as a program makes them with a key of its own: set <code>KEY_ID</code> and <code>KEY</code> in your shell.
        They are gone with the page.
      </p>
      <label className="check">
        <input type="checkbox" checked={areWritesOnly} onChange={(event) => setAreWritesOnly(event.target.checked)} /> Only what
        changed something
      </label>
      {shown.length === 0 && <p className="empty">Nothing yet.</p>}
      <ul className="lines requests">
        {shown.map((request) => (
          <RequestLine key={request.id} request={request} />
        ))}
      </ul>
    </>
  );
}

function RequestLine({ request }: { request: LoggedRequest }) {
  const { id, at, method, path, status, milliseconds, requestId } = request;
  const curl = curlOf(request, location.origin);
  const isBad = status !== undefined && (status === 0 || status >= 400);
  return (
    <li>
      <details>
        <summary>
          <b>{method}</b>
          <code>
            <SafeText text={path} most={200} />
          </code>
          <span className={isBad ? 'bad' : 'small'}>{status === undefined ? 'on its way' : status || 'no answer'}</span>
          <span className="unseen">request {id}</span>
        </summary>
        {isOfPeople(request) ? (
          <p className="small">Only people ask this: there is no operation for a key.</p>
        ) : (
          <>
            <Code text={curl} label={`Request ${id} as curl`} />
            <Copy text={curl} what={`request ${id} as curl`}>
              Copy curl
            </Copy>
          </>
        )}
        <p className="small">
          {TIME.format(at)}
          {milliseconds !== undefined && ` · ${milliseconds} ms`}
          {requestId !== undefined && (
            <>
              {' · '}
              <code>
                <SafeText text={requestId} />
              </code>
            </>
          )}
        </p>
      </details>
    </li>
  );
}
