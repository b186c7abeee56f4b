import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** Where administrators alone say which machines get private keys. */
export function refuseWhereAdministratorsEnroll({ enrollments }: Pick<Settings, 'enrollments'>): void {
  if (enrollments === 'administrators') throw new AppError('conflict', ERROR_MESSAGES.conflict.enrollmentsByAdministrators);
}
