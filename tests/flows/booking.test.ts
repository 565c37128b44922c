import { beforeAll, describe, expect, it, vi } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic, type OpenedClinic, requestOf } from '../support/http-practice.ts';
import { lookInside, sentMails, tokenIn } from '../support/inside.ts';

const practice = usePractice();
let other: OpenedClinic;
beforeAll(async () => {
  const { client, anna } = practice();
  other = await openClinic(client, anna, 'Studio Ostia');
});

const mailsTo = async (address: string) =>
  (await sentMails(practice().stack.varDirectory)).filter((mail) => mail.includes(`To: ${address}`));

/** Returns the booking events of one day. */
const placedOn = async (day: string) => {
  await using inside = await lookInside(practice().stack.place);
  const events = await inside.events();
  return events.filter(
    ({ type, data }) => type === 'BookingPlaced' && (data as { start: string }).start.startsWith(day),
  );
};

it('books, confirms by the mailed link and shows the booking in the calendar', async () => {
  const { client, anna, clinic } = practice();
  const day = dayAhead(7);
  const free = await succeed(
    client.call('getBookingAvailabilities', { params: { clinicId: clinic.clinicId }, from: clinic.position }),
  );
  const offered = free.data.find(({ date }) => date === day)?.bookingAvailabilities;
  expect(offered?.find((one) => one.hubServiceId === clinic.offers[0])?.availabilities).toContain('09:00');

  const body = requestOf(clinic.clinicId, clinic.offers[0], `${day}T09:00`, 'carla');
  const requested = await succeed(client.call('requestBooking', { body }));
  const [mail] = await vi.waitUntil(async () => {
    const mails = await mailsTo('carla@example.com');
    return mails.length > 0 && mails;
  }, 60_000);
  const token = tokenIn(mail!);
  const confirmed = await succeed(client.call('confirmBooking', { token }));
  expect(confirmed.data).toMatchObject({ patientName: 'carla', clinic_name: 'Studio Roma' });
  const repeated = await succeed(client.call('confirmBooking', { token }));
  // The calendar file says when it was written.
  const unstamped = ({ data }: typeof repeated) => ({
    ...data,
    calendar_file: data.calendar_file?.replace(/DTSTAMP:\w+/, ''),
  });
  expect(unstamped(repeated)).toEqual(unstamped(confirmed));

  const from = confirmed.position!;
  const calendar = await succeed(
    client.call('getProCalendar', { params: { proId: anna.proId }, token: anna.token, from }),
  );
  expect(calendar.data.bookings).toMatchObject([
    {
      id: requested.data.id,
      status: 'confirmed',
      patient_name: 'carla',
      date: expect.stringContaining(`${day}T09:00`),
    },
  ]);
  const after = await succeed(
    client.call('getBookingAvailabilities', { params: { clinicId: clinic.clinicId }, from }),
  );
  const left = after.data.find(({ date }) => date === day)!.bookingAvailabilities;
  expect(left.flatMap(({ availabilities }) => availabilities)).not.toContain('09:00');
});

it('tells the patient how to find the clinic and what to bring, by mail and on the page of the visit', async () => {
  const { client, anna } = practice();
  const { call } = client;
  const { token } = anna;
  const services = { params: { id: other.clinicId }, token, from: other.position };
  const [service] = (await succeed(call('getClinicServices', services))).data;
  const { id, serviceName, duration, price, specializationId } = service!;
  const terms = { serviceName, duration, price, specializationId, toBring: 'Esami precedenti\nTessera' };
  await succeed(call('changeClinicService', { params: { id }, body: terms, token }));
  const place = { provinceId: 'IT-RM', city: 'Roma', address: 'Via Appia 1', postalCode: '00100' };
  const details = { ...place, name: 'Studio Ostia', directions: 'Citofono <2>\nTerzo piano' };
  const params = { id: other.clinicId };
  await succeed(call('updateClinic', { params, body: details, token }));
  // Absent texts stay.
  await succeed(call('updateClinic', { params, body: { ...place, name: 'Studio Ostia Lido' }, token }));
  const { toBring: _kept, ...withoutText } = terms;
  const body = { ...withoutText, bufferAfter: 5 };
  await succeed(call('changeClinicService', { params: { id }, body, token }));

  const asked = requestOf(other.clinicId, other.offers[0], `${dayAhead(14)}T09:00`, 'dalia');
  await succeed(call('requestBooking', { body: asked }));
  const mails = (count: number) =>
    vi.waitUntil(async () => {
      const found = await mailsTo('dalia@example.com');
      return found.length >= count && found;
    }, 60_000);
  const confirmed = await succeed(call('confirmBooking', { token: tokenIn((await mails(1))[0]!) }));
  const managed = await succeed(call('getManagedBooking', { token: confirmed.data.manage_token }));
  const told = { directions: 'Citofono <2>\nTerzo piano', to_bring: 'Esami precedenti\nTessera' };
  expect(confirmed.data).toMatchObject(told);
  expect(managed.data).toMatchObject({ clinic_name: 'Studio Ostia Lido', ...told });
  const mail = (await mails(2)).find((one) => one.includes('Come arrivare'))?.replaceAll('\r', '');
  expect(mail).toContain('Come arrivare: Citofono <2>\nTerzo piano\n');
  expect(mail).toContain('Da portare: Esami precedenti\nTessera\n');
}, 120_000);

it('releases a time for the same request with another email, once, and for no other request', async () => {
  const { client, clinic } = practice();
  const date = `${dayAhead(20)}T09:00`;
  const asked = (name: string, more: object = {}) => ({
    body: { ...requestOf(clinic.clinicId, clinic.offers[0], date, name), ...more },
  });
  const first = (await succeed(client.call('requestBooking', asked('dorra')))).data;
  expect((await client.call('requestBooking', asked('dora'))).status, 'the time is held').toBe(409);
  const { correction } = first;
  const elsewhere = { correction, date: `${dayAhead(20)}T09:30` };
  expect((await client.call('requestBooking', asked('dora', elsewhere))).status).toBe(400);
  expect((await client.call('requestBooking', asked('dora', { correction: 'made up' }))).status).toBe(400);
  const second = (await succeed(client.call('requestBooking', asked('dora', { correction })))).data;
  expect(second.id).not.toBe(first.id);
  expect((await client.call('requestBooking', asked('eva', { correction }))).status, 'it is used up').toBe(
    409,
  );
  const link = async (name: string) => {
    const mails = await vi.waitUntil(async () => {
      const found = await mailsTo(`${name}@example.com`);
      return found.length > 0 && found;
    }, 60_000);
    return tokenIn(mails[0]!);
  };
  const confirmed = await succeed(client.call('confirmBooking', { token: await link('dora') }));
  const managed = client.call('getManagedBooking', { token: confirmed.data.manage_token });
  expect((await succeed(managed)).data.status).toBe('confirmed');
  const late = await client.call('requestBooking', asked('eva', { correction: second.correction }));
  expect(late.status, 'what is confirmed stays').toBe(409);
}, 120_000);

describe('a hundred concurrent requests for one professional', () => {
  /** Sends one request per patient; counts the statuses. */
  const race = async (requestFor: (index: number) => ReturnType<typeof requestOf>) => {
    const { client } = practice();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => client.call('requestBooking', { body: requestFor(index) })),
    );
    const codes = replies.filter(({ status }) => status === 409).map(({ body }) => body.code);
    return { won: replies.filter(({ status }) => status === 200).length, codes };
  };

  const expectOneWinner = async (
    day: string,
    { won, codes }: Awaited<ReturnType<typeof race>>,
    prefix: string,
  ) => {
    const { client, clinic } = practice();
    expect({ won, refused: codes.length }).toEqual({ won: 1, refused: 99 });
    expect(new Set(codes)).toEqual(new Set(['slot-taken']));
    expect(await placedOn(day)).toHaveLength(1);
    const mails = () =>
      sentMails(practice().stack.varDirectory).then((all) =>
        all.filter((mail) => mail.includes(`To: ${prefix}`)),
      );
    await vi.waitUntil(async () => (await mails()).length > 0, 60_000);
    // Mails are sent in order, so earlier ones have arrived with this mail of a later booking.
    const later = `after${prefix}`;
    const body = requestOf(clinic.clinicId, clinic.offers[0], `${day}T20:00`, later);
    await succeed(client.call('requestBooking', { body }));
    await vi.waitUntil(async () => (await mailsTo(`${later}@example.com`)).length > 0, 60_000);
    expect(await mails()).toHaveLength(1);
  };

  it('for the same slot: one wins, 99 get 409, one booking, one mail', async () => {
    const { clinic } = practice();
    const day = dayAhead(8);
    const result = await race((index) =>
      requestOf(clinic.clinicId, clinic.offers[0], `${day}T10:00`, `same${index}`),
    );
    await expectOneWinner(day, result, 'same');
  });

  it('for overlapping intervals of unequal length: one wins', async () => {
    const { clinic } = practice();
    const day = dayAhead(9);
    // 10:30–11:00 and 10:30–11:15.
    const result = await race((index) =>
      requestOf(clinic.clinicId, clinic.offers[index % 2]!, `${day}T10:30`, `overlap${index}`),
    );
    await expectOneWinner(day, result, 'overlap');
  });

  it('through two clinics: one wins', async () => {
    const { clinic } = practice();
    const day = dayAhead(10);
    const result = await race((index) => {
      const at = index % 2 === 0 ? clinic : other;
      return requestOf(at.clinicId, at.offers[0], `${day}T11:00`, `two${index}`);
    });
    await expectOneWinner(day, result, 'two');
  });
});

it('a time is free once the response that releases it arrives', async () => {
  const { client, clinic, anna } = practice();
  const { token } = anna;
  const [first] = clinic.offers;
  const at = (time: string) => `${dayAhead(12)}T${time}`;
  let asked = 0;
  const request = async (time: string) => {
    const body = requestOf(clinic.clinicId, first, at(time), `freed${(asked += 1)}`);
    return (await client.call('requestBooking', { body })).status;
  };
  const place = async (time: string) => {
    const patient = { name: 'Frida', email: 'frida@example.com', prefix: '+39', phone: '3330004444' };
    const booking = { hubServiceId: first, date: at(time) };
    return (await succeed(client.call('placeBooking', { body: { booking, patient }, token }))).data.id;
  };
  const statuses: number[] = [];
  for (let hour = 8; hour < 18; hour += 1) {
    const [time, later] = [`${String(hour).padStart(2, '0')}:00`, `${String(hour).padStart(2, '0')}:30`];
    const params = { id: await place(time) };
    const body = { date: at(later), hub_service_id: first };
    await succeed(client.call('editBooking', { params, body, token }));
    statuses.push(await request(time));
    await succeed(client.call('deleteBooking', { params, token }));
    statuses.push(await request(later));
  }
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
});
