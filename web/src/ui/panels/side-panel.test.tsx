// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render.tsx';
import { ConfirmAction } from '../dialogs/confirm-action.tsx';
import { DateField } from '../fields/date-field.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import { SidePanel } from './side-panel.tsx';
import { useDraftForm } from '../forms/use-draft-form.ts';

const Panel = ({ onClose }: { onClose: () => void }) => {
  const { form, draft } = useDraftForm('a clinic', { name: '', day: null as string | null });
  return (
    <FormPanel
      title="A clinic"
      submit="Save"
      send={() => Promise.resolve()}
      draft={draft}
      failed="clinicUpdateFailed"
      onClose={onClose}
    >
      <input aria-label="name" {...form.getInputProps('name')} />
      <ConfirmAction
        trigger={(ask) => (
          <button type="button" onClick={ask}>
            delete
          </button>
        )}
        title="For good?"
        text=""
        confirm="Yes"
        act={() => Promise.resolve()}
        failed="clinicDeletionFailed"
      />
      <DateField
        label="day"
        placeholder=""
        value={form.values.day}
        onChange={(day) => form.setValues({ day })}
      />
    </FormPanel>
  );
};

const Screen = () => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button onClick={() => setOpened(true)} data-opened={opened || undefined}>
        open
      </button>
      {opened && <Panel onClose={() => setOpened(false)} />}
    </>
  );
};

const button = (name: string) => screen.getByRole('button', { name });
const name = () => screen.findByLabelText<HTMLInputElement>('name');
const open = async () => {
  button('open').focus();
  act(() => button('open').click());
  await name();
};
const gone = async () => {
  await waitFor(() => expect(screen.queryByLabelText('name')).toBeNull());
  // The panel calls its owner after the fade.
  await waitFor(() => expect(document.querySelector('[data-opened]')).toBeNull());
};

const start = async () => {
  show(
    <Provider store={createStore()}>
      <Screen />
    </Provider>,
  );
  await open();
};

it('gives the focus back to what opened it', async () => {
  await start();
  (await name()).focus();
  fireEvent.keyDown(await name(), { key: 'Escape' });
  await gone();
  await waitFor(() => expect(document.activeElement).toBe(button('open')));
});

it('closes on Escape, even if the focused element is gone', async () => {
  await start();
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await gone();
});

it('closes on Escape before the focus enters the panel', async () => {
  await start();
  button('open').focus();
  fireEvent.keyDown(button('open'), { key: 'Escape' });
  await gone();
});

it('keeps the draft on Escape, says so, and can discard it', async () => {
  await start();
  fireEvent.change(await name(), { target: { value: 'Studio Aurora' } });
  fireEvent.keyDown(await name(), { key: 'Escape' });
  await gone();
  await open();
  expect((await name()).value).toBe('Studio Aurora');
  fireEvent.click(button('Ricomincia'));
  expect((await name()).value).toBe('');
  expect(screen.queryByRole('button', { name: 'Ricomincia' })).toBeNull();
});

it('keeps nothing that was sent', async () => {
  await start();
  fireEvent.change(await name(), { target: { value: 'Studio Aurora' } });
  await act(async () => fireEvent.click(button('Save')));
  await gone();
  await open();
  expect((await name()).value).toBe('');
});

it('closes only the date picker on Escape; its buttons have names, and today is marked', async () => {
  await start();
  fireEvent.click(screen.getByLabelText('day'));
  const next = await screen.findByRole('button', { name: 'Mese successivo' });
  expect(screen.getByRole('button', { name: 'Mese precedente' })).toBeTruthy();
  expect(document.querySelector('[data-today]')).not.toBeNull();
  fireEvent.keyDown(next, { key: 'Escape' });
  expect(await name()).toBeTruthy();
});

it('closes only a confirmation above the panel on Escape', async () => {
  await start();
  fireEvent.click(button('delete'));
  fireEvent.keyDown(await screen.findByText('Yes'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('Yes')).toBeNull());
  expect(await name()).toBeTruthy();
  expect(document.querySelector('[data-opened]')).not.toBeNull();
});

it('gives the focus back if a panel closes without a fade, as with reduced motion', async () => {
  const Gone = () => {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button onClick={() => setOpened(true)}>open</button>
        {opened && (
          <SidePanel opened title="A panel" onClose={() => setOpened(false)}>
            <input aria-label="name" />
          </SidePanel>
        )}
      </>
    );
  };
  show(<Gone />);
  await open();
  (await name()).focus();
  fireEvent.keyDown(await name(), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByLabelText('name')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button('open')));
});

it('of two panels opened from each other, gives the focus back to where the first was opened', async () => {
  const Two = () => {
    const [opened, setOpened] = useState<'first' | 'name' | null>(null);
    return (
      <>
        <button onClick={() => setOpened('first')}>open</button>
        {opened === 'first' && (
          <SidePanel opened title="The first" onClose={() => setOpened(null)}>
            <button onClick={() => setOpened('name')}>instead</button>
          </SidePanel>
        )}
        {opened === 'name' && (
          <SidePanel opened title="The other" onClose={() => setOpened(null)}>
            <input aria-label="name" />
          </SidePanel>
        )}
      </>
    );
  };
  show(<Two />);
  button('open').focus();
  act(() => button('open').click());
  const instead = await screen.findByRole('button', { name: 'instead' });
  instead.focus();
  act(() => instead.click());
  (await name()).focus();
  fireEvent.keyDown(await name(), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByLabelText('name')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button('open')));
});
