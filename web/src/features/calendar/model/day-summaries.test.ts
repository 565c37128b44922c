import { expect, it } from 'vitest';
import type { Entry } from './calendar-events.ts';
import { summariesOf } from './day-summaries.ts';

const column = (day: string, id: string) => ({ key: `${day} ${id}`, day, pro: { id, name: id, colour: 0 } });
const visit = (start: number, kind: Entry['kind'] = 'own') => ({
  entry: { id: `${start}`, kind } as Entry,
  start,
  end: start + 30,
  lane: 0,
  span: 1,
  lanes: 1,
});

it('counts the visits and the free share of days with more than three entries, over all professionals', () => {
  const hours = [{ start: 540, end: 660 }];
  const busy = { entries: [visit(540), visit(570), visit(600, 'block')], behind: [] };
  const single = { entries: [visit(540)], behind: [] };
  const columns = [
    column('2026-11-23', 'anna'),
    column('2026-11-23', 'bruno'),
    column('2026-11-24', 'anna'),
    column('2026-11-24', 'bruno'),
  ];
  const found = summariesOf({
    columns,
    content: [busy, single, single, single],
    hours: columns.map(() => hours),
  });
  expect([...found]).toEqual([['2026-11-23', { visits: 3, share: 50 }]]);
});
