import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';
import { runOps } from '../support/ops.ts';
import { searchEverywhere } from '../support/personal-search.ts';

const product = useProduct({}, 'embedded');

const soon = { timeout: 40_000, interval: 200 };
/** Searches for data of Zelda and of her patients without upcoming appointments. */
const search = (...patients: string[]) =>
  searchEverywhere(product().stack, ['zeldamira', '3339876543', 'zeldaclinica', 'via zeldina', ...patients]);

it('erases a professional who deletes their account, orphans upcoming bookings and frees the email', async () => {
  const { client } = product();
  const zelda = await registerPro(client, 'zeldamira_unique');
  const place = { provinceId: 'IT-RM', city: 'Roma', address: 'Via Zeldina 1', postalCode: '00100' };
  const clinic = await openClinic(client, zelda, 'Zeldaclinica', { place });
  const { proId, token } = zelda;
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(9)}T10:00`, proNotes: '' };
  const patient = { name: 'Carla Verdi', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  const placed = await succeed(client.call('placeBooking', { body: { booking, patient }, token }));
  const dora = { ...patient, name: 'Dora Zeta', email: 'dora.zeta@example.com', phone: '3331110002' };
  const other = { booking: { ...booking, date: `${dayAhead(9)}T12:00` }, patient: dora };
  const { data: cancelled } = await succeed(client.call('placeBooking', { body: other, token }));
  await succeed(client.call('deleteBooking', { params: { id: cancelled.id }, token }));
  const profile = { name: 'Zeldamira', lastname: 'Neri', prefix: '+39', phone: '3339876543' };
  await succeed(client.call('updatePro', { params: { id: proId }, body: profile, token, key: 'profile' }));
  expect((await runOps(product().stack.place, 'plan', proId, 'premium')).code).toBe(0);
  const away = { starting_date: `${dayAhead(20)}T00:00`, ending_date: `${dayAhead(21)}T23:59` };
  const closing = {
    ...away,
    title: 'Zeldamira si sposa',
    clinic_id: clinic.clinicId,
    type: 'closing' as const,
  };
  await succeed(client.call('planClosing', { body: closing, token, key: 'closing' }));
  const vacation = { ...away, title: 'Zeldamira al mare', hub_id: clinic.hubId, type: 'vacation' as const };
  await succeed(client.call('planVacation', { body: vacation, token, key: 'vacation' }));
  const options = {
    calendarPageUrl: 'zeldamira_online',
    thankYouPageUrl: 'https://zeldamira.example/grazie',
  };
  await succeed(
    client.call('updateOptions', { params: { id: proId }, body: options, token, key: 'options' }),
  );
  const change = { currentEmail: zelda.email, newEmail: 'zeldamira_new@example.com' };
  await succeed(client.call('requestEmailChange', { body: change, token, key: 'email' }));
  // Her welcome mail, and a patient's mail that names her.
  await vi.waitFor(async () => {
    const found = (await search()).join('\n');
    const kept = [/read\.pros/, /read\.clinics/, /read\.closings/, /read\.vacations/];
    for (const where of [...kept, /\.welcome\.json/, /\.booked-by-pro\.json/, /email-change\.json/])
      expect(found).toMatch(where);
    expect(found).not.toMatch(/in log |eventstore|bullmq|command\./);
  }, soon);

  expect((await client.call('deletePro', { params: { id: clinic.hubId }, token })).status).toBe(404);
  await succeed(client.call('deletePro', { params: { id: proId }, token }));
  expect((await client.call('authenticate', { token })).status).toBe(401);
  const login = { email: zelda.email, password: 'secret123' };
  expect((await client.call('logIn', { body: login })).status).toBe(401);

  await vi.waitFor(async () => {
    await using inside = await lookInside(product().stack.place);
    expect((await inside.events()).map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'ProDeletionRequested',
        'ClinicArchived',
        'BookingOrphaned',
        'ProMailsDeleted',
        'ProErased',
        'HubErased',
        'ClinicErased',
        'PatientErased',
      ]),
    );
  }, soon);
  expect((await client.call('getProByUrl', { params: { url: 'zeldamira_online' } })).status).toBe(404);
  // Carla has an upcoming appointment: she was notified first, and that mail was then deleted too.
  const people = ['dora', '3331110002', 'carla@example.com', '3330001111'];
  await vi.waitFor(async () => expect(await search(...people)).toEqual([]), soon);
  await using inside = await lookInside(product().stack.place);
  const { rows } = await inside.pool.query<{ state: string }>(
    `select state from notifier.outbox where name = 'clinic-gone'`,
  );
  expect(rows).toEqual([{ state: 'sent' }]);
  const backup = join(product().stack.varDirectory, 'after');
  expect((await runOps(product().stack.place, 'backup', backup, '--plain')).code).toBe(0);
  expect(await search(...people)).toEqual([]);
  expect(placed.data.status).toBe('confirmed');

  const again = await registerPro(client, 'zeldamira_unique');
  expect(again.proId).not.toBe(proId);
}, 600_000);
