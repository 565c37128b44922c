import { expect, it } from 'vitest';
import { dayAhead, join, registerPro, requestOf } from '../support/http-practice.ts';
import { succeed } from '../support/http.ts';
import { usePractice } from '../support/hooks.ts';
import { sentMails, tokenIn } from '../support/inside.ts';

const practice = usePractice();
const soon = { timeout: 30_000 };
const carla = { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' };
const [old, corrected] = ['carla@example.com', 'carla.verdi@example.com'];

/** Returns the text of a mail's calendar file, with unfolded lines. */
const calendarFileOf = (mail: string): string => {
  const part = mail.split(/\r?\n--/).find((one) => /^content-type: text\/calendar/im.test(one)) ?? '';
  return part.replaceAll(/\r?\n[ \t]/g, '');
};

const uidsIn = (mail: string): string[] => calendarFileOf(mail).match(/^UID:.*$/gm) ?? [];

/** Returns the tokens of the links to manage visits in the calendar files of mails. */
const linksIn = (mails: readonly string[]): string[] => {
  const links = mails.flatMap((mail) => [...calendarFileOf(mail).matchAll(/manage\/?\?token=([\w.%~-]+)/g)]);
  return [...new Set(links.map(([, token = '']) => decodeURIComponent(token)))];
};

it('ends the links mailed to the old address, and mails new ones for visits ahead', async () => {
  const { client, anna, clinic, stack } = practice();
  const { token } = anna;
  const { call } = client;
  const mailsTo = async (email: string) =>
    (await sentMails(stack.varDirectory)).filter((mail) => mail.includes(`To: ${email}`));
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(4)}T09:00` };
  const placed = await succeed(
    call('placeBooking', { body: { booking, patient: { ...carla, email: old } }, token }),
  );
  const request = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(5)}T09:00`, 'carla');
  await succeed(call('requestBooking', { body: request }));
  await expect.poll(() => mailsTo(old), soon).toHaveLength(2);
  const mails = await mailsTo(old);
  const linkIn = (all: readonly string[], page: string) =>
    tokenIn(
      all.find((mail) => mail.includes(page))!,
      page,
    );
  const links = { manage: linkIn(mails, 'manage/'), confirm: linkIn(mails, 'confirmation/') };

  const body = { ...carla, patientId: placed.patient.id, email: corrected };
  expect((await succeed(call('updatePatient', { body, token }))).data.email).toBe(corrected);
  await expect.poll(() => mailsTo(corrected), soon).toHaveLength(1);
  const look = (link: string) => call('getManagedBooking', { token: link });
  expect(await look(links.manage)).toMatchObject({ status: 401, body: { code: 'token-expired' } });
  expect(await call('cancelManagedBooking', { token: links.manage })).toMatchObject({ status: 401 });
  expect(await call('confirmBooking', { token: links.confirm })).toMatchObject({
    status: 409,
    body: { code: 'booking-not-active' },
  });
  const fresh = await look(linkIn(await mailsTo(corrected), 'manage/'));
  expect(fresh).toMatchObject({ status: 200, body: { data: { status: 'confirmed' } } });

  const params = { proId: anna.proId };
  const { data } = await succeed(call('getProCalendar', { params, token }));
  expect(data.bookings).toMatchObject([{ id: placed.data.id, patient_email: corrected }]);
  expect(await mailsTo(old)).toHaveLength(2);
}, 120_000);

it('mails the new links of a series in one mail with one calendar file', async () => {
  const { client, anna, clinic, stack } = practice();
  const { token } = anna;
  const { call } = client;
  const [typed, right] = ['renata@example.com', 'renata.riva@example.com'];
  const mailsTo = async (email: string) =>
    (await sentMails(stack.varDirectory)).filter((mail) => mail.includes(`To: ${email}`));
  const patient = { name: 'Renata', prefix: '+39', phone: '3330004444', email: typed };
  const booking = { hubServiceId: clinic.offers[0] };
  const repeat = { first: `${dayAhead(20)}T09:00`, unit: 'week', every: 1, count: 10 } as const;
  await succeed(call('planSeries', { body: { booking, patient, repeat }, token }));
  await expect.poll(() => mailsTo(typed), soon).toHaveLength(1);
  const single = { ...booking, date: `${dayAhead(4)}T11:00` };
  const placed = await succeed(call('placeBooking', { body: { booking: single, patient }, token }));
  await expect.poll(() => mailsTo(typed), soon).toHaveLength(2);
  const before = linksIn(await mailsTo(typed));
  expect(before).toHaveLength(11);

  const body = { ...patient, patientId: placed.patient.id, email: right };
  await succeed(call('updatePatient', { body, token }));
  await expect.poll(() => mailsTo(right), soon).toHaveLength(2);
  const links = linksIn(await mailsTo(right));
  expect(links).toHaveLength(11);
  for (const link of before)
    expect(await call('getManagedBooking', { token: link })).toMatchObject({
      status: 401,
      body: { code: 'token-expired' },
    });
  for (const link of links)
    expect(await call('getManagedBooking', { token: link })).toMatchObject({ status: 200 });
  const aboutSeries = (await mailsTo(right)).find((mail) => uidsIn(mail).length > 1);
  expect(aboutSeries).toContain('indirizzo email');
  expect(aboutSeries).not.toContain('ha fissato per te');
  const files = (await mailsTo(right)).map((mail) => new Set(uidsIn(mail)).size);
  expect(files.toSorted((one, other) => one - other)).toEqual([1, 10]);
  // Further mails would have been queued before these were sent.
  expect(await mailsTo(right)).toHaveLength(2);
}, 120_000);

it('tells of moved visits at the corrected email, and of one that was handed over at the email of that record', async () => {
  const { client, anna, clinic, stack } = practice();
  const { token } = anna;
  const { call } = client;
  const bruno = await registerPro(client, 'bruno');
  const hub = await join(client, { owner: anna, ...clinic }, bruno);
  const [typed, right] = ['sara@example.com', 'sara.sala@example.com'];
  const mailsTo = async (email: string) =>
    (await sentMails(stack.varDirectory)).filter((mail) => mail.includes(`To: ${email}`));
  const patient = { name: 'Sara', prefix: '+39', phone: '3330005555', email: typed };
  const booking = { hubServiceId: clinic.offers[0] };
  const repeat = { first: `${dayAhead(20)}T15:00`, unit: 'week', every: 1, count: 4 } as const;
  const { data: planned } = await succeed(call('planSeries', { body: { booking, patient, repeat }, token }));
  await expect.poll(() => mailsTo(typed), soon).toHaveLength(1);
  const params = { id: planned.id! };
  const { data: series } = await succeed(call('getSeries', { params, token }));
  const [first] = series.visits;
  const to = { date: `${dayAhead(20)}T15:00`, hub_service_id: hub.offers[0] };
  await succeed(call('editBooking', { params: { id: first!.booking_id }, body: to, token }));
  await expect.poll(() => mailsTo(typed), soon).toHaveLength(2);
  const body = { ...patient, patientId: series.patient_id, email: right };
  await succeed(call('updatePatient', { body, token }));
  await expect.poll(() => mailsTo(right), soon).toHaveLength(1);

  await succeed(call('moveSeries', { params, body: { from: 1, date: `${dayAhead(21)}T15:00` }, token }));
  await expect.poll(() => mailsTo(right), soon).toHaveLength(2);
  await expect.poll(() => mailsTo(typed), soon).toHaveLength(3);
  const uids = series.visits.map(({ booking_id: id }) => id);
  const told = async (email: string) =>
    (await mailsTo(email)).map((mail) => uids.filter((id) => uidsIn(mail).some((uid) => uid.includes(id))));
  expect(await told(right)).toEqual([uids.slice(1), uids.slice(1)]);
  expect((await told(typed)).toSorted((one, other) => one.length - other.length)).toEqual([
    [uids[0]],
    [uids[0]],
    uids,
  ]);
}, 120_000);
