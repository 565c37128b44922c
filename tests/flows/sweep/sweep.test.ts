// @module-tag release
import { createTestDatabase } from '@visita/platform/testing/database';
import { redisKind } from '@visita/platform/testing/services/kinds';
import { findService } from '@visita/platform/testing/services/service';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useProduct } from '../../support/hooks.ts';
import { dayAhead, invite, openClinic, registerPro } from '../../support/http-practice.ts';
import { succeed } from '../../support/http.ts';
import { sweep } from '../../support/personal-search.ts';
import { prepareBackups } from './backups.ts';
import { assignPremium, eventsOf, liveAsPatient, valuesOf } from './life.ts';

const found = await findService(redisKind, process.env);
const redis = 'service' in found ? found.service : null;
afterAll(() => redis?.stop());
let backups: Awaited<ReturnType<typeof prepareBackups>>;
beforeAll(async () => {
  backups = await prepareBackups();
  return () => backups.remove();
});

const soon = { timeout: 60_000, interval: 250 };

describe.each([
  ['the database', undefined, false],
  [`Redis${'missing' in found ? ` (${found.missing})` : ''}`, redis?.url, redis === null],
])('jobs in %s during an erasure', (_, redisUrl, missing) => {
  const product = useProduct({ LOG_LEVEL: 'trace', ...(redisUrl ? { REDIS_URL: redisUrl } : {}) });
  const kept = () => ({ ...product().stack, redisUrl });

  /** Expects the data to be found before the erasure, as a control. */
  const seenBefore = (values: readonly string[], wanted: readonly RegExp[]) =>
    vi.waitFor(async () => {
      const seen = (await sweep(kept(), values)).join('\n');
      for (const where of wanted) expect(seen).toMatch(where);
      expect(seen).not.toMatch(/ in (log|redis|eventstore|bullmq|command\.|vault\.)/);
    }, soon);

  /** Expects no data of a person in storage, logs and a fresh backup, encrypted and decrypted. */
  const expectNothing = async (values: readonly string[], id: string) => {
    const backup = await backups.make(product().stack);
    const opened = await backups.decrypt(backup);
    expect(await sweep(kept(), values, [backup, opened])).toEqual([]);
    // The id is not personal; finding it proves that the sweep reads decrypted files.
    const inBackup = (await sweep(kept(), [id], [backup, opened])).filter((one) => one.includes(backup));
    expect(inBackup.length).toBeGreaterThan(0);
    expect(inBackup.filter((one) => !one.includes(opened))).toEqual([]);
  };

  it.skipIf(missing)(
    'leaves no data of an erased patient, in any spelling',
    async () => {
      const { client, stack } = product();
      const anna = await registerPro(client, 'anna');
      await assignPremium(stack, anna.proId);
      const clinic = await openClinic(client, anna, 'Studio Roma');
      const person = {
        name: 'Zsófiana Quarantotti',
        email: 'zsofiana.q@example.net',
        prefix: '+36',
        phone: '709998877',
      };
      const practice = { product: product(), clinic, ...anna };
      const patientId = await liveAsPatient(practice, { person, word: 'lido', day: 9 });
      const values = valuesOf(person, 'lido');
      await seenBefore(values, [/ in read\.bookings/, / in read\.patients/, /\/mail\/.*\.eml/]);
      await succeed(client.call('erasePatient', { params: { patientId }, token: anna.token }));
      await vi.waitFor(async () => {
        expect((await eventsOf(stack, `patient-${patientId}`)).at(-1)).toBe('PatientErased');
      }, soon);
      await expectNothing(values, patientId);
    },
    300_000,
  );

  it.skipIf(missing)(
    'leaves no data of a deleted account, its clinic and patients, in any spelling, a restored backup included',
    async () => {
      const { client, stack } = product();
      const { call } = client;
      const gelsomina = { name: 'Gelsomina', lastname: 'Trentaquattro', prefix: '+39', phone: '3339876543' };
      const { name, lastname, phone } = gelsomina;
      const pro = await registerPro(client, 'gelsomina_online', { name, lastname });
      const { proId, token } = pro;
      await assignPremium(stack, proId);
      await succeed(call('updatePro', { params: { id: proId }, body: gelsomina, token, key: 'profile' }));
      const where = {
        provinceId: 'IT-RM',
        city: 'Roma',
        address: 'Vicolo Gelsominetti 12',
        postalCode: '00100',
      };
      const clinic = await openClinic(client, pro, 'Ambulatorio Gelsoclinica', { place: where });
      const { clinicId, hubId } = clinic;
      const contact = { phone: '+390677788899', email: 'banco@gelsoclinica.example' };
      const details = { ...where, name: 'Ambulatorio Gelsoclinica', ...contact };
      await succeed(call('updateClinic', { params: { id: clinicId }, body: details, token }));
      const away = { starting_date: `${dayAhead(40)}T00:00`, ending_date: `${dayAhead(41)}T23:59` };
      const titles = {
        closing: 'Nozze di gelsocugina',
        vacation: 'Crociera gelsomarina',
        block: 'Visita dal gelsodentista',
      };
      const closing = { ...away, title: titles.closing, clinic_id: clinicId, type: 'closing' as const };
      await succeed(call('planClosing', { body: closing, token }));
      const vacation = { ...away, title: titles.vacation, hub_id: hubId, type: 'vacation' as const };
      await succeed(call('planVacation', { body: vacation, token }));
      const blocked = { starting_date: `${dayAhead(5)}T12:00`, ending_date: `${dayAhead(5)}T14:00` };
      await succeed(call('blockTime', { body: { ...blocked, hub_id: hubId, note: titles.block }, token }));
      const options = {
        calendarPageUrl: 'gelsomina_prenota',
        thankYouPageUrl: 'https://gelsograzie.example/qui',
      };
      await succeed(call('updateOptions', { params: { id: proId }, body: options, token }));
      const newEmail = 'gelsomina.nuova@example.com';
      await succeed(call('requestEmailChange', { body: { currentEmail: pro.email, newEmail }, token }));
      await succeed(call('createCalendarFeed', { params: { id: proId }, token }));
      const factor = (await succeed(call('beginFactor', { token }))).data;
      const code = new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate();
      await succeed(call('confirmFactor', { params: { id: factor.id }, body: { code }, token }));
      const invited = 'collega.gelsomini@example.com';
      await invite(client, { owner: pro, ...clinic }, invited);

      const ahead = {
        name: 'Ildebranda Settecamini',
        email: 'ildebranda.s@example.org',
        prefix: '+39',
        phone: '3471122334',
      };
      const brought = {
        name: 'Ulderico Sottocornola',
        email: 'ulderico.s@example.org',
        prefix: '+39',
        phone: '3479988776',
      };
      const practice = { product: product(), clinic, proId, token };
      const patientIds = [await liveAsPatient(practice, { person: ahead, word: 'arti', day: 9 })];
      const note = 'Solo al gelsomattino';
      const record = { ...brought, birthDate: null, tags: ['gelsoamici'], note };
      patientIds.push((await succeed(call('registerPatient', { body: record, token }))).data.id);
      await succeed(call('exportPro', { params: { id: proId }, token }));

      const patients = [
        ...valuesOf(ahead, 'arti'),
        ...valuesOf(brought, 'arti').slice(0, 5),
        note,
        'gelsoamici',
      ];
      const own = [
        name,
        lastname,
        `${name} ${lastname}`,
        phone,
        pro.email,
        'gelsomina_online',
        newEmail,
        factor.secret,
      ];
      const work = [
        ...Object.values(titles),
        ...Object.values(contact),
        ...Object.values(options),
        where.address,
        details.name,
      ];
      const values = [...own, ...work, ...patients];
      await seenBefore(values, [
        / in read\.pros/,
        / in read\.clinics/,
        / in read\.closings/,
        / in read\.patients/,
        /\.welcome\.json/,
      ]);
      const before = await backups.make(stack);

      await succeed(call('deletePro', { params: { id: proId }, token }));
      const gone = [`pro-${proId}`, `clinic-${clinicId}`, ...patientIds.map((id) => `patient-${id}`)];
      const last = ['ProErased', 'ClinicErased', 'PatientErased', 'PatientErased'];
      await vi.waitFor(async () => {
        for (const [index, stream] of gone.entries())
          expect(await eventsOf(stack, stream)).toContain(last[index]);
      }, soon);
      await expectNothing(values, proId);

      await using database = await createTestDatabase();
      const outcome = await backups.restore(stack, { directory: before, url: database.url });
      expect(outcome).toMatchObject({ code: 0 });
      expect(JSON.parse(outcome.stdout)).toMatchObject({ erased: gone.length });
      const output = () => outcome.stdout + outcome.stderr;
      expect(await sweep({ place: outcome.place, output }, values)).toEqual([]);
    },
    300_000,
  );
});
