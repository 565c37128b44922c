import { io } from 'socket.io-client';
import { describe, expect, it, vi } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { freshPassword, useFreshStart } from '../support/fresh-start.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, invite, join, openClinic, requestOf } from '../support/http-practice.ts';
import { mailed } from '../support/proven.ts';

const patient = { name: 'Dora', email: 'dora@example.com', prefix: '+39', phone: '3330001111' };
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

// Mails are read only if the specification says that a link in one is followed.
describe.each(['open', 'strict'] as const)('%s: a practice as specified', (trust) => {
  const { product, signUp } = useFreshStart(trust);

  it('changes its profile and its consent, logs out, and logs in again', async () => {
    const { call } = product().client;
    const anna = await signUp('anna');
    const params = { id: anna.proId };
    const profile = { name: 'Anna', lastname: 'Verdi', prefix: '+34', phone: '600111222' };
    await succeed(call('updatePro', { params, body: profile, token: anna.token }));
    await succeed(call('updatePro', { params, body: { marketingConsent: true }, token: anna.token }));
    const me = (await succeed(call('authenticate', { token: anna.token }))).data;
    expect(me).toMatchObject({ ...profile, marketingConsent: true, subscriptionName: 'free' });
    await succeed(call('logOut', { token: anna.token }));
    expect((await call('authenticate', { token: anna.token })).status).toBe(401);
    await succeed(call('logIn', { body: { email: anna.email, password: freshPassword } }));
  });

  it('edits a clinic, switches its online booking, withdraws a service, and deletes it', async () => {
    const { client } = product();
    const { call } = client;
    const bea = await signUp('bea');
    const { token, proId } = bea;
    const { clinicId, services, offers } = await openClinic(client, bea, 'Studio Bea');
    const params = { id: clinicId };
    const place = { city: 'Ostia', address: 'Via del Mare 2', postalCode: '00121', provinceId: 'IT-RM' };
    await succeed(call('updateClinic', { params, body: { ...place, name: 'Studio Mare' }, token }));
    const shut = await succeed(call('updateClinic', { params, body: { online_booking: false }, token }));
    const offered = { params: { id: proId }, from: shut.position! };
    expect((await succeed(call('getProClinics', offered))).data).toEqual([]);
    await succeed(call('updateClinic', { params, body: { online_booking: true }, token }));
    const withdrawn = { params: { id: services[1]! }, body: { activated: false } as const, token };
    const { position: from } = await succeed(call('archiveClinicService', withdrawn));
    const shown = (await succeed(call('getClinicServices', { params, from: from!, token }))).data;
    expect(ids(shown)).toEqual([services[0]]);
    const hubs = (await succeed(call('getProHubs', { params: { id: proId }, token, from: from! }))).data;
    const active = hubs[0]!.services.filter(({ activated }) => activated);
    expect(ids(active)).toEqual([offers[0]]);
    const gone = await succeed(call('updateClinic', { params, body: { status: 'archived' }, token }));
    expect((await succeed(call('getClinics', { token, from: gone.position! }))).data).toEqual([]);
  });

  it('is limited by its plan, and changes hours and services of a hub', async () => {
    const { client } = product();
    const { call } = client;
    const owner = await signUp('olivia');
    const clinic = await openClinic(client, owner, 'Clinica Sol');
    const team = { owner, ...clinic };
    const members = [await signUp('bruno'), await signUp('carlo'), await signUp('dario')];
    for (const member of members.slice(0, 2)) await join(client, team, member);
    const third = await call('addCollaborator', {
      body: {
        clinicId: clinic.clinicId,
        proEmail: members[2]!.email,
        availability: [{ working_day: 9, starting_hour: '09:00', ending_hour: '12:00' }],
        services: clinic.services,
      },
      token: owner.token,
    });
    expect(third.body).toMatchObject({ code: 'collaborator-limit' });

    const { hubId, services } = clinic;
    const { token } = owner;
    const body = [{ hubId, working_day: 1, starting_hour: '20:00', ending_hour: '22:00' }];
    const [added] = (await succeed(call('addHubAvailabilities', { body, token }))).data;
    await succeed(call('removeHubAvailability', { params: { id: added!.id }, token }));
    const off = { params: { id: clinic.offers[1] }, body: { activated: false } as const, token };
    await succeed(call('removeHubService', off));
    const again = { hubId, clinicServiceId: services[1]! };
    await succeed(call('addHubService', { body: again, token }));
  });

  it('has an invitation rejected', async () => {
    const { client } = product();
    const owner = await signUp('rosa');
    const clinic = await openClinic(client, owner, 'Clinica Luna');
    const guest = await signUp('gino');
    const { hubId } = await invite(client, { owner, ...clinic }, guest.email);
    const answer = { params: { id: hubId }, body: { status: 'rejected' } as const, token: guest.token };
    const { position } = await succeed(client.call('updateHub', answer));
    const seen = { params: { id: owner.proId }, token: owner.token, from: position! };
    const [found] = (await succeed(client.call('getProClinics', seen))).data;
    const hubs = found && 'hubs' in found ? found.hubs : [];
    expect(hubs.find(({ id }) => id === hubId)).toMatchObject({ status: 'rejected' });
  });

  it('receives live messages about bookings and patients of its clinic, and finds them', async () => {
    const { client, stack } = product();
    const { call } = client;
    const nina = await signUp('nina');
    const { token, proId } = nina;
    await using backstage = await openBackstage(stack.place);
    await backstage.assignPremium(proId);
    const { clinicId, offers } = await openClinic(client, nina, 'Studio Nina');
    const socket = io(stack.address, { auth: { token }, transports: ['websocket'], forceNew: true });
    const heard: string[] = [];
    socket.onAny((event: string) => void heard.push(event));
    try {
      await socket.emitWithAck('join_clinic', { clinic_id: clinicId });
      const booking = { hubServiceId: offers[0], date: `${dayAhead(4)}T09:00`, proNotes: 'prima volta' };
      const placed = await succeed(call('placeBooking', { body: { booking, patient }, token }));
      const params = { id: placed.data.id };
      const later = { date: `${dayAhead(4)}T15:00`, hub_service_id: offers[0] };
      await succeed(call('editBooking', { params, body: later, token }));
      const corrected = {
        patientId: placed.patient.id,
        name: 'Dora Neri',
        prefix: '+39',
        phone: '3330001112',
      };
      await succeed(call('updatePatient', { body: corrected, token }));
      const found = { params: { key: patient.email }, token };
      await vi.waitFor(async () =>
        expect((await succeed(call('getPatients', found))).data).toMatchObject({ name: 'Dora Neri' }),
      );
      const history = { params: { patientId: placed.patient.id, proId }, token };
      expect((await succeed(call('getPatientBookings', history))).data.bookings).toMatchObject([params]);
      await succeed(call('deleteBooking', { params, token }));
      const wanted = ['update_calendar', 'edit_booking', 'update_patient', 'remove_booking'];
      await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(wanted)), 20_000);
      socket.emit('leave_clinic', { clinic_id: clinicId });
    } finally {
      socket.close();
    }
  });

  it('redirects confirmed patients to its thank-you page, and receives the survey', async () => {
    const { client, stack } = product();
    const { call } = client;
    const tea = await signUp('tea');
    await using backstage = await openBackstage(stack.place);
    await backstage.assignPremium(tea.proId);
    const { clinicId, offers } = await openClinic(client, tea, 'Studio Tea');
    const connect = (thankYouPageUrl: string | null) =>
      succeed(
        call('updateOptions', { params: { id: tea.proId }, body: { thankYouPageUrl }, token: tea.token }),
      );
    await connect('https://tea.example.com/grazie/');
    const body = requestOf(clinicId, offers[0], `${dayAhead(3)}T09:00`, 'ugo');
    await succeed(call('requestBooking', { body }));
    const token = await mailed(product(), 'ugo@example.com', 'confirmation');
    const { data } = await succeed(call('confirmBooking', { token }));
    expect(data).toMatchObject({ patientName: 'ugo', patientEmail: 'ugo@example.com' });
    expect(data.thankYouPage).toContain('tea.example.com/grazie');
    await succeed(call('submitSurvey', { body: { rating: 5, comment: 'Tutto bene', token } }));
    await connect(null);
    expect((await succeed(call('confirmBooking', { token }))).data.thankYouPage).toBeNull();
  });
});
