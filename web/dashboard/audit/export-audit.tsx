import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type AuditFormat, readAuditFile } from '../api/audit.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { notify } from '../parts/notices.tsx';
import { storeFile } from '../parts/store-file.ts';

const route = getRouteApi('/$mode/audit');
const NAMES: Record<AuditFormat, string> = { csv: 'CSV', jsonl: 'JSON lines' };

/**
 * Exports everything that matches the filters, not only this page. An incomplete file says so, and the next one continues after
 * it.
 */
export function ExportAudit() {
  const search = route.useSearch();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async ({ format, from }: { format: AuditFormat; from?: string | undefined }) => {
      const { text, count, ...end } = await readAuditFile(format, search, from);
      storeFile('audit', format, text);
      notify(`${count.toLocaleString('en')} changes exported${end.next === undefined ? '' : ', and there are more'}`);
      return { ...end, format };
    },
  });
  const failure = error ?? data?.failure;
  return (
    <>
      <div className="filters">
        {(['csv', 'jsonl'] as const).map((format) => (
          <Action key={format} needs="audit.read" isBusy={isPending} onPress={() => mutate({ format })}>
            Export {NAMES[format]}
          </Action>
        ))}
        {data?.next !== undefined && (
          <Action isBusy={isPending} onPress={() => mutate({ format: data.format, from: data.next })}>
            Export the next changes
          </Action>
        )}
      </div>
      {failure !== undefined && failure !== null && <FailurePanel error={failure} />}
    </>
  );
}
