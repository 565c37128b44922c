// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './client.ts';
import { draftOf, keepDraft } from '../state/drafts.ts';
import { hasEnded, useSession } from '../data/session.api.ts';
import { provenElsewhere, useAsking } from '../session/proof-again.ts';
import { adoptToken, clearToken, renewToken, readToken, saveToken } from '../session/session.ts';
import { holdTyped } from '../state/typing.ts';
import { useCall } from './use-call.ts';

let ended = true;
vi.mock('./connection.ts', () => ({
  watchedFetch: () =>
    Promise.resolve(
      ended
        ? Response.json({ code: 'unauthenticated', error: '' }, { status: 401 })
        : Response.json({ message: '', data: { id: 'p' } }),
    ),
}));

const input = { params: { proId: 'p' } };

beforeEach(() => {
  ended = true;
  sessionStorage.clear();
  saveToken('a-session');
});
afterEach(clearToken);

const page = () =>
  renderHook(() => ({ session: useSession(), asking: useAsking(), list: useCall('getPatientList', input) }));

const loaded = async () => {
  ended = false;
  const { result } = page();
  await waitFor(() => expect(result.current.session.state).toBe('in'));
  await waitFor(() => expect(result.current.list.data).toBeDefined());
  ended = true;
  return result;
};

it('asks for the password if a read is refused during a form, and reads again afterwards', async () => {
  const result = await loaded();
  const release = holdTyped();
  const read = call('getPatientList', input);
  await waitFor(() => expect(result.current.asking?.reason).toBe('ended'));
  ended = false;
  act(provenElsewhere);
  await expect(read).resolves.toMatchObject({ data: { id: 'p' } });
  expect(readToken()).toBe('a-session');
  release();
});

it('sends a refused call again with a later token of the same account, without asking', async () => {
  const result = await loaded();
  const release = holdTyped();
  const read = call('getPatientList', input);
  renewToken('a-later-session', adoptToken);
  ended = false;
  await expect(read).resolves.toMatchObject({ data: { id: 'p' } });
  expect(result.current.asking).toBeNull();
  release();
});

it('sends a refused call not again with the token of another account', async () => {
  const result = await loaded();
  const release = holdTyped();
  const read = call('getPatientList', input);
  saveToken('another-account');
  ended = false;
  await expect(read).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(result.current.asking).toBeNull();
  release();
});

it('redirects to the login if a read is refused without a form, and keeps drafts', async () => {
  const result = await loaded();
  keepDraft('p', 'a form', { name: 'Ada' });
  await expect(call('getPatientList', input)).rejects.toMatchObject({ code: 'unauthenticated' });
  await waitFor(() => expect(result.current.session.state).toBe('out'));
  expect(result.current.asking).toBeNull();
  await waitFor(() => expect(hasEnded()).toBe(true));
  expect([readToken(), draftOf('p', 'a form')]).toEqual([null, { name: 'Ada' }]);
});
