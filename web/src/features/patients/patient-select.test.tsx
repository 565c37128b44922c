// @vitest-environment happy-dom
import type { ListedPatient } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../lib/api/client.ts';
import { show } from '../../testing/render.tsx';
import { PatientSelect } from './patient-select.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));

const person = (id: string, name: string) =>
  ({
    id,
    name,
    email: '',
    prefix: '',
    phone: '',
    birth_date: '',
    responsible: null,
  }) as unknown as ListedPatient;

/** Answers each search when the test resolves it. */
const answers: ((patients: ListedPatient[]) => void)[] = [];
vi.mocked(call).mockImplementation(
  (() =>
    new Promise((resolve) => {
      answers.push((patients) => resolve({ data: { patients, tags: [], total: patients.length } }));
    })) as never,
);
const answer = async (...patients: ListedPatient[]) => {
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers.pop()!(patients));
};

beforeEach(() => void (answers.length = 0));
afterEach(() => void vi.useRealTimers());

const Screen = () => {
  const [value, setValue] = useState('');
  return (
    <>
      <PatientSelect
        pro={{ id: 'pro' } as Pro}
        label="Patient"
        allow={() => true}
        value={value}
        onChange={setValue}
      />
      <output>{value}</output>
    </>
  );
};

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Patient' });
const chosen = () => document.querySelector('output')?.textContent;
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

it('takes the first that the server finds, also if Enter was quicker than its answer', async () => {
  show(<Screen />);
  act(() => field().focus());
  type('ner');
  const enter = createEvent.keyDown(field(), { key: 'Enter' });
  fireEvent(field(), enter);
  expect(enter.defaultPrevented, 'the form around it is not sent').toBe(true);
  expect(field().value).toBe('ner');
  await answer(person('dora', 'Dora Neri'), person('ada', 'Ada Neri'));
  await vi.waitFor(() => expect(chosen()).toBe('dora'));
  expect(field().value).toBe('Dora Neri');
});

it('offers who is found, not who was chosen before, and waits for nothing after more was typed', async () => {
  show(<Screen />);
  act(() => field().focus());
  type('ver');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await answer(person('ugo', 'Ugo Verdi'));
  await vi.waitFor(() => expect(chosen()).toBe('ugo'));
  await vi.waitFor(() => expect(field().value).toBe('Ugo Verdi'));
  answers.length = 0;
  type('bia');
  fireEvent.keyDown(field(), { key: 'Enter' });
  type('bian');
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
  await act(async () => answers.splice(0).forEach((say) => say([person('eva', 'Eva Bianchi')])));
  await vi.waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Eva Bianchi']),
  );
  expect(chosen()).toBe('ugo');
});

it('asks nothing more after a choice, and keeps it on another Enter', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show(<Screen />);
  act(() => field().focus());
  type('dor');
  fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' });
  await answer(person('dora', 'Dora Neri'), person('ada', 'Ada Neri'));
  await vi.waitFor(() => expect(field().value).toBe('Dora Neri'));
  fireEvent.click(field());
  fireEvent.keyDown(field(), { key: 'ArrowDown', code: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'ArrowUp', code: 'ArrowUp' });
  fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' });
  expect(chosen()).toBe('dora');
  // A search would begin after a timer, so none is left.
  await act(() => vi.runAllTimersAsync());
  expect(answers).toEqual([]);
});
