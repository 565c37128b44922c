import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { refusedFields } from './refused-fields.ts';

const fields = ['name', 'email', 'username'];
const issue = (path: string) => ({ path, message: 'wrong' });

it('finds the fields of a form that the server names', () => {
  const malformed = new ApiError('malformed-request', '', 400, {
    issues: [issue('patient.email'), issue('name'), issue('surname')],
  });
  expect(refusedFields(malformed, fields)).toEqual(['name', 'email']);
});

it('finds the field that a problem is about', () => {
  expect(refusedFields(new ApiError('username-taken', '', 409), fields)).toEqual(['username']);
});

it('finds none for other errors', () => {
  expect(refusedFields(new ApiError('conflict', '', 409), fields)).toEqual([]);
  expect(refusedFields(new Error('broken'), fields)).toEqual([]);
});
