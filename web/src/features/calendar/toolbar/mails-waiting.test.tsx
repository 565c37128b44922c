// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../testing/render.tsx';
import { MailsWaiting } from './mails-waiting.tsx';

afterEach(() => void vi.useRealTimers());

it('shows how many mails wait, and checks again every minute', () => {
  vi.useFakeTimers();
  const again = vi.fn();
  show(<MailsWaiting count={3} onLookAgain={again} />);
  expect(screen.getByRole('status').textContent).toContain('3 email su queste visite');
  act(() => void vi.advanceTimersByTime(120_000));
  expect(again).toHaveBeenCalledTimes(2);
});
