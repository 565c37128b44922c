import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { answerSlots, sayWhy } from './slots.ts';

const monday = '2026-11-23';
const document = (change: Record<string, unknown> = {}) => ({
  clinic_timezone: 'Europe/Rome',
  now: '2026-11-20T10:00:00Z',
  dates: [monday],
  horizon_days: 30,
  hub_id: 'hub',
  pro_id: 'pro',
  service_duration_min: 60,
  availabilities: [{ working_day: 1, starting_hour: '09:00', ending_hour: '12:00' }],
  bookings: [],
  closings: [],
  vacations: [],
  ...change,
});
const booking = (change: Record<string, unknown> = {}) => ({
  id: 'b',
  hub_id: 'elsewhere',
  pro_id: 'pro',
  start: '2026-11-23T09:00:00Z',
  end: '2026-11-23T11:00:00+01:00',
  status: 'confirmed',
  ...change,
});
const answer = (change: Record<string, unknown> = {}, explain = false) =>
  answerSlots(JSON.stringify(document(change)), { explain });
const offered = (change: Record<string, unknown>) =>
  Object.values(answer(change) as Record<string, string[]>)[0];
const refusalOf = (change: Record<string, unknown>): string => {
  try {
    answer(change);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'accepted';
};
const tenToEleven = { start: '2026-11-23T09:00:00Z', end: '2026-11-23T10:00:00Z' };

const closed = (starting_date: string, ending_date: string) =>
  offered({ closings: [{ starting_date, ending_date }] });
const ops = (args: string[], input: string) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../../../bin/ops.ts', import.meta.url)), ...args], {
    input,
    encoding: 'utf8',
  });

describe('the answer', () => {
  it('has a list per date, in order, empty outside the horizon', () => {
    const dates = ['2026-12-07', monday, '2027-02-01'];
    const found = answer({ dates });
    expect(found).toEqual({
      '2026-12-07': ['09:00', '10:00', '11:00'],
      [monday]: ['09:00', '10:00', '11:00'],
      '2027-02-01': [],
    });
    expect(Object.keys(found as object)).toEqual(dates);
  });

  it('is a list for a list of documents', () => {
    const several = [document(), document({ dates: ['2026-11-24'] })];
    expect(answerSlots(JSON.stringify(several), { explain: false })).toEqual([
      { [monday]: ['09:00', '10:00', '11:00'] },
      { '2026-11-24': [] },
    ]);
    expect(answerSlots('[]', { explain: false })).toEqual([]);
  });

  it('writes out working days 8 and 9', () => {
    const availabilities = [{ working_day: 8, starting_hour: '09:00:00', ending_hour: '10:00:00' }];
    const dates = ['2026-11-27', '2026-11-28'];
    expect(answer({ availabilities, dates })).toEqual({ '2026-11-27': ['09:00'], '2026-11-28': [] });
  });
});

describe('bookings', () => {
  it('of the same professional block in any hub, confirmed or pending', () => {
    const booked = { ...booking(), ...tenToEleven };
    expect(offered({ bookings: [booked] })).toEqual(['09:00', '11:00']);
    expect(offered({ bookings: [{ ...booked, status: 'pending_confirmation' }] })).toEqual([
      '09:00',
      '11:00',
    ]);
    const hold_until = '2026-11-20T09:59:00Z';
    expect(offered({ bookings: [{ ...booked, status: 'pending_confirmation', hold_until }] })).toHaveLength(
      3,
    );
  });

  it.each([{ status: 'orfan' }, { status: 'deleted' }, { pro_id: 'another', hub_id: 'hub' }])(
    'that are %o do not block',
    (change) => {
      expect(offered({ bookings: [{ ...booking(), ...tenToEleven, ...change }] })).toHaveLength(3);
    },
  );

  it('being moved do not block, whether ids are text or numbers', () => {
    const bookings = [{ ...booking({ id: 7 }), ...tenToEleven }];
    expect(offered({ bookings, exclude_booking_id: '7' })).toHaveLength(3);
    expect(offered({ bookings, exclude_booking_id: null })).toHaveLength(2);
  });
});

describe('closings and vacations', () => {
  it('are local time of the clinic without offset, and instants with one', () => {
    expect(closed(`${monday}T10:00`, `${monday}T11:00:00`)).toEqual(['09:00', '11:00']);
    expect(closed(`${monday}T09:00:00Z`, `${monday}T11:00:00+01:00`)).toEqual(['09:00', '11:00']);
    expect(closed(`${monday}T10:00:00.000`, `${monday}T23:59`)).toEqual(['09:00']);
  });

  it.each(['23:59', '23:59:00', '24:00', '24:00:00'])('that end at %s last until midnight', (end) => {
    const availabilities = [{ working_day: 1, starting_hour: '23:58', ending_hour: '24:00' }];
    const closings = [{ starting_date: `${monday}T23:59`, ending_date: `${monday}T${end}` }];
    expect(offered({ availabilities, closings, service_duration_min: 1 })).toEqual(['23:58']);
  });

  it('of the hub, or without a hub, block; vacations of other hubs do not', () => {
    const away = { starting_date: `${monday}T00:00`, ending_date: `${monday}T23:59` };
    expect(offered({ vacations: [away] })).toEqual([]);
    expect(offered({ vacations: [{ ...away, hub_id: 'hub' }] })).toEqual([]);
    expect(offered({ vacations: [{ ...away, hub_id: 'another' }] })).toHaveLength(3);
    expect(offered({ closings: [{ ...away, hub_id: 'another' }] })).toEqual([]);
  });
});

it('explains each refused candidate', () => {
  const bookings = [{ ...booking(), ...tenToEleven }];
  expect(answer({ bookings, dates: [monday, '2026-11-24'] }, true)).toEqual({
    [monday]: {
      offered: ['09:00', '11:00'],
      refused: [
        {
          time: '10:00',
          start: '2026-11-23T10:00:00+01:00',
          blocked_by: [
            {
              reason: 'booking',
              id: 'b',
              from: '2026-11-23T10:00:00+01:00',
              to: '2026-11-23T11:00:00+01:00',
            },
          ],
        },
      ],
    },
    '2026-11-24': { offered: [], refused: [], note: 'no working hours on this date' },
  });
});

describe('the optional fields', () => {
  const early = { id: 'b', pro_id: 'pro', start: '2026-11-23T08:00:00Z', end: '2026-11-23T08:20:00Z' };
  const booked = { ...early, status: 'confirmed', buffer_after_min: 10 };

  it.each([
    [{ service_duration_min: 30, service_step_min: 60 }, ['09:00', '10:00', '11:00']],
    [
      { bookings: [booked], service_step_min: 15 },
      ['09:30', '09:45', '10:00', '10:15', '10:30', '10:45', '11:00'],
    ],
    [{ bookings: [booked], service_step_min: 30, service_buffer_before_min: 31 }, ['10:30', '11:00']],
    [{ blocks: [{ start: early.start, end: early.end }] }, ['10:00', '11:00']],
    [{ notice_hours: 71 }, ['10:00', '11:00']],
    [
      { day_hours: [{ date: monday, windows: [{ starting_hour: '15:00', ending_hour: '16:00' }] }] },
      ['15:00'],
    ],
    [{ bookings: [booked], gapless: true, shortest_service_min: 30 }, ['09:30', '10:00', '11:00']],
  ])('%j', (change, times) => {
    expect(offered(change)).toEqual(times);
  });

  it('of availabilities say which weeks they are valid in', () => {
    const row = { working_day: 1, starting_hour: '09:00', ending_hour: '10:00' };
    const every = { every_weeks: 2, anchor_monday: '2026-11-30' };
    expect(offered({ availabilities: [{ ...row, ...every }] })).toEqual([]);
    expect(offered({ availabilities: [{ ...row, until: monday }] })).toEqual(['09:00']);
    expect(offered({ availabilities: [{ ...row, from: '2026-11-24' }] })).toEqual([]);
    expect(refusalOf({ availabilities: [{ ...row, every_weeks: 2 }] })).toContain('anchor_monday');
  });
});

it('explains as text', () => {
  const bookings = [{ ...booking(), ...tenToEleven }];
  const dates = [monday, '2026-11-24'];
  expect(sayWhy(JSON.stringify(document({ bookings, dates, service_buffer_before_min: 5 })))).toBe(
    [
      '2026-11-23 09:00 is offered.',
      '2026-11-23 10:00 is not offered: it overlaps booking b (2026-11-23T10:00 to 2026-11-23T11:00).',
      '2026-11-23 11:00 is not offered: the time kept around it overlaps booking b (2026-11-23T10:00 to 2026-11-23T11:00).',
      '2026-11-24: no working hours on this date.',
    ].join('\n'),
  );
});

describe('an invalid document', () => {
  it.each([
    [{ clinic_timezone: 'Europe/Atlantis' }, 'clinic_timezone: '],
    [{ now: '2026-11-20T10:00' }, 'now: '],
    [{ dates: ['2026-02-30'] }, 'dates[0]: '],
    [{ service_duration_min: 0 }, 'service_duration_min: '],
    [{ horizon_days: 1.5 }, 'horizon_days: '],
    [
      { availabilities: [{ working_day: 10, starting_hour: '09:00', ending_hour: '10:00' }] },
      'availabilities[0].working_day: ',
    ],
    [{ bookings: [booking(), booking({ status: 'lost' })] }, 'bookings[1].status: '],
    [{ bookings: [booking({ start: '2026-11-23T09:00' })] }, 'bookings[0].start: '],
    [
      { closings: [{ starting_date: monday, ending_date: `${monday}T24:00` }] },
      'closings[0].starting_date: ',
    ],
    [
      { vacations: [{ starting_date: `${monday}T24:00`, ending_date: '2026-02-30T10:00' }] },
      'vacations[0].starting_date: ',
    ],
  ])('%o is refused with the path of the error', (change, place) => {
    expect(refusalOf(change)).toMatch(new RegExp(`^${place.replaceAll(/[[\].]/g, String.raw`\$&`)}`));
  });
});

describe('on the command line', () => {
  it('prints only the answer', () => {
    const { status, stdout, stderr } = ops(['slots'], JSON.stringify(document()));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ [monday]: ['09:00', '10:00', '11:00'] });
  });

  it.each([
    [['slots'], '{', 'is not JSON'],
    [['slots'], JSON.stringify([document(), document({ now: 1 })]), '[1].now: '],
    [['slots', '--why'], '', '--why'],
    [['slot'], '', 'no operation slot'],
  ])('%j refuses %s with exit code 2', (args, input, message) => {
    const { status, stdout, stderr } = ops(args, input);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('prints its help', () => {
    expect(ops(['slots', '--help'], '').stdout).toContain('clinic_timezone');
    expect(ops(['--help'], '').stdout).toContain('slots');
  });
});
