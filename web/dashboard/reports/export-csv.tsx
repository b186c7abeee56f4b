import { useMutation } from '@tanstack/react-query';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { storeFile } from '../parts/store-file.ts';

interface ExportProps {
  /** File name. */
  name: string;
  needs: string;
  read: () => Promise<string>;
}

export function ExportCsv({ name, needs, read }: ExportProps) {
  const make = useMutation({
    mutationFn: async () => storeFile(name, 'csv', await read()),
  });
  return (
    <>
      <Action needs={needs} isBusy={make.isPending} onPress={() => make.mutate()}>
        Export CSV
      </Action>
      {make.error && <FailurePanel error={make.error} />}
    </>
  );
}
