// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { saveOver, useClash } from '../../lib/booking/clash.ts';
import { call } from '../../lib/api/client.ts';
import { i18n, show } from '../../testing/render.tsx';
import { ClashDialog } from './clash.dialog.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));

const Place = () => {
  const clash = useClash();
  return clash && <ClashDialog clash={clash} />;
};

const refusal = (version: string, record: Record<string, unknown>) =>
  new ApiError('changed-meanwhile', '', 409, { current: { version, record } });
const sent = () => vi.mocked(call).mock.calls.map(([, input]) => input as { body: unknown; ifMatch: string });

const named = { pro_notes: { label: 'Note' } };
const read = { version: 'v1', record: { pro_notes: 'read' } };
const text = (key: 'mine' | 'keepMine' | 'takeTheirs' | 'back') =>
  i18n.t(($) => $.clash[key], { ns: 'common' });
const press = (key: 'keepMine' | 'takeTheirs' | 'back') =>
  act(async () => fireEvent.click(screen.getByRole('button', { name: text(key), hidden: true })));

/** Saves notes that someone else changed in the meantime. */
const start = () => {
  vi.mocked(call).mockRejectedValueOnce(refusal('v2', { pro_notes: 'theirs' }));
  show(<Place />);
  const input = { params: { id: 'b' }, body: { pro_notes: 'mine' } };
  const saving = saveOver('editBookingNotes', input, { basis: read, named });
  // Its rejection may come before the test awaits it.
  saving.catch(() => undefined);
  return saving;
};

beforeEach(() => void vi.mocked(call).mockReset());

it('shows both texts, and saves my edited text over theirs', async () => {
  const saving = start();
  const mine = await screen.findByLabelText<HTMLTextAreaElement>(text('mine'));
  expect(mine.value).toBe('mine');
  fireEvent.change(mine, { target: { value: 'mine and theirs' } });
  vi.mocked(call).mockResolvedValueOnce({ notes_version: 'v3' } as never);
  await press('keepMine');
  expect(await saving).toMatchObject({ body: { pro_notes: 'mine and theirs' } });
  expect(sent()).toMatchObject([
    { body: { pro_notes: 'mine' }, ifMatch: 'v1' },
    { body: { pro_notes: 'mine and theirs' }, ifMatch: 'v2' },
  ]);
});

it('saves nothing if theirs is kept', async () => {
  const saving = start();
  await screen.findByText('theirs');
  await press('takeTheirs');
  expect(await saving).toEqual({ answer: null, body: { pro_notes: 'theirs' } });
  expect(sent()).toHaveLength(1);
});

it('returns to the form with its input if nothing is chosen', async () => {
  const saving = start();
  await screen.findByText('theirs');
  await press('back');
  await expect(saving).rejects.toMatchObject({ code: 'changed-meanwhile' });
  expect(sent()).toHaveLength(1);
});

it('saves directly if no one else changed the same fields, and keeps others’ changes', async () => {
  const basis = { version: 'v1', record: { name: 'Dora', phone: '1' } };
  const fields = { name: { label: 'Nome' }, phone: { label: 'Telefono' } };
  show(<Place />);
  vi.mocked(call)
    .mockRejectedValueOnce(refusal('v2', { name: 'Dora', phone: '1', note: 'new' }))
    .mockResolvedValueOnce({} as never);
  const input = { body: { patientId: 'p', name: 'Dora', phone: '2' } } as never;
  await saveOver('updatePatient', input, { basis, named: fields });
  expect(sent()[1]).toMatchObject({ ifMatch: 'v2', body: { name: 'Dora', phone: '2' } });

  vi.mocked(call)
    .mockRejectedValueOnce(refusal('v3', { name: 'Theodora', phone: '1' }))
    .mockResolvedValueOnce({} as never);
  const saving = saveOver('updatePatient', input, { basis, named: fields });
  await screen.findByText('Telefono');
  expect(screen.queryByText('Nome')).toBeNull();
  await press('keepMine');
  await saving;
  expect(sent().at(-1)).toMatchObject({ ifMatch: 'v3', body: { name: 'Theodora', phone: '2' } });
});
