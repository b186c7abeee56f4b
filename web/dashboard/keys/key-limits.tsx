import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { serversQuery } from '../api/domains.ts';
import { words } from '../parts/text/words.ts';

/** Allowed client addresses of a key, as typed, and its servers. Empty: all. */
export interface Limits {
  addresses: string;
  servers: readonly number[];
}

export function limitsOf({ allowed_addresses = [], allowed_server_ids = [] }: Partial<Schemas['ApiKey']>): Limits {
  return { addresses: allowed_addresses.join(', '), servers: allowed_server_ids };
}

/** As in a request; undefined without a restriction. */
export function toRequest({ addresses, servers }: Limits) {
  const named = words(addresses);
  return { addresses: named.length > 0 ? named : undefined, servers: servers.length > 0 ? [...servers] : undefined };
}

/** Collapsed by default, because most keys have no restriction. */
export function LimitFields({ limits, setLimits }: { limits: Limits; setLimits: (limits: Limits) => void }) {
  const servers = useQuery(serversQuery).data?.data ?? [];
  const { addresses, servers: chosen } = limits;
  const [isOpen] = useState(() => addresses !== '' || chosen.length > 0);
  // A deleted server stays listed until it is removed from the selection.
  const ids = [...new Set([...servers.map(({ id }) => id), ...chosen])];
  const nameOf = (id: number) => servers.find((server) => server.id === id)?.name ?? '';
  return (
    <details open={isOpen}>
      <summary>Restrict to addresses or servers</summary>
      <label className="field">
        <span>Only from these IP addresses or ranges</span>
        <input
          value={addresses}
          autoComplete="off"
          spellCheck={false}
          placeholder="203.0.113.0/24, 2001:db8::7"
          onChange={({ target }) => setLimits({ ...limits, addresses: target.value })}
        />
      </label>
      <fieldset>
        <legend>Only for the domains of these servers</legend>
        {ids.map((id) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                setLimits({ ...limits, servers: target.checked ? [...chosen, id] : chosen.filter((each) => each !== id) })
              }
            />{' '}
            {id} {nameOf(id)}
          </label>
        ))}
      </fieldset>
      <p className="small">
        A key that is restricted to servers sees no events, webhooks or audit log: these are of all servers.
      </p>
    </details>
  );
}
