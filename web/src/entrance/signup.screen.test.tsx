// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { i18n, show } from '../testing/render.tsx';
import { SignupScreen } from './signup.screen.tsx';

// The module's virtual imports exist only in a build.
vi.mock('../lib/api/client.ts', () => ({ call: vi.fn<() => void>() }));
vi.mock('../lib/data/session.api.ts', () => ({
  logIn: vi.fn<() => void>(),
  useSession: () => ({ state: 'out' }),
}));

it('lets password managers save the email as the login, not the username', () => {
  show(<SignupScreen />);
  const kept = (field: string) =>
    screen
      .getByLabelText<HTMLInputElement>(i18n.t(`common:fields.${field}` as never))
      .getAttribute('autocomplete');
  expect([kept('username'), kept('email')]).toEqual(['nickname', 'username']);
});
