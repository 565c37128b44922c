// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { i18n, show } from '../../testing/render.tsx';
import { LoginScreen } from './login.screen.tsx';
import { SignupScreen } from './signup.screen.tsx';

const call = vi.hoisted(() => vi.fn<(name: string) => Promise<unknown>>());
vi.mock('../../lib/client.ts', () => ({ call }));

const write = (field: string, value: string) =>
  fireEvent.change(screen.getByLabelText(i18n.t(`common:fields.${field}` as never)), { target: { value } });

it('tells whoever could not be logged in after the sign-up that the account is there', async () => {
  call.mockImplementation((name) =>
    name === 'signUp' ? Promise.resolve({}) : Promise.reject(new ApiError('network', 'no answer')),
  );
  const router = createMemoryRouter(
    [
      { path: '/signup', Component: SignupScreen },
      { path: '/login', Component: LoginScreen },
    ],
    { initialEntries: ['/signup'] },
  );
  show(<RouterProvider router={router} />);
  write('username', 'ada');
  write('email', 'ada@example.com');
  write('password', 'lungomare24');
  for (const consent of screen.getAllByRole('checkbox').slice(0, 2)) fireEvent.click(consent);
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: i18n.t('auth:signup.submit' as never) })),
  );
  expect(router.state.location.pathname).toBe('/login');
  expect(screen.getByText(i18n.t('auth:login.signedUp' as never))).toBeTruthy();
});
