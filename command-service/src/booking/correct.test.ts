import { describe, expect, it } from 'vitest';
import { openPractice, proveAddress, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';

const at = (time: string): string => `2026-11-24T${time}`;

type More = { address?: string; phone?: string; correction?: string | undefined };

const open = async (trust: 'open' | 'strict' = 'open') => {
  const world = createWorld(undefined, trust);
  const practice = await openPractice(world);
  if (trust === 'strict') await proveAddress(world, practice.ownerId);
  const request = async (time: string, patient: string, more: More = {}) => {
    const { address = '203.0.113.1', phone = '3330001111', ...given } = more;
    const { contactInfo, ...rest } = requestOf(practice, at(time), patient);
    const body = { ...rest, contactInfo: { ...contactInfo, phone }, ...given };
    return (await world.call('requestBooking', { body, address })).answer.data;
  };
  const confirm = async (id: string) =>
    (await world.call('confirmBooking', { as: patientOf(id) })).answer.data;
  return { world, practice, request, confirm };
};

const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

describe('a correction of a request', () => {
  it('takes the time of what it corrects, whose link then goes nowhere', async () => {
    const { request, confirm } = await open();
    const { id, correction } = await request('09:00', 'carlla');
    const corrected = await request('09:00', 'carla', { correction });
    await refused(confirm(id), 'booking-not-active');
    expect(await confirm(corrected.id)).toMatchObject({ patientName: 'carla' });
  });

  it('that is refused leaves what it would have corrected as it was', async () => {
    const { request, confirm } = await open();
    const { id, correction } = await request('09:00', 'carlla');
    for (const time of ['10:00', '11:00', '12:00']) await request(time, 'carla');
    await refused(request('09:00', 'carla', { correction }), 'hold-limit');
    await refused(request('09:00', 'emma'), 'slot-taken');
    // Another email may still book.
    const other = await request('09:00', 'carla_rossi', { correction });
    await refused(confirm(id), 'booking-not-active');
    await confirm(other.id);
  });

  it('may be corrected in turn, five times in a row', async () => {
    const { request, confirm } = await open();
    let asked = await request('09:00', 'carla0');
    for (let nth = 1; nth <= 5; nth++) {
      expect(asked.correction).toEqual(expect.any(String));
      asked = await request('09:00', `carla${nth}`, { correction: asked.correction });
    }
    expect(asked.correction).toBeUndefined();
    expect(await confirm(asked.id)).toMatchObject({ patientName: 'carla5' });
  });

  it('that is refused leaves a link that confirms', async () => {
    const { world, practice, request, confirm } = await open();
    const { id, correction } = await request('09:00', 'carlla');
    await world.call('updateClinic', {
      params: { id: practice.clinicId },
      body: { online_booking: false },
      as: pro(practice.ownerId),
    });
    await refused(request('09:00', 'carla', { correction }), 'not-found');
    expect(await confirm(id)).toMatchObject({ patientName: 'carlla' });
    await refused(request('09:00', 'carla', { correction }), 'not-found');
  });

  it('of what was confirmed meanwhile is refused, and takes nothing away', async () => {
    const { request, confirm } = await open();
    const { id, correction } = await request('09:00', 'carlla');
    await confirm(id);
    await refused(request('09:00', 'carla', { correction }), 'booking-not-active');
    expect(await confirm(id)).toMatchObject({ patientName: 'carlla' });
  });

  it('takes the same time if no useless gaps are wanted', async () => {
    const { world, practice, request, confirm } = await open();
    const { ownerId, hubId } = practice;
    const as = pro(ownerId);
    const windows = [{ starting_hour: '09:00', ending_hour: '12:00' }];
    await world.call('setDayHours', {
      params: { id: hubId },
      body: { days: [{ date: '2026-11-24', windows }] },
      as,
    });
    await world.call('updateOptions', { params: { id: ownerId }, body: { gaplessStarts: true }, as });
    const { correction } = await request('09:00', 'carlla');
    await confirm((await request('09:00', 'carla', { correction })).id);
  });

  it('counts once among what one phone holds, and what one network does', async () => {
    const { request, confirm } = await open('strict');
    await request('10:00', 'dora');
    await request('11:00', 'emma');
    const { correction } = await request('09:00', 'carlla');
    // A fourth request from this network would need a proof, and its phone would be refused.
    await confirm((await request('09:00', 'carla', { correction })).id);
  });

  it('that has to bring a proof first keeps the time until it does', async () => {
    const { request, confirm } = await open('strict');
    for (const [index, time] of ['10:00', '11:00', '12:00'].entries())
      await request(time, `dora${index}`, { phone: `333111222${index}`, address: `198.51.100.${index}` });
    const { id, correction } = await request('09:00', 'carlla');
    await refused(request('09:00', 'carla', { correction, address: '198.51.100.7' }), 'proof-needed');
    expect(await confirm(id)).toMatchObject({ patientName: 'carlla' });
  });
});
