import { AppError } from '../errors/app-error.ts';

/** The resources whose ids are integers, by the name that `details` gives the id. */
const NAMES = { domain_id: 'domain', server_id: 'server', webhook_id: 'webhook' } as const;
export type IdName = keyof typeof NAMES;

/** An id of a path, in the one way that JavaScript writes it. What no id of ours can look like is not repeated back in the 404. */
export function pathId(text: string | undefined, name: IdName): number {
  const id = Number(text);
  if (!/^[1-9][0-9]{0,15}$/.test(text ?? '') || !Number.isSafeInteger(id)) throw notFound(name);
  return id;
}

/** The 404 of a resource that is not there, or not the caller's: nobody learns which. */
export function notFound(name: IdName, id?: number): AppError {
  const details = id === undefined ? {} : { details: { [name]: id } };
  return new AppError('resource_not_found', `There is no such ${NAMES[name]}.`, details);
}
