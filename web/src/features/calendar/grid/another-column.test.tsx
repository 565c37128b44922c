// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../../testing/render.tsx';
import type { Entry } from '../model/calendar-events.ts';
import { isAnothers, type Column } from '../model/columns.ts';
import { TimeGrid } from './time-grid.tsx';

vi.mock('../../../lib/api/client.ts', () => ({ call: vi.fn() }));

const day = '2026-11-23';
const column = (id: string): Column => ({ key: id, day, pro: { id, name: id, colour: 0 } });
const columns = [column('anna'), column('bruno')];
const entry = {
  id: 'one',
  kind: 'own',
  title: 'Mario Rossi',
  service: '',
  detail: '',
  start: `${day}T10:00`,
  end: `${day}T10:30`,
  proId: 'anna',
  clinicId: 'rome',
  movable: true,
} satisfies Entry;
const placed = { entry, start: 600, end: 630, lane: 0, span: 1, lanes: 1 };

// Columns are 100 pixels wide, one minute is 1 pixel high.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const at = [...document.querySelectorAll('.time-column')].indexOf(this);
    return at < 0 ? new DOMRect(0, 0, 1000, 1440) : new DOMRect(at * 100, 0, 100, 1440);
  });
});

const drag = (to: { x: number; y: number }) => {
  const onMove = vi.fn();
  show(
    <TimeGrid
      columns={columns}
      content={[
        { entries: [placed], behind: [] },
        { entries: [], behind: [] },
      ]}
      hours={[null, null]}
      colourOf={() => 0}
      now={`${day}T08:00`}
      hourHeight={60}
      loaded
      onOpen={vi.fn()}
      onSpot={vi.fn()}
      onMove={onMove}
      onBlock={null}
    />,
  );
  const point = (x: number, y: number) => ({ clientX: x, clientY: y, button: 0, pointerType: 'mouse' });
  act(() => {
    fireEvent.pointerDown(screen.getByRole('button', { name: /Mario Rossi/ }), point(50, 610));
    fireEvent(window, new PointerEvent('pointermove', point(to.x, to.y)));
    fireEvent(window, new PointerEvent('pointerup', point(to.x, to.y)));
  });
  return onMove;
};

describe('a dragged entry', () => {
  it('moves within its professional’s column', () => {
    const moved = { id: 'one', date: `${day}T11:00`, end: `${day}T11:30` };
    expect(drag({ x: 60, y: 670 })).toHaveBeenCalledWith(moved, undefined);
  });

  it.each([
    ['at another time', 670, '11'],
    ['at the same time', 610, '10'],
  ])('moves to the professional of another column %s', (_, y, hour) => {
    const moved = { id: 'one', date: `${day}T${hour}:00`, end: `${day}T${hour}:30` };
    expect(drag({ x: 150, y })).toHaveBeenCalledWith(moved, 'bruno');
  });
});

it('can move in a day with a single column', () => {
  const [anna, bruno] = columns;
  if (!anna || !bruno) throw new Error('there are two columns');
  expect(isAnothers(columns, bruno, 'anna')).toBe(true);
  expect(isAnothers(columns, anna, 'anna')).toBe(false);
  expect(isAnothers([anna], anna, 'carla'), 'a paused colleague’s entry stands in it').toBe(false);
});
