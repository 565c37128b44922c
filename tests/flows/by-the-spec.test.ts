import { describe, expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { freshPassword, useFreshStart } from '../support/fresh-start.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, invite, openClinic, requestOf } from '../support/http-practice.ts';
import { mailed, tokensTo } from '../support/proven.ts';

const patient = { name: 'Dora', email: 'dora@example.com', prefix: '+39', phone: '3330001111' };
const [first, second] = [freshPassword, 'collina-verde'] as const;
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

describe.each(['open', 'strict'] as const)('%s: every specified flow', (trust) => {
  const { product, signUp } = useFreshStart(trust);

  it('signs up, sets a clinic up, and is booked by a patient, who confirms by the mailed link', async () => {
    const { call } = product().client;
    const anna = await signUp('anna');
    expect((await succeed(call('authenticate', { token: anna.token }))).data.configStatus).toBe(100);
    const { clinicId, offers, position: from } = await openClinic(product().client, anna, 'Studio Roma');
    const page = (await succeed(call('getProByUrl', { params: { url: 'anna' }, from }))).data;
    const shown = await succeed(call('getProClinics', { params: { id: page.id }, from }));
    expect(ids(shown.data)).toEqual([clinicId]);
    const free = await succeed(call('getBookingAvailabilities', { params: { clinicId }, from }));
    expect(free.data.map(({ date }) => date)).toContain(dayAhead(3));
    await succeed(
      call('requestBooking', { body: requestOf(clinicId, offers[0], `${dayAhead(3)}T09:00`, 'carla') }),
    );
    const token = await mailed(product(), 'carla@example.com', 'confirmation');
    const confirmed = await succeed(call('confirmBooking', { token }));
    expect(confirmed.data).toMatchObject({ patientEmail: 'carla@example.com', thankYouPage: null });
  });

  it('books for a patient, moves, notes and deletes it, and corrects the patient', async () => {
    const { call } = product().client;
    const bea = await signUp('bea');
    const { token } = bea;
    const { offers } = await openClinic(product().client, bea, 'Studio Bea');
    const booking = { hubServiceId: offers[0], date: `${dayAhead(4)}T09:00`, proNotes: '' };
    const placed = await succeed(call('placeBooking', { body: { booking, patient }, token }));
    const params = { id: placed.data.id };
    const later = { date: `${dayAhead(4)}T15:00`, hub_service_id: offers[1] };
    expect((await succeed(call('editBooking', { params, body: later, token }))).data.date).toContain(
      'T15:00',
    );
    await succeed(call('editBookingNotes', { params, body: { pro_notes: 'allergica' }, token }));
    const body = { patientId: placed.patient.id, name: 'Dora Neri', prefix: '+34', phone: '600111222' };
    expect((await succeed(call('updatePatient', { body, token }))).data.name).toBe('Dora Neri');
    const { position } = await succeed(call('deleteBooking', { params, token }));
    const seen = { params: { proId: bea.proId }, token, from: position! };
    expect((await succeed(call('getProCalendar', seen))).data.bookings).toEqual([]);
  });

  it('invites a colleague who accepts, is paused and archived, and a new person by a mailed link', async () => {
    const { client } = product();
    const { call } = client;
    const owner = await signUp('olivia');
    const clinic = await openClinic(client, owner, 'Clinica Sol');
    const bruno = await signUp('bruno');
    const { hubId, position: from } = await invite(client, { owner, ...clinic }, bruno.email);
    const invited = await succeed(
      call('getProHubs', { params: { id: bruno.proId }, token: bruno.token, from }),
    );
    expect(ids(invited.data)).toEqual([hubId]);
    const turn = (status: 'active' | 'paused' | 'archived', token: string) =>
      succeed(call('updateHub', { params: { id: hubId }, body: { status }, token }));
    await turn('active', bruno.token);
    await turn('paused', owner.token);
    await turn('active', owner.token);
    await turn('archived', owner.token);

    const email = 'nora@example.com';
    const nora = await invite(client, { owner, ...clinic }, email);
    const token = await mailed(product(), email, 'password-setting-collaborator');
    await succeed(call('verifyResetToken', { body: { token } }));
    await succeed(call('setPassword', { body: { email, password: first }, token }));
    const { access_token } = await succeed(call('logIn', { body: { email, password: first } }));
    const me = (await succeed(call('authenticate', { token: access_token }))).data;
    expect(me.configStatus).toBe(10);
    const profile = {
      title: 'specialist',
      name: 'Nora',
      lastname: 'Sala',
      prefix: '+39',
      phone: '3331112222',
    };
    const consents = { privacyPolicy: true, termsConditions: true } as const;
    const onboarding = { ...profile, ...consents, configStatus: 100 } as const;
    await succeed(
      call('updatePro', { params: { id: me.id }, body: onboarding as never, token: access_token }),
    );
    const accept = { params: { id: nora.hubId }, body: { status: 'active' } as const, token: access_token };
    await succeed(call('updateHub', accept));
  });

  it('plans closings and vacations, and changes options and the booking address', async () => {
    const { call } = product().client;
    const cleo = await signUp('cleo');
    await using backstage = await openBackstage(product().stack.place);
    await backstage.assignPremium(cleo.proId);
    const { token } = cleo;
    const { clinicId, hubId } = await openClinic(product().client, cleo, 'Studio Cleo');
    const day = dayAhead(50);
    const stretch = { title: 'Ponte', starting_date: `${day}T00:00`, ending_date: `${day}T23:59` };
    const closing = { ...stretch, clinic_id: clinicId, type: 'closing' } as const;
    const closed = await succeed(call('planClosing', { body: closing, token }));
    const vacation = { ...stretch, hub_id: hubId, type: 'vacation' } as const;
    const away = await succeed(call('planVacation', { body: vacation, token }));
    await succeed(call('cancelClosing', { params: { id: closed.data.id }, token }));
    await succeed(call('cancelVacation', { params: { id: away.data.id }, token }));
    const body = { calendarAvailabilityLimit: 45, calendarPageUrl: 'studio_cleo' };
    const { position } = await succeed(call('updateOptions', { params: { id: cleo.proId }, body, token }));
    const page = { params: { url: 'studio_cleo' }, from: position! };
    expect((await succeed(call('getProByUrl', page))).data.id).toBe(cleo.proId);
  });

  it('sets a forgotten password and another email by mailed links, and deletes the account', async () => {
    const { call } = product().client;
    const dina = await signUp('dina');
    await succeed(call('requestPasswordReset', { body: { email: dina.email } }));
    const reset = await mailed(product(), dina.email, 'password-setting');
    await succeed(call('setPassword', { body: { email: dina.email, password: second }, token: reset }));
    const logIn = async (email: string) =>
      (await succeed(call('logIn', { body: { email, password: second } }))).access_token;
    const newEmail = 'dina.sala@example.com';
    const change = { body: { currentEmail: dina.email, newEmail }, token: await logIn(dina.email) };
    await succeed(call('requestEmailChange', change));
    const token = await mailed(product(), newEmail, 'new-mail-setting');
    await succeed(call('confirmEmailChange', { body: { password: second }, token }));
    await succeed(call('deletePro', { params: { id: dina.proId }, token: await logIn(newEmail) }));
    expect((await call('logIn', { body: { email: newEmail, password: second } })).status).toBe(401);
  });

  it('mails an email confirmation only if it is required', async () => {
    await signUp('elsa');
    const proofs = { address: 'elsa@example.com', page: 'email-confirmation/' };
    await tokensTo(product(), { ...proofs, count: trust === 'strict' ? 1 : 0 });
  });
});
