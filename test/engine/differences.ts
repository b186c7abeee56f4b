/** What Amazon's engine and the emulator do differently, and what that means for us. docs/table-engines.md is made of it. */
export const DIFFERENCES = {
  'a page of a megabyte ends behind the item that fills it': {
    amazon: 'the item with which the page passes 1 MB is its last',
    emulator: 'the page ends before that item',
    means: 'Nothing: whoever reads pages goes on where a page says that the next begins.',
  },
  'a page of an index ends by its size': {
    amazon: 'it ends at 1 MB, counting the whole items behind the entries',
    emulator: 'it never ends by size',
    means:
      'A list of domains may come in more pages than in the local cloud. AWS counts the entries, not the items: its pages are longer than those of DynamoDB Local. Our stores follow every page.',
  },
  'a filter counts against the megabyte of a page': {
    amazon: 'DynamoDB Local filters before it counts',
    emulator: 'the page ends at 1 MB before the filter',
    means: 'AWS does as the emulator does: a page may be empty and yet have a next one. Our stores take that for no end.',
  },
  'entries of an index with the same sort key have no order of theirs': {
    amazon: 'by a hash of the keys',
    emulator: 'by the keys',
    means: 'What is due at the same instant comes in any order: nothing may rely on the order of the local cloud.',
  },
  'a filter on an attribute of the key is refused': {
    amazon: 'refused',
    emulator: 'taken',
    means: 'A query that works in the local cloud may be refused: every expression of ours is tried on both.',
  },
  'a filter on what an index does not project is refused': {
    amazon: 'refused',
    emulator: 'taken, and finds nothing',
    means: 'As above.',
  },
  'a reserved word in a filter is refused where there is nothing to filter, too': {
    amazon: 'refused',
    emulator: 'taken',
    means: 'As above; in conditions and updates both refuse.',
  },
  'an attribute that is set twice is refused': { amazon: 'refused', emulator: 'taken', means: 'As above.' },
  'two SET sections of one update are refused': { amazon: 'refused', emulator: 'taken', means: 'As above.' },
  'an attribute of a map that is not there cannot be removed': {
    amazon: 'refused',
    emulator: 'taken',
    means: 'As above. It depends on the item, so the cases of the unit tests run on both, too.',
  },
  'what is not there does not equal what is not there either': {
    amazon: 'the condition fails',
    emulator: 'it holds',
    means: 'No condition of ours compares two attributes that may both be missing: none compares two attributes at all.',
  },
  'a number has no size': {
    amazon: 'the condition fails',
    emulator: 'it holds',
    means: 'We ask for the size of maps only.',
  },
  'a number that is asked how it begins is no error': {
    amazon: 'the condition fails',
    emulator: 'refused',
    means: 'We ask it of no number.',
  },
  'a boolean is neither more nor less than a number': {
    amazon: 'refused',
    emulator: 'the condition fails',
    means: 'We compare by size what is a text or a number.',
  },
  'a text added to a number in a transaction is refused': {
    amazon: 'refused',
    emulator: 'taken, and the attribute stays as it was',
    means: 'A schema holds what we add to be a number.',
  },
  'a path through a map that is not there refuses a transaction': {
    amazon: 'the request is refused as a whole',
    emulator: 'the transaction is cancelled with reasons',
    means: 'Either is an error that is not tried again, and no lost race.',
  },
  'an index key of more than a kilobyte is refused': {
    amazon: 'refused',
    emulator: 'taken',
    means: 'The longest of ours has some hundred characters.',
  },
  'an index key of the wrong type is refused by an update': {
    amazon: 'DynamoDB Local takes it, and the item is in no index',
    emulator: 'refused, as by AWS',
    means: 'The keys of indexes are typed, and all partitions are named in `keys.ts`.',
  },
} as const satisfies Record<string, { amazon: string; emulator: string; means: string }>;
export type Difference = keyof typeof DIFFERENCES;
