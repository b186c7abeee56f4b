import * as z from 'zod/mini';

type Condition = NonNullable<z.core.$ZodCheckDef['when']>;

// zod measures anything that has a `length`, including an object sent by a client, and throws if that is no number.
const isTextOrList: Condition = ({ value }) => typeof value === 'string' || Array.isArray(value);

/** zod's `minLength` for strings and arrays only. Any other value fails another check, whose message is the one reported. */
export function minLength(minimum: number, message?: string) {
  return onlyWhere(isTextOrList, z.minLength(minimum, message));
}

export function maxLength(maximum: number, message?: string) {
  return onlyWhere(isTextOrList, z.maxLength(maximum, message));
}

/**
 * Avoids the classes of `z.core`: one value of that namespace pulls all of zod into every bundle, with messages in 50 languages.
 */
function onlyWhere<Check extends z.core.$ZodCheck<never>>(when: Condition, check: Check): Check {
  check._zod.def.when = when;
  return check;
}

/** DynamoDB stores UTF-8, which cannot encode half a surrogate pair. */
export const isWellFormed = z.refine<string>((text) => text.isWellFormed(), 'must be well-formed Unicode');
