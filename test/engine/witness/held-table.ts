import { isDeepStrictEqual } from 'node:util';
import type { WireItem } from './wire.ts';
import type { WireClient } from './wire-client.ts';

const WRITES_AT_ONCE = 25;

/** A table of DynamoDB Local that is brought into the state before a request with few writes. */
export function heldTable(send: WireClient, name: string) {
  const held = new Map<string, WireItem>();

  async function write(writes: object[]): Promise<void> {
    for (let at = 0; at < writes.length; at += WRITES_AT_ONCE) {
      const { error, body } = await send('BatchWriteItem', { RequestItems: { [name]: writes.slice(at, at + WRITES_AT_ONCE) } });
      if (error) throw new Error(`what a request is to find is refused: ${error}: ${body.message ?? body.Message}`);
    }
  }

  return {
    name,
    /** Puts these items, and deletes all others that `concern` the request. */
    async hold(items: readonly WireItem[], concerns: (item: WireItem) => boolean): Promise<void> {
      const wanted = new Map(items.map((item) => [idOf(item), item]));
      const gone = [...held].filter(([id, item]) => !wanted.has(id) && concerns(item));
      const changed = [...wanted].filter(([id, item]) => !isDeepStrictEqual(held.get(id), item));
      await write([
        ...gone.map(([, { pk, sk }]) => ({ DeleteRequest: { Key: { pk, sk } } })),
        ...changed.map(([, Item]) => ({ PutRequest: { Item } })),
      ]);
      for (const [id] of gone) held.delete(id);
      for (const [id, item] of changed) held.set(id, item);
    },
    /** The items after a request, by key. */
    async read(keys: readonly WireItem[]): Promise<(WireItem | undefined)[]> {
      const found: (WireItem | undefined)[] = [];
      for (const Key of keys) {
        const { body } = await send('GetItem', { TableName: name, Key, ConsistentRead: true });
        const item = body.Item as WireItem | undefined;
        found.push(item);
        if (item) held.set(idOf(item), item);
        else held.delete(idOf(Key));
      }
      return found;
    },
  };
}
export type HeldTable = ReturnType<typeof heldTable>;

function idOf({ pk, sk }: WireItem): string {
  return `${pk?.S}|${sk?.S}`;
}
