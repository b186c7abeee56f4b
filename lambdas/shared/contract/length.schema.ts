import * as z from 'zod/mini';

// zod measures whatever has a `length`: of an object that a stranger sent too, and throws where that cannot be made a number.
const when = ({ value }: { value: unknown }) => typeof value === 'string' || Array.isArray(value);

/** zod's own, for texts and arrays only; what is neither has another problem, and that one is told. */
export function minLength(minimum: number, message?: string) {
  return new z.core.$ZodCheckMinLength({ check: 'min_length', minimum, when, ...inWords(message) });
}

export function maxLength(maximum: number, message?: string) {
  return new z.core.$ZodCheckMaxLength({ check: 'max_length', maximum, when, ...inWords(message) });
}

function inWords(message: string | undefined) {
  return message === undefined ? {} : { error: () => message };
}
