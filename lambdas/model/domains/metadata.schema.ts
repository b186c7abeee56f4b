import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../contract/length.schema.ts';
import { isWellFormed } from '../../shared/http/well-formed.schema.ts';

export const MOST_METADATA_PAIRS = 20;
export const TOO_MANY_PAIRS = `may have ${MOST_METADATA_PAIRS} keys`;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;

/** An object that takes this as a key loses it silently. */
const isNoPrototype = z.refine(
  (pairs: unknown) => !(pairs instanceof Object && Object.hasOwn(pairs, '__proto__')),
  'a key must not be __proto__',
);

const key = z
  .string()
  .check(
    minLength(1, 'a key needs at least one character'),
    maxLength(LONGEST_KEY, `a key may have ${LONGEST_KEY} characters`),
    isWellFormed,
  );
const value = z.string().check(maxLength(LONGEST_VALUE, `a value may have ${LONGEST_VALUE} characters`), isWellFormed);

/** What an integrator keeps with a domain. */
export const Metadata = z.pipe(
  z.unknown().check(isNoPrototype),
  z.record(key, value).check(
    z.refine((pairs) => Object.keys(pairs).length <= MOST_METADATA_PAIRS, TOO_MANY_PAIRS),
    z.meta({ maxProperties: MOST_METADATA_PAIRS }),
  ),
);

/** What is to be changed about it: null removes a key. */
export const MetadataChange = z.pipe(z.unknown().check(isNoPrototype), z.record(key, z.nullable(value)));
export type MetadataChange = z.infer<typeof MetadataChange>;
