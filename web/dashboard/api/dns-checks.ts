import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';
import { Failure } from './failure.ts';

export type DnsLook = Schemas['DnsLook'];

/** The service's batch limit. */
const PACK = 20;
/** Concurrent batches. Each is one request, and a browser allows six per host (HTTP/1.1). */
const MOST = 5;
/** Also batches names whose separate retry timers end together. */
const GATHER_MS = 20;

interface Wanted {
  url: string;
  serverId: number;
  found: (check: DnsLook) => void;
  failed: (error: unknown) => void;
}

let wanted: Wanted[] = [];
let running = 0;

/** Predicts what would happen to a hostname. Simultaneous calls are sent to the service in one batch. */
export function previewDns(url: string, serverId: number): Promise<DnsLook> {
  return new Promise((found, failed) => {
    if (wanted.length === 0) setTimeout(sendPacks, GATHER_MS);
    wanted.push({ url, serverId, found, failed });
  });
}

function sendPacks(): void {
  for (let [first] = wanted; first && running < MOST; [first] = wanted) {
    const { serverId } = first;
    const pack = wanted.filter((each) => each.serverId === serverId).slice(0, PACK);
    wanted = wanted.filter((each) => !pack.includes(each));
    running += 1;
    void send(pack, serverId).finally(() => {
      running -= 1;
      sendPacks();
    });
  }
}

async function send(pack: Wanted[], server_id: number): Promise<void> {
  try {
    const { data } = await answerOf(client.POST('/dns/look/bulk', { body: { urls: pack.map(({ url }) => url), server_id } }));
    for (const item of data) {
      if (item.status === 'checked') pack[item.index]?.found(item.check);
      else pack[item.index]?.failed(new Failure(422, item.error));
    }
  } catch (error) {
    for (const { failed } of pack) failed(error);
  }
}
