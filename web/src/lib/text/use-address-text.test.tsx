// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { show } from '../../testing/render.tsx';
import { useAddressText } from './use-address-text.ts';

const Search = () => {
  const [text, setText] = useAddressText('q');
  return <input aria-label="search" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
};
const field = () => screen.getByLabelText<HTMLInputElement>('search');

it('keeps the search on returning, without an additional history entry', async () => {
  const routes = [
    { path: '/', element: <Search /> },
    { path: '/other', element: <p>other</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/?tab=1'] });
  show(<RouterProvider router={router} />);
  await act(async () => fireEvent.change(field(), { target: { value: 'Milano & co' } }));
  expect(router.state.location.search).toBe('?tab=1&q=Milano+%26+co');
  await act(() => router.navigate('/other'));
  await act(() => router.navigate(-1));
  expect(field().value).toBe('Milano & co');
  await act(async () => fireEvent.change(field(), { target: { value: '' } }));
  expect(router.state.location.search).toBe('?tab=1');
});
