import { AppError } from '../../lambdas/shared/errors/app-error.ts';

/** What a command found, for people: `name: value` lines, and one line for each element of a list. */
export function text(result: Record<string, unknown>): string {
  return Object.entries(result)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map(row) : `${name}: ${word(value)}`))
    .join('\n');
}

/** What went wrong, and what is wrong with each field where the service says so. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return word(String(error));
  const { errors = {} } = ((error instanceof AppError && error.details) || {}) as { errors?: Record<string, string[]> };
  const lines = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => `  ${word(field)} ${word(message)}`),
  );
  return [error.message, ...lines].join('\n');
}

function row(element: unknown): string {
  return Object.values(Object(element)).map(word).join('  ');
}

/** Control characters would reach the terminal: strangers write names and user agents. */
function word(value: unknown): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  return plain.replace(/\p{Cc}/gu, '?');
}
