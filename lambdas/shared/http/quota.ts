import { AppError } from '../errors/app-error.ts';

/** The 422 of an organization that has as many of a resource as it may have. `words`: what the resource is called in a sentence. */
export function quotaExceeded(resource: string, limit: number, used: number, words = resource): AppError {
  return new AppError('quota_exceeded', `An organization has at most ${limit} ${words}; delete one that is not used.`, {
    details: { resource, limit, used },
  });
}
