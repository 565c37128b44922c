import { describe, expect, it } from 'vitest';
import { succeed } from '../support/http.ts';
import { useProduct } from '../support/hooks.ts';
import { dayAhead, invite, openClinic, requestOf } from '../support/http-practice.ts';
import { mailed, registerPro, registerProven, tokensTo } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict' });

const mailedTo = (address: string, page: string) => mailed(product(), address, page);

const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };

describe('an account with an unconfirmed email', () => {
  it('can set up its practice but cannot be booked until confirmed', async () => {
    const { client } = product();
    const { call } = client;
    const anna = await registerPro(client, 'anna');
    const { clinicId, offers, position } = await openClinic(client, anna, 'Studio Roma');
    let from = position;
    const params = { id: anna.proId };
    const look = async () => {
      const asked = await Promise.all([
        call('getProByUrl', { params: { url: 'anna' }, from }),
        call('getPro', { params: { username: 'anna' }, from }),
        call('getOptions', { params: { proId: anna.proId }, from }),
        call('getBookingAvailabilities', { params: { clinicId }, from }),
        call('getClinic', { params: { id: clinicId }, from }),
        call('requestBooking', { body: requestOf(clinicId, offers[0], `${dayAhead(3)}T09:00`, 'carla') }),
      ]);
      const hubs = await succeed(call('getProHubs', { params, from }));
      const clinics = await succeed(call('getProClinics', { params, from }));
      return [...asked.map(({ status }) => status), hubs.data.length, clinics.data.length];
    };
    expect(await look()).toEqual([404, 404, 404, 404, 404, 404, 0, 0]);
    const preview = await succeed(call('getBookingPreview', { token: anna.token, from }));
    expect(preview.data).toMatchObject({ open: false, clinics: [{ id: clinicId }], hubs: [{ clinicId }] });
    const previewed = { params: { clinicId }, token: anna.token, from };
    expect((await succeed(call('getPreviewAvailabilities', previewed))).data.length).toBeGreaterThan(0);
    const stranger = await registerProven(product(), 'otto');
    const asStranger = { params: { clinicId }, token: stranger.token, from };
    expect((await call('getPreviewAvailabilities', asStranger)).status).toBe(404);
    const seen = await succeed(call('getPro', { params: { username: 'anna' }, token: anna.token }));
    expect(seen.data).toMatchObject({ email: anna.email, addressProven: false });

    const body = { booking: { hubServiceId: offers[0], date: `${dayAhead(4)}T09:00` }, patient };
    const others = { clinicId, proEmail: 'bruno@example.com', availability: [], services: [] };
    const hours = [{ working_day: 1, starting_hour: '09:00', ending_hour: '12:00' }];
    const services = (
      await succeed(call('getClinicServices', { params: { id: clinicId }, token: anna.token }))
    ).data;
    const invitation = { ...others, availability: hours, services: services.map(({ id }) => id) };
    const refusals = await Promise.all([
      call('placeBooking', { body, token: anna.token }),
      call('addCollaborator', { body: invitation, token: anna.token }),
      call('createCalendarFeed', { params, token: anna.token }),
      call('authorizeCalendar', { params, token: anna.token }),
    ]);
    expect(refusals.map(({ status, body: { code } }) => `${status} ${code}`)).toEqual(
      Array(4).fill('403 address-unproven'),
    );

    const token = await mailedTo(anna.email, 'email-confirmation/');
    from = (await succeed(call('confirmEmail', { token }))).position!;
    await succeed(call('confirmEmail', { token }));
    expect(await look()).toEqual([200, 200, 200, 200, 200, 200, 1, 1]);
    const opened = await succeed(call('getBookingPreview', { token: anna.token, from }));
    expect(opened.data.open).toBe(true);
    expect((await call('placeBooking', { body, token: anna.token })).status).toBe(200);
    expect((await call('createCalendarFeed', { params, token: anna.token })).status).toBe(200);
  });

  it('neither sees nor accepts an invitation; the address’s owner gets a link that ends other sessions', async () => {
    const { client } = product();
    const { call } = client;
    const owner = await registerProven(product(), 'olivia');
    const clinic = await openClinic(client, owner, 'Clinica Sol');
    const thief = await registerPro(client, 'rossi');
    const invited = await invite(client, { owner, ...clinic }, thief.email);
    const params = { id: thief.proId };
    const seen = async (token: string) =>
      (await succeed(call('getProHubs', { params, token, from: invited.position }))).data.map(({ id }) => id);
    expect(await seen(thief.token)).toEqual([]);
    const accept = { params: { id: invited.hubId }, body: { status: 'active' } as const };
    expect((await call('updateHub', { ...accept, token: thief.token })).status).toBe(404);

    const link = await mailedTo(thief.email, 'password-setting-collaborator');
    const password = 'the-owners-own';
    await succeed(call('setPassword', { body: { email: thief.email, password }, token: link }));
    expect((await call('authenticate', { token: thief.token })).status).toBe(401);
    const { access_token: token } = await succeed(call('logIn', { body: { email: thief.email, password } }));
    expect(await seen(token)).toEqual([invited.hubId]);
    expect((await call('updateHub', { ...accept, token })).status).toBe(200);
  });

  it('keeps an invitation’s link valid after a password reset request, and vice versa', async () => {
    const { client } = product();
    const { call } = client;
    const owner = await registerProven(product(), 'ornella');
    const clinic = await openClinic(client, owner, 'Clinica Luna');
    const [email, unproven] = ['new.here@example.com', await registerPro(client, 'verdi')];
    await invite(client, { owner, ...clinic }, email);
    const invitation = await mailedTo(email, 'password-setting-collaborator');
    for (const asked of [email, unproven.email])
      await succeed(call('requestPasswordReset', { body: { email: asked } }));
    const reset = await mailedTo(unproven.email, 'password-setting');
    await invite(client, { owner, ...clinic }, unproven.email);
    await mailedTo(unproven.email, 'password-setting-collaborator');
    const password = 'the-owners-own';
    await succeed(call('setPassword', { body: { email, password }, token: invitation }));
    await succeed(call('setPassword', { body: { email: unproven.email, password }, token: reset }));
  });

  it('can request its link again until confirmed', async () => {
    const { client } = product();
    const { call } = client;
    const pro = await registerPro(client, 'bea');
    const first = await mailedTo(pro.email, 'email-confirmation/');
    await succeed(call('requestEmailConfirmation', { token: pro.token }));
    const second = (
      await tokensTo(product(), { address: pro.email, page: 'email-confirmation/', count: 2 })
    ).find((one) => one !== first)!;
    expect((await call('confirmEmail', { token: first })).status).toBe(401);
    await succeed(call('confirmEmail', { token: second }));
    expect((await succeed(call('authenticate', { token: pro.token }))).data.addressProven).toBe(true);
  });
});

it('a path segment of the product is not a valid username', async () => {
  const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false } as const;
  const account = { email: 'lea@example.com', password: 'lungomare-24', configStatus: 1 } as const;
  const signUp = (username: string) =>
    product().client.call('signUp', {
      body: { username, ...account, ...consents, comunicationsLanguage: 'it' },
    });
  expect((await signUp('admin')).body.code).toBe('username-reserved');
  expect((await signUp('lea')).status).toBe(200);
});
