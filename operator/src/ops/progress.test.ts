import { expect, it } from 'vitest';
import { createProgress, logProgress } from './progress.ts';

it('reports progress, speed and remaining time at most once a second', () => {
  const lines: string[] = [];
  let now = 1_000_000;
  const show = createProgress(
    (text) => lines.push(text),
    () => now,
  );
  const at = (seconds: number, done: number, what = 'events') => {
    now = 1_000_000 + seconds * 1_000;
    show({ what, done, total: 10_000 });
  };
  at(0, 0);
  at(0.5, 400);
  at(2, 1_000);
  at(5, 2_500);
  at(6, 10_000);
  at(6, 5_000, 'rows');
  expect(lines).toEqual([
    'events: 0 of 10000, 0 %\n',
    'events: 1000 of 10000, 10 %, 500 a second, 18 s left\n',
    'events: 2500 of 10000, 25 %, 500 a second, 15 s left\n',
    'events: 10000 of 10000, 100 %, 1667 a second, 0 s left\n',
    'rows: 5000 of 10000, 50 %\n',
  ]);
  now += 10_000;
  show({ what: 'rows', done: 5_100, total: 10_000 });
  expect(lines.at(-1)).toBe('rows: 5100 of 10000, 51 %, 10 a second, 8 min 10 s left\n');
  // Positions are bytes in EventStoreDB.
  const log = (position: string) => show(logProgress('log', { position, head: '0000000090000000' }));
  log('0000000000000000');
  now += 10_000;
  log('0000000045000000');
  expect(lines.at(-1)).toBe('log: 50 %, 10 s left\n');
});
