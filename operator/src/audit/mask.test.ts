import { erased } from '@visita/contracts/event';
import { recorded, sample } from '@visita/contracts/samples';
import { describe, expect, it, test } from 'vitest';
import { statesAfter } from './folds.ts';
import { mask, masked } from './mask.ts';

describe('a masked value', () => {
  test.each([
    ['carla@example.com', 'c•••@e•••.com'],
    ['Carla Verdi, carla@example.com', '•••'],
    ['', ''],
    [72, '•••'],
    [null, null],
    [erased, erased],
    [
      ['Carla', { phone: '3330001111', notes: '' }],
      ['•••', { phone: '•••', notes: '' }],
    ],
  ])('of %j', (value, hidden) => {
    expect(mask(value)).toEqual(hidden);
  });
});

it('masks personal fields in states too, and nothing else', () => {
  const events = recorded([sample('BookingPlaced'), sample('BookingHandedOver'), sample('BookingNoted')]).map(
    (event) => masked({ ...event, stream: 'booking-1' }),
  );
  const state = statesAfter(events).at(-1);
  const texts = JSON.stringify(state);
  for (const personal of ['Carla', '3330001111', 'carla@', 'Prima volta', 'rivedere'])
    expect(texts).not.toContain(personal);
  expect(state).toMatchObject({
    status: 'pending',
    service: { serviceName: 'Visita' },
    contact: { email: 'c•••@e•••.com' },
    proNotes: '•••',
    notesLeft: { [sample('BookingPlaced').data.proId]: '' },
  });
});
