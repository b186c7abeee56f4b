/** A condition failed because somebody else wrote first: read and decide again. */
export class LostRace extends Error {
  /** The items found where conditions failed, by the position of their write; only where the write asked for them. */
  readonly found: readonly (Record<string, unknown> | undefined)[];
  constructor(found: readonly (Record<string, unknown> | undefined)[], cause: unknown) {
    super('somebody else wrote first', { cause });
    this.name = 'LostRace';
    this.found = found;
  }
}
