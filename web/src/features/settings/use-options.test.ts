// @vitest-environment happy-dom
import type { Pro } from '@visita/contracts/pro/views';
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { call } from '../../lib/api/client.ts';
import { useOptions } from './use-options.ts';
import { deferred } from '../../lib/compat/deferred.ts';

type Codes = Pro['options']['languagesSpoken'];
type Sent = { codes: Codes; save: () => void; refuse: () => void };

let pro = { id: 'p', options: { id: 'o', languagesSpoken: [] as Codes } } as unknown as Pro;
const sent: Sent[] = [];

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../ui/feedback/toast.tsx', () => ({ useToast: () => () => undefined }));
vi.mock('../../lib/data/session.api.ts', () => ({
  changePro: async (_id: string, change: (now: Pro) => Pro) => void (pro = change(pro)),
}));

const answerLater = (_name: string, { body }: { body: { languagesSpoken: Codes } }) => {
  const { promise, resolve, reject } = deferred<unknown>();
  const codes = body.languagesSpoken;
  const save = () => resolve({ data: { ...pro.options, languagesSpoken: codes } });
  sent.push({ codes, save, refuse: () => reject(new Error('refused')) });
  return promise;
};

it('shows the last choice, whatever becomes of earlier ones', async () => {
  vi.mocked(call).mockImplementation(answerLater as never);
  const { result, rerender } = renderHook(() => useOptions(pro));
  const does = async (what: () => unknown) => {
    await act(async () => void what());
    rerender();
  };
  const shown = () => result.current.options.languagesSpoken;
  const choose = (...languagesSpoken: Codes) => does(() => result.current.change({ languagesSpoken }));

  await choose('it');
  await choose('it', 'en');
  expect(sent.map(({ codes }) => codes)).toEqual([['it']]);
  await does(() => sent[0]!.save());
  expect(shown()).toEqual(['it', 'en']);
  await vi.waitFor(() => expect(sent.map(({ codes }) => codes)).toEqual([['it'], ['it', 'en']]));
  await choose('it', 'en', 'de');
  await does(() => sent[1]!.save());
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  await does(() => sent[2]!.refuse());
  await vi.waitFor(() => {
    rerender();
    expect(shown(), 'what the server has').toEqual(['it', 'en']);
  });
});
