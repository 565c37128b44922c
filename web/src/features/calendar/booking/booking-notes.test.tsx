// @vitest-environment happy-dom
import type { BookingView } from '@visita/contracts/booking/views';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { expect, it, vi } from 'vitest';
import { i18n, show } from '../../../testing/render.tsx';
import { BookingNotes } from './booking-notes.tsx';

vi.mock('../../../lib/api/client.ts', () => ({ call: vi.fn(() => Promise.resolve({})) }));
vi.mock('../../../lib/data/calendar.api.ts', () => ({ patchBooking: () => Promise.resolve() }));

const booking = { id: 'b', pro_notes: 'stored' } as BookingView;

const field = () =>
  screen.getByLabelText<HTMLTextAreaElement>(i18n.t(($) => $.details.proNotes, { ns: 'calendar' }));
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const shown = (store: ReturnType<typeof createStore>, of = booking) => {
  cleanup();
  show(
    <Provider store={store}>
      <BookingNotes booking={of} />
    </Provider>,
  );
};

it('keeps unsaved notes, separately for each booking', async () => {
  const store = createStore();
  shown(store);
  write('half');
  shown(store, { ...booking, id: 'other' });
  expect(field().value).toBe('stored');
  shown(store);
  expect(field().value).toBe('half');
  const save = i18n.t(($) => $.notes.save, { ns: 'calendar' });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: save })));
  shown(store, { ...booking, pro_notes: 'saved elsewhere' });
  expect(field().value).toBe('saved elsewhere');
});
