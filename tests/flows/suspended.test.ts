import { expect, it, vi } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, requestOf } from '../support/http-practice.ts';
import { sentMails, tokenIn } from '../support/inside.ts';

const practice = usePractice();
const soon = { timeout: 20_000, interval: 100 };

const textOf = (mail: string): string => mail.replaceAll(/=\r?\n/g, '').replaceAll(/\s+/g, ' ');
/** Returns the mails to an address so far. */
const mailsTo = async (address: string) =>
  (await sentMails(practice().stack.varDirectory)).filter((mail) => mail.includes(`To: ${address}`));

const request = async (day: string, patient: string) => {
  const { client, clinic } = practice();
  const body = requestOf(clinic.clinicId, clinic.offers[0], day, patient);
  return client.call('requestBooking', { body });
};

it('a patient with suspended online booking gets the usual response, and a mail to contact the practice', async () => {
  const { client, anna, clinic } = practice();
  const { call } = client;
  const { token } = anna;
  const placed = await succeed(
    call('placeBooking', {
      body: {
        booking: { hubServiceId: clinic.offers[0], date: `${dayAhead(5)}T09:00` },
        patient: { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' },
      },
      token,
    }),
  );
  await vi.waitFor(async () => expect(await mailsTo('carla@example.com')).toHaveLength(1), soon);
  const params = { patientId: placed.patient.id };
  const suspend = (suspended: boolean) =>
    succeed(
      call('suspendOnlineBooking', {
        params,
        body: { suspended, reason: suspended ? 'Assenze' : '' },
        token,
      }),
    );
  await suspend(true);

  const usual = await request(`${dayAhead(6)}T09:00`, 'dora');
  const hers = await request(`${dayAhead(6)}T10:00`, 'carla');
  expect(hers.status).toBe(usual.status);
  const text = expect.any(String) as string;
  const shape = { id: text, confirmBy: text, correction: text };
  for (const { body } of [usual, hers]) expect(body).toEqual({ message: 'Booking requested', data: shape });
  // The time is held as usual, so that a second request reveals nothing.
  expect((await request(`${dayAhead(6)}T10:00`, 'emma')).body.code).toBe('slot-taken');

  await vi.waitFor(async () => expect(await mailsTo('carla@example.com')).toHaveLength(2), soon);
  const usually = await vi.waitUntil(async () => (await mailsTo('dora@example.com'))[0], soon);
  expect(tokenIn(usually)).not.toBe('');
  const mail = (await mailsTo('carla@example.com')).find((mail) => !textOf(mail).includes('/manage/'))!;
  expect(() => tokenIn(mail)).toThrow('no link');
  expect(textOf(mail)).toContain('contatta direttamente lo studio');
  expect(textOf(mail)).not.toContain('Assenze');

  // A merged record does not bypass the suspension.
  const body = {
    name: 'Carla Verdi',
    email: 'verdi@example.com',
    prefix: '+39',
    phone: '3330002222',
    birthDate: null,
    tags: [],
    note: '',
  };
  const other = await succeed(call('registerPatient', { body, token }));
  await succeed(call('mergePatients', { params, body: { absorbedId: other.data.id }, token }));
  await request(`${dayAhead(6)}T12:00`, 'verdi');
  const toOther = await vi.waitUntil(async () => (await mailsTo('verdi@example.com'))[0], soon);
  expect(() => tokenIn(toOther)).toThrow('no link');

  await suspend(false);
  await request(`${dayAhead(6)}T11:00`, 'carla');
  await vi.waitFor(async () => expect(await mailsTo('carla@example.com')).toHaveLength(3), soon);
  const again = (await mailsTo('carla@example.com')).filter((mail) =>
    textOf(mail).includes('/confirmation/'),
  );
  expect(again).toHaveLength(1);
  await succeed(call('confirmBooking', { token: tokenIn(again[0]!) }));
});
