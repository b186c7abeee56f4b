import { certificateStore } from '../model/servers/certificate.store.ts';
import { enrollmentStore } from '../model/servers/enrollment/enrollment.store.ts';
import { releasedKeyStore } from '../model/servers/private-keys/released-key.store.ts';
import { rekeyingStore } from '../model/servers/rekeying.store.ts';
import { serverStore } from '../model/servers/server.store.ts';
import { serverListStore } from '../model/servers/server-list.store.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';

/** The rows of servers. Agents need no others, and each of their polls may be a cold start. */
export function openServerRows<E extends Edges>(edges: E) {
  const { table } = edges;
  return lazily(
    {
      certificates: () => certificateStore(table),
      enrollments: () => enrollmentStore(table),
      rekeyings: () => rekeyingStore(table),
      releasedKeys: () => releasedKeyStore(table),
      serverLists: () => serverListStore(table),
      servers: () => serverStore(table),
    },
    edges,
  );
}
export type ServerRows = ReturnType<typeof openServerRows<Edges>>;
