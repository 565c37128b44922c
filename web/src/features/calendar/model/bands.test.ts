import { describe, expect, it } from 'vitest';
import { bandsOf, idleIn } from './bands.ts';
import type { Entry } from './calendar-events.ts';

const column = (id: string, day = '2026-11-23') => ({
  key: `${day} ${id}`,
  day,
  pro: { id, name: id, colour: 0 },
});
const closing = { start: 540, end: 600, entry: { id: 'closing', kind: 'closing' } as Entry };
const vacation = { start: 0, end: 1440, entry: { id: 'vacation', kind: 'vacation' } as Entry };
const visit = { entry: { id: 'visit' } as Entry, start: 540, end: 570, lane: 0, span: 1, lanes: 1 };
const empty = { entries: [], behind: [] };
const closed = { entries: [], behind: [closing] };

describe('a closing', () => {
  it('is one band over neighbouring columns of its day', () => {
    const columns = [column('anna'), column('bruno'), column('carla'), column('dario')];
    const found = bandsOf(columns, [closed, closed, empty, closed]);
    expect(found.map(({ first, count }) => [first, count])).toEqual([
      [0, 2],
      [3, 1],
    ]);
    const days = [column('anna'), column('anna', '2026-11-24')];
    expect(bandsOf(days, [closed, closed]), 'each day has its own').toHaveLength(2);
  });
});

describe('an idle professional', () => {
  const columns = [column('anna'), column('bruno'), column('carla')];
  const hours = [[{}], [], []];

  it('does not work and has no entry', () => {
    expect([...idleIn({ columns, hours, content: [empty, empty, empty] })]).toEqual([1, 2]);
    const content = [empty, { entries: [visit], behind: [] }, { entries: [], behind: [vacation] }];
    expect([...idleIn({ columns, hours, content })]).toEqual([]);
    expect([...idleIn({ columns, hours: [[{}], null, [{}]], content: [empty, empty, empty] })]).toEqual([]);
  });

  it('stays if a closing would vanish, or if no one works', () => {
    expect([...idleIn({ columns, hours, content: [empty, closed, closed] })]).toEqual([]);
    expect([...idleIn({ columns, hours, content: [closed, closed, closed] })]).toEqual([1, 2]);
    expect([...idleIn({ columns, hours: [[], [], []], content: [empty, empty, empty] })]).toEqual([]);
  });
});
