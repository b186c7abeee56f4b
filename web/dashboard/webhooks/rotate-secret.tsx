import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { Confirm } from '../parts/confirm.tsx';
import { OVERLAP_HOURS, OverlapField } from '../parts/overlap-field.tsx';
import { SecretOnce } from '../parts/secret.tsx';

export function RotateSecret({ id, close }: { id: number; close: () => void }) {
  const queries = useQueryClient();
  const [hours, setHours] = useState(OVERLAP_HOURS);
  const rotate = useMutation({
    // Its answer is a secret and is not cached.
    gcTime: 0,
    mutationFn: () =>
      answerOf(client.POST('/webhooks/{id}/rotate-secret', { params: { path: { id } }, body: { overlap_hours: hours } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook', id] }),
  });
  if (rotate.data) {
    return (
      <SecretOnce
        title="New secret"
        hint={hours === 0 ? 'Deliveries are signed with it from now on.' : `Deliveries are signed with both for ${hours} hours.`}
        secrets={[['Secret', rotate.data.secret]]}
        close={close}
      />
    );
  }
  return (
    <Confirm
      title="Rotate the secret?"
      verb="Rotate"
      isBusy={rotate.isPending}
      error={rotate.error}
      confirm={() => rotate.mutate()}
      close={close}
    >
      <p>You get a new one. While both overlap, deliveries are signed with the former too.</p>
      <OverlapField hours={hours} setHours={setHours} />
    </Confirm>
  );
}
