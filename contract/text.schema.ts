import * as z from 'zod/mini';

type Condition = NonNullable<z.core.$ZodCheckDef['when']>;

// zod measures whatever has a `length`: of an object that a stranger sent too, and throws where that cannot be made a number.
const isTextOrList: Condition = ({ value }) => typeof value === 'string' || Array.isArray(value);

/** zod's own, for texts and arrays only; what is neither has another problem, and that one is told. */
export function minLength(minimum: number, message?: string) {
  return onlyWhere(isTextOrList, z.minLength(minimum, message));
}

export function maxLength(maximum: number, message?: string) {
  return onlyWhere(isTextOrList, z.maxLength(maximum, message));
}

/**
 * Not by the classes of `z.core`: a value of that namespace takes all of zod, with its words in 50 languages, into every bundle.
 */
function onlyWhere<Check extends z.core.$ZodCheck<never>>(when: Condition, check: Check): Check {
  check._zod.def.when = when;
  return check;
}

/** DynamoDB keeps UTF-8: half a surrogate pair has none. */
export const isWellFormed = z.refine<string>((text) => text.isWellFormed(), 'must be well-formed Unicode');
