type Item = Record<string, unknown>;

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
const OVERHEAD_BYTES = 3;
const MEMBER_BYTES = 1;

const known = new WeakMap<Item, number>();

/** An item's share of a page's megabyte. Measured once, because items are never changed in place. */
export function itemBytes(item: Item): number {
  const bytes = known.get(item) ?? membersBytes(item);
  known.set(item, bytes);
  return bytes;
}

function membersBytes(members: Item): number {
  return Object.entries(members).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, one) => sum + MEMBER_BYTES + valueBytes(one), OVERHEAD_BYTES);
  }
  if (typeof value === 'object' && value !== null) {
    return OVERHEAD_BYTES + MEMBER_BYTES * Object.keys(value).length + membersBytes(value as Item);
  }
  return 1;
}
