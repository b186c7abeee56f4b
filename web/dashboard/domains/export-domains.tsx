import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { type DomainSearch, MAX_EXPORTED, readAll } from '../api/domains.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Modal } from '../parts/modal.tsx';
import { storeFile } from '../parts/store-file.ts';
import { csvOf } from './csv.ts';

type Domain = Schemas['Domain'];

function nameNow(): string {
  return `domains-${new Date().toISOString().slice(0, 10)}`;
}

/** With every field, as in the API. */
function storeLines(domains: readonly Domain[]): void {
  const text = domains.map((domain) => `${JSON.stringify(domain)}\n`).join('');
  storeFile(nameNow(), 'jsonl', text);
}

/** Exports all matching domains as CSV and shows its progress. */
export function ExportDialog({ search, close }: { search: DomainSearch; close: () => void }) {
  const [count, setCount] = useState(0);
  const stop = useRef(new AbortController());
  const { mutate, data, error, isPending, isIdle } = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController();
      const found = await readAll(search, setCount, stop.current.signal);
      storeFile(nameNow(), 'csv', csvOf(found.domains));
      return found;
    },
  });
  useEffect(() => {
    mutate();
    return () => stop.current.abort();
  }, [mutate]);
  return (
    <Modal title="Export" isOpen setIsOpen={close} isKept>
      <div role="status">
        {(isPending || isIdle) && <p>{count.toLocaleString('en')} domains read.</p>}
        {data && <p>{data.domains.length.toLocaleString('en')} domains are in the file.</p>}
        {data?.isCutOff && (
          <p>
            <b>There are more:</b> an export ends at {MAX_EXPORTED.toLocaleString('en')}. Narrow the filter for the others.
          </p>
        )}
      </div>
      {isPending && <progress aria-label="Domains read" value={count} max={MAX_EXPORTED} />}
      {error && <FailurePanel error={error} retry={() => mutate()} />}
      <div className="actions">
        {data && <Action onPress={() => storeLines(data.domains)}>Store them as JSON lines, too</Action>}
        <Action onPress={close}>{data ? 'Close' : 'Cancel'}</Action>
      </div>
    </Modal>
  );
}
