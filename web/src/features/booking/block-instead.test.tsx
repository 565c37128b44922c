// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { expect, it, vi } from 'vitest';
import { blockAtom } from '../../lib/state/booking.atoms.ts';
import { show } from '../../testing/render.tsx';
import { BlockInstead } from './block-instead.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));

const when = { day: '2026-11-23', time: '10:00' };

it('blocks the same time of the same professional instead', () => {
  const store = createStore();
  show(
    <Provider store={store}>
      <BlockInstead when={when} minutes={30} proId="bruno" />
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Blocca invece questo orario' }));
  expect(store.get(blockAtom)).toEqual({ ...when, minutes: 30, proId: 'bruno' });
});
