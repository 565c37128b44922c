import type { ProblemCode } from '@visita/contracts/problem';
import { ApiError } from './api.ts';

/** Fields that a problem is about, by their name in the body. */
const fieldOf: Partial<Record<ProblemCode | 'network', string>> = {
  'password-guessable': 'password',
  'username-taken': 'username',
  'username-reserved': 'username',
  'email-taken': 'email',
  'already-invited': 'email',
  'invitation-pending': 'email',
};

/** Returns which fields the server refused; a path such as `patient.email` is about `email`. */
export const refusedFields = (error: unknown, fields: readonly string[]): string[] => {
  if (!(error instanceof ApiError)) return [];
  const paths = [fieldOf[error.code] ?? '', ...(error.issues ?? []).map(({ path }) => path)];
  return fields.filter((field) => paths.some((path) => path.split('.').includes(field)));
};
