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

it('confirms on load by default, even in a hidden page', () => {
  visibility = 'hidden';
  open({});
  expect(sent()).toEqual(['mailed']);
});

it('under strict trust, confirms only after the page was visible for one second without a break', () => {
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

it.each(['open', 'strict'])('waits for a press if the operator chose a button, under %s trust', (trust) => {
  open({ trust, 'confirm-by': 'button' });
  pass(60_000);
  expect(sent()).toEqual([]);
  fireEvent.click(
    screen.getByRole('button', { name: i18n.t(($) => $.confirmation.press, { ns: 'booking' }) }),
  );
  expect(sent()).toEqual(['mailed']);
});
