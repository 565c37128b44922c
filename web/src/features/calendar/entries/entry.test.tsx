// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../../testing/render.tsx';
import { Agenda } from '../grid/agenda.tsx';
import type { Entry } from '../model/calendar-events.ts';
import { EntryButton, Title, useEntryTexts } from './entry.tsx';

vi.mock('../../../lib/api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../../lib/data/calendar.api.ts', () => ({ dropBooking: vi.fn() }));

const entry = (changes: Partial<Entry>): Entry => ({
  id: 'one',
  kind: 'own',
  title: 'Mario De Rossi',
  service: 'Prima visita',
  detail: 'Prima visita',
  start: '2026-11-23T09:00',
  end: '2026-11-23T09:30',
  proId: 'anna',
  clinicId: 'rome',
  movable: true,
  ...changes,
});

const Shown = ({ of }: { of: Entry }) => <Title entry={of} texts={useEntryTexts()} />;
const Button = ({ of }: { of: Entry }) => (
  <EntryButton
    texts={useEntryTexts()}
    placed={{ entry: of, start: 540, end: 570, lane: 0, span: 1, lanes: 1 }}
    scale={1}
    colour={undefined}
    moving={false}
    apart
  />
);

/** Returns the text that a narrow column hides. */
const leftOut = (of: Entry) => {
  const { container } = show(<Shown of={of} />);
  return container.querySelector('.entry-rest')?.textContent;
};

describe('the title of an entry', () => {
  it('reduces a person’s first name to an initial in little space', () =>
    expect(leftOut(entry({}))).toBe('ario'));

  it.each([
    ['blocked time', { kind: 'block', title: '', detail: '' }],
    ['blocked time with a note', { kind: 'block', title: 'Ritiro dei referti' }],
    ['a booking of an erased person', { title: '' }],
    ['held time', { kind: 'held', title: '', detail: '14:05' }],
  ] as const)('shows %s in full, which is not a person’s name', (_, changes) =>
    expect(leftOut(entry(changes))).toBeUndefined(),
  );

  it.each([
    [{ kind: 'block', title: '' }, '09:00 Orario bloccato Prima visita (Orario bloccato)'],
    [{ title: '' }, '09:00 Persona cancellata Prima visita'],
  ] as const)('has a complete accessible name: %#', (changes, label) => {
    show(<Button of={entry(changes)} />);
    expect(screen.getByRole('button').getAttribute('aria-label')).toBe(label);
  });

  it('is the same in the agenda, where a held time has its button and no details', () => {
    const entries = {
      bookings: [entry({ id: 'erased', title: '' })],
      blocks: [],
      behind: [],
      taken: [entry({ id: 'held', kind: 'held', title: '', detail: '14:05', start: '2026-11-23T10:00' })],
    };
    show(
      <Agenda
        days={{ from: '2026-11-23', to: '2026-11-24' }}
        entries={{ ...entries, taken: entries.taken.map((one) => ({ ...one, end: '2026-11-23T10:30' })) }}
        today=""
        loaded
        colourOf={() => undefined}
        onOpen={() => undefined}
      />,
    );
    const [erased, held] = screen.getAllByRole('listitem');
    expect(erased?.textContent).toContain('Persona cancellata');
    expect(held?.textContent).toContain('in attesa fino alle 14:05');
    expect(held?.querySelector('[data-entry]')).toBeNull();
    expect(screen.getByRole('button', { name: 'Libera le 10:00, in attesa fino alle 14:05' })).toBeTruthy();
  });
});
