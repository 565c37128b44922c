import { expect, it } from 'vitest';
import { agendaEvents } from './events.ts';
import { professionalResource, resourceId, resourceOfKind } from './resources.ts';

const uuid = '0190a7a0-0000-7000-8000-000000000001';

it('is a professional’s own id, which no resource of another kind can have', () => {
  expect(professionalResource(uuid)).toBe(uuid);
  expect(resourceOfKind('room', uuid)).toBe(`room.${uuid}`);
  expect(new Set([uuid, resourceOfKind('room', uuid), resourceOfKind('device', uuid)]).size).toBe(3);
});

it('refuses other ids', () => {
  for (const text of [
    '',
    'room',
    'room.1',
    `.${uuid}`,
    `Room.${uuid}`,
    `a.b.${uuid}`,
    `${uuid}.room`,
    `${uuid}_2`,
  ])
    expect(resourceId.safeParse(text).success, text).toBe(false);
  expect(() => resourceOfKind('', uuid)).toThrow('is no resource');
  expect(() => resourceOfKind('a_b', uuid)).toThrow('is no resource');
});

it('is stored in the field of professionals, in the same event version', () => {
  const { schema, version } = agendaEvents.IntervalReleased;
  const released = { day: '2026-11-24', reservationId: uuid, reason: 'moved' };
  for (const proId of [uuid, resourceOfKind('room', uuid)])
    expect(schema.parse({ proId, ...released })).toEqual({ proId, ...released });
  expect(version).toBe(1);
});
