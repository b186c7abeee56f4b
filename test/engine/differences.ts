/**
 * Differences between DynamoDB Local and the emulator, and their consequences. docs/internals/table-engines.md is generated from
 * them.
 */
export const DIFFERENCES = {
  'a page of 1 MB ends with the item that exceeds it': {
    amazon: 'the item that exceeds 1 MB is the last of the page',
    emulator: 'the page ends before that item',
    means: 'None: our code continues at the key that a page returns.',
  },
  'a page of an index is limited by size': {
    amazon: 'it ends at 1 MB, counting the whole items of the entries',
    emulator: 'it has no size limit',
    means:
      'A list of domains may have more pages than in the local cloud. AWS counts the index entries, not the items, so its pages are longer than those of DynamoDB Local. Our stores read every page.',
  },
  'filtered items count towards the 1 MB of a page': {
    amazon: 'DynamoDB Local filters before it counts',
    emulator: 'the page ends at 1 MB before the filter',
    means:
      'AWS behaves like the emulator: a page may be empty and still have a next one. Our stores do not treat that as the end.',
  },
  'index entries with the same sort key have no defined order': {
    amazon: 'by a hash of the keys',
    emulator: 'by the keys',
    means: 'Rows that are due at the same instant come in any order. Code must not rely on the order of the local cloud.',
  },
  'a filter on a key attribute is refused': {
    amazon: 'refused',
    emulator: 'accepted',
    means: 'AWS may refuse a query that works in the local cloud. So every expression of ours is tested on both engines.',
  },
  'a filter on an attribute that an index does not project is refused': {
    amazon: 'refused',
    emulator: 'accepted, and finds nothing',
    means: 'As above.',
  },
  'a reserved word in a filter is refused even if there is nothing to filter': {
    amazon: 'refused',
    emulator: 'accepted',
    means: 'As above. In conditions and updates both engines refuse it.',
  },
  'an attribute that is set twice is refused': { amazon: 'refused', emulator: 'accepted', means: 'As above.' },
  'two SET sections of one update are refused': { amazon: 'refused', emulator: 'accepted', means: 'As above.' },
  'removing an attribute of a missing map is refused': {
    amazon: 'refused',
    emulator: 'accepted',
    means: 'As above. It depends on the item, so the cases of the unit tests also run on both.',
  },
  'two missing attributes are not equal': {
    amazon: 'the condition fails',
    emulator: 'the condition holds',
    means: 'None: no condition of ours compares two attributes.',
  },
  'a number has no size': {
    amazon: 'the condition fails',
    emulator: 'the condition holds',
    means: 'None: we use `size` only on maps.',
  },
  'begins_with on a number is not an error': {
    amazon: 'the condition fails',
    emulator: 'refused',
    means: 'None: we use `begins_with` on no number.',
  },
  'comparing a boolean with a number is refused': {
    amazon: 'refused',
    emulator: 'the condition fails',
    means: 'None: we compare only texts and numbers.',
  },
  'adding a text to a number in a transaction is refused': {
    amazon: 'refused',
    emulator: 'accepted, and the attribute does not change',
    means: 'None: a schema ensures that we add only numbers.',
  },
  'a path through a missing map refuses a transaction': {
    amazon: 'the request is refused as a whole',
    emulator: 'the transaction is cancelled with reasons',
    means: 'Both are errors that we do not retry, and neither counts as a lost race.',
  },
  'an index key of more than a kilobyte is refused': {
    amazon: 'refused',
    emulator: 'accepted',
    means: 'None: our longest key has some hundred characters.',
  },
  'an index key of the wrong type is refused by an update': {
    amazon: 'DynamoDB Local accepts it, and the item is in no index',
    emulator: 'refused, as on AWS',
    means: 'None: index keys are typed, and `keys.ts` defines all partitions.',
  },
} as const satisfies Record<string, { amazon: string; emulator: string; means: string }>;
export type Difference = keyof typeof DIFFERENCES;
