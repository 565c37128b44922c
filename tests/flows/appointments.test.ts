import { expect, it, vi } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, join, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { sentMails, tokenIn } from '../support/inside.ts';

const practice = usePractice();

/** Returns a patient's mails with decoded calendar parts. */
const mailsTo = async (patient: string): Promise<string[]> => {
  const mails = (await sentMails(practice().stack.varDirectory)).filter((mail) =>
    mail.includes(`To: ${patient}@example.com`),
  );
  return mails.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
};

/** Returns method, uid and sequence of each iCalendar message, the oldest first. */
const invitesTo = async (patient: string) => {
  const invites = (await mailsTo(patient)).map((mail) => {
    const field = (name: string) => new RegExp(`^${name}:(.+?)\\r?$`, 'm').exec(calendarIn(mail))?.[1] ?? '';
    return { method: field('METHOD'), uid: field('UID'), sequence: Number(field('SEQUENCE')) };
  });
  return invites.toSorted((one, other) => one.sequence - other.sequence);
};

/** Waits until a read returns `enough` items. */
const eventually = <T>(read: () => Promise<T[]>, enough = 1): Promise<T[]> =>
  vi.waitUntil(async () => {
    const found = await read();
    return found.length >= enough && found;
  }, 60_000);

/** Waits for the cancellation. Each mail is its own job, so earlier ones may arrive later or not at all. */
const untilCancelled = (patient: string) =>
  vi.waitUntil(async () => {
    const invites = await invitesTo(patient);
    return invites.at(-1)?.method === 'CANCEL' && invites;
  }, 60_000);

/** Returns a mail's calendar part, decoded from base64 if needed. */
const calendarIn = (mail: string): string => {
  if (mail.includes('BEGIN:VCALENDAR')) return mail;
  const part = /Content-Type: text\/calendar[^]*?\r?\n\r?\n([\w+/=\s]+)/.exec(mail)?.[1] ?? '';
  return Buffer.from(part, 'base64').toString();
};

const confirmationsTo = async (patient: string): Promise<string[]> => {
  const mails = await mailsTo(patient);
  return mails
    .filter((mail) => mail.includes('/confirmation/'))
    .map((mail) => tokenIn(mail, 'confirmation/'));
};

const book = async (hubServiceId: string, date: string, patient: string) => {
  const { client, anna } = practice();
  const contact = { name: patient, email: `${patient}@example.com`, prefix: '+39', phone: '3330001111' };
  const body = { booking: { hubServiceId, date }, patient: contact };
  return (await succeed(client.call('placeBooking', { body, token: anna.token }))).data.id;
};

const inCalendar = async (id: string, from?: string) => {
  const { client, anna } = practice();
  const read = { params: { proId: anna.proId }, token: anna.token, ...(from ? { from } : {}) };
  const { data } = await succeed(client.call('getProCalendar', read));
  return data.bookings.find((booking) => booking.id === id);
};

it('archiving a hub orphans its bookings, and another hub of the clinic can take them over', async () => {
  const { client, anna, clinic } = practice();
  const bruno = await registerPro(client, 'bruno');
  const hub = await join(client, { owner: anna, ...clinic }, bruno);
  const params = { id: hub.hubId };
  const id = await book(hub.offers[0], `${dayAhead(7)}T09:00`, 'carla');
  const [booked] = await eventually(() => invitesTo('carla'));
  await succeed(client.call('updateHub', { params, body: { status: 'archived' }, token: anna.token }));
  await vi.waitUntil(async () => (await inCalendar(id))?.status === 'orfan', 60_000);

  const body = { date: `${dayAhead(7)}T10:00`, hub_service_id: clinic.offers[0] };
  const moved = await succeed(client.call('editBooking', { params: { id }, body, token: anna.token }));
  expect(await inCalendar(id, moved.position!)).toMatchObject({ status: 'confirmed', hubId: clinic.hubId });
  const [, changed] = await eventually(() => invitesTo('carla'), 2);
  expect(booked).toMatchObject({ method: 'REQUEST', uid: expect.stringContaining(id) });
  expect(changed).toMatchObject({ method: 'REQUEST', uid: booked?.uid });
  expect(changed!.sequence).toBeGreaterThan(booked!.sequence);
});

it('a patient moves and cancels by the mailed link, and their calendar is updated', async () => {
  const { client, clinic } = practice();
  await book(clinic.offers[0], `${dayAhead(8)}T09:00`, 'dora');
  const [mail] = await eventually(() => mailsTo('dora'));
  const token = decodeURIComponent(/\/manage\/\?token=([\w.%~-]+)/.exec(mail!)?.[1] ?? '');
  expect((await client.call('confirmBooking', { token })).status).toBe(401);
  const body = { date: `${dayAhead(8)}T12:00` };
  const moved = await succeed(client.call('moveManagedBooking', { body, token }));
  expect(moved.data.date).toContain(`${dayAhead(8)}T12:00`);
  const cancelled = await succeed(client.call('cancelManagedBooking', { token }));
  expect(cancelled.data.status).toBe('cancelled');
  expect((await client.call('moveManagedBooking', { body, token })).body.code).toBe('booking-not-active');
  await untilCancelled('dora');
});

it('a professional is notified when a patient books, moves or cancels online, with calendar updates', async () => {
  const { client, anna, clinic } = practice();
  const about = (id: string, count: number) =>
    eventually(async () => (await invitesTo('anna')).filter(({ uid }) => uid.startsWith(id)), count);
  const linkTo = async (page: string, count: number) => {
    const texts = (await eventually(() => mailsTo('gino'), count)).join('\n');
    return decodeURIComponent(new RegExp(`/${page}/\\?token=([\\w.%~-]+)`).exec(texts)?.[1] ?? '');
  };
  const wanted = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(11)}T09:00`, 'gino');
  const { id } = (await succeed(client.call('requestBooking', { body: wanted }))).data;
  await succeed(client.call('confirmBooking', { token: await linkTo('confirmation', 1) }));
  const [booked] = await about(id, 1);
  const token = await linkTo('manage', 2);
  const body = { date: `${dayAhead(11)}T12:00` };
  await succeed(client.call('moveManagedBooking', { body, token }));
  const [, moved] = await about(id, 2);
  await succeed(client.call('cancelManagedBooking', { token }));
  const [, , cancelled] = await about(id, 3);
  const invites = [booked, moved, cancelled];
  expect(invites.map((one) => one?.method)).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL']);
  const patients = await untilCancelled('gino');
  expect(new Set([...invites, ...patients.slice(1)].map((one) => one?.uid)).size).toBe(1);
  expect(invites.map((one) => one?.sequence)).toEqual([1, 2, 3]);

  const off = { params: { id: anna.proId }, body: { bookingNoticePro: false }, token: anna.token };
  expect((await succeed(client.call('updateOptions', off))).data.bookingNoticePro).toBe(false);
});

it('mail, page and feed contain the same calendar entry of a visit', async () => {
  const { client, stack, anna, clinic } = practice();
  const entryIn = (text: string) => {
    const lines = text.replaceAll('\r\n ', '').split(/\r?\n/);
    return (name: string) =>
      lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));
  };
  const wanted = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(12)}T09:00`, 'ines');
  const { id } = (await succeed(client.call('requestBooking', { body: wanted }))).data;
  const [token] = await eventually(() => confirmationsTo('ines'));
  const confirmed = (await succeed(client.call('confirmBooking', { token: token! }))).data;
  const ownLink = confirmed.manage_token;
  const [, mailed] = await eventually(() => mailsTo('ines'), 2);
  const body = { date: `${dayAhead(100)}T12:00` };
  const inMail = entryIn(calendarIn(mailed!));
  const onPage = entryIn(confirmed.calendar_file!);
  for (const field of ['UID', 'SEQUENCE', 'DTSTART', 'SUMMARY', 'LOCATION']) {
    expect(onPage(field), field).toEqual(inMail(field));
  }
  expect(onPage('URL')[0]).toContain(`/manage/?token=${encodeURIComponent(ownLink)}`);
  expect(confirmed.calendar_file!.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);

  const path = { params: { id }, token: anna.token };
  const edit = { ...path, body: { ...body, hub_service_id: clinic.offers[0] } };
  await succeed(client.call('editBooking', edit));
  const managed = (await succeed(client.call('getManagedBooking', { token: ownLink }))).data;
  const after = entryIn(managed.calendar_file!);
  expect(after('UID')).toEqual(inMail('UID'));
  expect(Number(after('SEQUENCE')[0])).toBeGreaterThan(Number(inMail('SEQUENCE')[0]));
  const made = client.call('createCalendarFeed', { params: { id: anna.proId }, token: anna.token });
  const feed = new URL(new URL((await succeed(made)).data.url).pathname, stack.address);
  const fed = await vi.waitUntil(async () => {
    const text = await (await fetch(feed)).text();
    return text.includes(after('DTSTART')[0]!) && text;
  }, 60_000);
  const event = fed.split('BEGIN:VEVENT').find((one) => one.includes(after('DTSTART')[0]!))!;
  for (const field of ['UID', 'SEQUENCE']) expect(entryIn(event)(field), field).toEqual(after(field));
  expect(entryIn(event)('URL')[0]).toMatch(/\/dashboard\/calendar$/);
  expect(fed).not.toContain('manage');

  await succeed(client.call('deleteBooking', path));
  expect((await succeed(client.call('getManagedBooking', { token: ownLink }))).data.calendar_file).toBeNull();
});

it('a patient can have only one future booking if the professional chose so, regardless of holds in their name', async () => {
  const { client, anna, clinic } = practice();
  const body = { patientBookingLimit: true };
  await succeed(client.call('updateOptions', { params: { id: anna.proId }, body, token: anna.token }));
  const ask = (hour: number) => {
    const date = `${dayAhead(9)}T${String(hour).padStart(2, '0')}:00`;
    return client.call('requestBooking', {
      body: requestOf(clinic.clinicId, clinic.offers[0], date, 'elsa'),
    });
  };
  const held = await Promise.all([ask(8), ask(9)]);
  expect(held.map(({ status }) => status)).toEqual([200, 200]);
  const tokens = await eventually(async () => confirmationsTo('elsa'), 2);
  const confirmed = await Promise.all(tokens.map((token) => client.call('confirmBooking', { token })));
  const said = confirmed.map(({ status, body: { code } }) => code ?? String(status));
  expect(new Set(said)).toEqual(new Set(['200', 'booking-limit']));
  expect((await ask(10)).body.code).toBe('booking-limit');
});

it('no mail offers a move if the clinic takes no online bookings', async () => {
  const { client, anna } = practice();
  const offline = await openClinic(client, anna, 'Studio Tivoli');
  const off = { params: { id: offline.clinicId }, body: { online_booking: false }, token: anna.token };
  await succeed(client.call('updateClinic', off));
  await book(offline.offers[0], `${dayAhead(13)}T09:00`, 'livia');
  const [mail] = await eventually(() => mailsTo('livia'));
  expect(mail).toContain('Puoi annullarlo fino a');
  expect(mail).not.toContain('spostarlo');
  const token = tokenIn(mail!, 'manage/');
  const { data } = await succeed(client.call('getManagedBooking', { token }));
  expect(data).toMatchObject({ can_cancel: true, can_move: false });
});

it('an archived clinic’s patients are notified, and their calendars updated', async () => {
  const { client, anna } = practice();
  const other = await openClinic(client, anna, 'Studio Ostia');
  const id = await book(other.offers[0], `${dayAhead(10)}T09:00`, 'fulvia');
  const [booked] = await eventually(() => invitesTo('fulvia'));
  const body = { status: 'archived' as const };
  await succeed(client.call('updateClinic', { params: { id: other.clinicId }, body, token: anna.token }));
  await vi.waitUntil(async () => (await inCalendar(id))?.status === 'orfan', 60_000);
  expect((await untilCancelled('fulvia')).at(-1)).toMatchObject({ method: 'CANCEL', uid: booked?.uid });
});
