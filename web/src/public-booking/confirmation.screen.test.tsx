// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, show } from '../testing/render.tsx';
import { ConfirmationScreen } from './confirmation.screen.tsx';
import { useConfirmation } from './data.ts';

vi.mock('./data.ts', () => ({ useConfirmation: vi.fn() }));

let visibility: DocumentVisibilityState = 'visible';
const turn = (next: DocumentVisibilityState) => {
  visibility = next;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

/** The tokens that were sent. */
const sent = () => [...new Set(vi.mocked(useConfirmation).mock.calls.flatMap(([token]) => token ?? []))];

const open = (told: Readonly<Record<string, string>>) => {
  document.head.innerHTML = Object.entries(told)
    .map(([name, content]) => `<meta name="${name}" content="${content}" />`)
    .join('');
  show(<ConfirmationScreen token="mailed" leave={() => undefined} />);
};

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.mocked(useConfirmation)
    .mockReset()
    .mockReturnValue({
      data: undefined,
      error: undefined,
      isValidating: false,
      mutate: () => Promise.resolve(),
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.head.innerHTML = '';
});

it('confirms on load by default, in a page that nobody sees too', () => {
  visibility = 'hidden';
  open({});
  expect(sent()).toEqual(['mailed']);
});

it('confirms under strict trust only once the page was visible for a second on end', () => {
  visibility = 'hidden';
  open({ trust: 'strict' });
  pass(60_000);
  expect(sent(), 'hidden').toEqual([]);
  turn('visible');
  pass(900);
  turn('hidden');
  pass(60_000);
  turn('visible');
  pass(900);
  expect(sent(), 'visible for less than a second each time').toEqual([]);
  pass(100);
  expect(sent(), 'without a press').toEqual(['mailed']);
});

it.each(['open', 'strict'])(
  'waits for a press where the operator chose a button, under %s trust',
  (trust) => {
    open({ trust, 'confirm-by': 'button' });
    pass(60_000);
    expect(sent()).toEqual([]);
    fireEvent.click(
      screen.getByRole('button', { name: i18n.t(($) => $.confirmation.press, { ns: 'booking' }) }),
    );
    expect(sent()).toEqual(['mailed']);
  },
);
