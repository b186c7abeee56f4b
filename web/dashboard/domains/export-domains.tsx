import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type DomainSearch, MOST_EXPORTED, readAll } from '../api/domains.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { storeFile } from '../parts/file.ts';
import { Modal } from '../parts/modal.tsx';
import { csvOf } from './csv.ts';

/** All that match the filter, as a file, with how far it is. */
export function ExportDialog({ search, close }: { search: DomainSearch; close: () => void }) {
  const [count, setCount] = useState(0);
  const stop = useRef(new AbortController());
  const { mutate, data, error, isPending, isIdle } = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController();
      const found = await readAll(search, setCount, stop.current.signal);
      storeFile(`domains-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', csvOf(found.domains));
      return { count: found.domains.length, isCutOff: found.isCutOff };
    },
  });
  useEffect(() => {
    mutate();
    return () => stop.current.abort();
  }, [mutate]);
  return (
    <Modal title="Export as CSV" isOpen setIsOpen={close} isKept>
      <div role="status">
        {(isPending || isIdle) && <p>{count.toLocaleString('en')} domains read.</p>}
        {data && <p>{data.count.toLocaleString('en')} domains are in the file.</p>}
        {data?.isCutOff && (
          <p>
            <b>There are more:</b> an export ends at {MOST_EXPORTED.toLocaleString('en')}. Narrow the filter for the others.
          </p>
        )}
      </div>
      {isPending && <progress aria-label="Domains read" value={count} max={MOST_EXPORTED} />}
      {error && <FailurePanel error={error} retry={() => mutate()} />}
      <div className="actions">
        <Action onPress={close}>{data ? 'Close' : 'Cancel'}</Action>
      </div>
    </Modal>
  );
}
