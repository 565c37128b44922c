// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useOnceSettled } from './use-once-settled.ts';

const begin = (settled: boolean) => {
  const done = vi.fn();
  const hook = renderHook((props) => useOnceSettled(props.settled, done), { initialProps: { settled } });
  return { done, ...hook };
};

it('does at once, and once only, what was requested once the answer is there', () => {
  const { done, result, rerender } = begin(true);
  act(() => result.current.request());
  rerender({ settled: true });
  expect(done).toHaveBeenCalledTimes(1);
});

it('waits for the answer, and does nothing after more was typed', () => {
  const { done, result, rerender } = begin(false);
  act(() => result.current.request());
  expect(done).not.toHaveBeenCalled();
  rerender({ settled: true });
  expect(done).toHaveBeenCalledTimes(1);

  rerender({ settled: false });
  act(() => result.current.request());
  act(() => result.current.drop());
  rerender({ settled: true });
  expect(done).toHaveBeenCalledTimes(1);
});
