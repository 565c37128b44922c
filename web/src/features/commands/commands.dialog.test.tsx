// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { Pro } from '@visita/contracts/pro/views';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { CommandsDialog } from './commands.dialog.tsx';

vi.mock('../../lib/data/calendar.api.ts', () => ({ useCalendar: () => ({}) }));
vi.mock('../../lib/data/clinic.api.ts', () => ({ useClinics: () => ({}) }));
vi.mock('../../lib/data/patients.api.ts', () => ({
  usePatientSearch: () => ({ found: [], settled: true }),
}));

it('ignores the Enter that ends an IME composition, and acts on the next one', () => {
  const run = vi.fn();
  const onClose = vi.fn();
  const actions = [{ name: 'Stampa', run }];
  show(
    <MemoryRouter>
      <CommandsDialog pro={{ id: 'anna' } as Pro} actions={actions} onClose={onClose} />
    </MemoryRouter>,
  );
  const query = screen.getByRole('combobox');
  fireEvent.change(query, { target: { value: 'Stampa' } });
  const composing = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  Object.defineProperty(composing, 'isComposing', { value: true });
  fireEvent(query, composing);
  expect(composing.defaultPrevented).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(query, { key: 'Enter' });
  expect(run).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});
