import { expect, it } from 'vitest';
import { dayAhead, requestOf } from '../support/http-practice.ts';
import { succeed } from '../support/http.ts';
import { usePractice } from '../support/hooks.ts';
import { sentMails, tokenIn } from '../support/inside.ts';

const practice = usePractice();
const soon = { timeout: 30_000 };
const carla = { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' };
const [old, corrected] = ['carla@example.com', 'carla.verdi@example.com'];

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
