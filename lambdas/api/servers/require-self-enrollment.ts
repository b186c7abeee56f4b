import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** Throws the 409 where only administrators enroll machines. */
export function requireSelfEnrollment({ enrollments }: Pick<Settings, 'enrollments'>): void {
  if (enrollments === 'administrators') throw new AppError('conflict', ERROR_MESSAGES.conflict.enrollmentsByAdministrators);
}
