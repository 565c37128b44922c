import { randomUUID } from 'node:crypto';
import { addDays } from '@visita/contracts/availability/zones';
import type { AccountPurpose } from '@visita/platform/auth/account-token';
import { waitUntil } from '@visita/platform/postgres/running-process';
import type { Backstage } from '../support/backstage.ts';
import { type Client, succeed } from '../support/http.ts';
import { dayAhead, invite, join, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { type gather, password, type Role } from './people.ts';

const hour = 3_600_000;
const far = dayAhead(60);
export const stretch = { title: 'Ponte', starting_date: `${far}T00:00`, ending_date: `${far}T23:59` };

type Gathered = Awaited<ReturnType<typeof gather>>;
export type Deps = { client: Client; backstage: Backstage; gathered: Gathered };

/** Creates bookings, by professionals and by patients. */
const createBookings = ({ client: { call }, gathered: { people, clinic } }: Deps, slot: () => string) => {
  const patientOf = (name: string) => {
    const email = `${name}@example.com`;
    return { name, email, phone: '3330001111', prefix: '+39' };
  };
  return {
    slot,
    patientOf,
    book: async (role: Role, name = `patient-${role}`) => {
      const { offers, token } = people[role];
      const body = { booking: { hubServiceId: offers[0], date: slot() }, patient: patientOf(name) };
      const { data, patient } = await succeed(call('placeBooking', { body, token }));
      return { id: data.id, patientId: patient.id };
    },
    /** Series of `self`, whose visits are placed. */
    series: async (): Promise<string> => {
      const { offers, token } = people.self;
      const repeated = { booking: { hubServiceId: offers[0] }, patient: patientOf('repeated') };
      const first = slot();
      const weeksLater = `${addDays(first.slice(0, 10), 70)}${first.slice(10)}`;
      const body = { ...repeated, dates: [first, weeksLater] };
      const { data } = await succeed(call('planSeries', { body, token }));
      const params = { id: data.id! };
      const isDone = async () => (await succeed(call('getSeries', { params, token }))).data.done;
      if (!(await waitUntil(isDone, 20_000))) throw new Error('the series was not placed');
      return params.id;
    },
    /** Pending booking of a patient. */
    hold: async (): Promise<string> => {
      const body = requestOf(clinic.clinicId, people.self.offers[0], slot(), `p${randomUUID()}`);
      return (await succeed(call('requestBooking', { body }))).data.id;
    },
  };
};

/** Creates further parts of a clinic. */
const createClinicParts = ({ client, gathered: { people, clinic } }: Deps) => {
  const { call } = client;
  const { clinicId } = clinic;
  const { owner, self } = people;
  const team = { owner, ...clinic };
  const newcomer = () => registerPro(client, `p${randomUUID().replaceAll('-', '')}`.slice(0, 30));
  const service = async (): Promise<string> => {
    const row = { clinicId, specializationId: 'acupuncture', serviceName: 'Altro', duration: 30, price: 10 };
    return (await succeed(call('addClinicServices', { body: [row], token: owner.token }))).data[0]!.id;
  };
  return {
    service,
    clinic: async () => (await openClinic(client, owner, 'Studio nuovo')).clinicId,
    invitee: async () => {
      const pro = await newcomer();
      return { ...pro, ...(await invite(client, team, pro.email)) };
    },
    member: async () => {
      const pro = await newcomer();
      return { ...pro, ...(await join(client, team, pro)) };
    },
    offer: async (): Promise<string> => {
      const body = { hubId: self.hubId, clinicServiceId: await service() };
      return (await succeed(call('addHubService', { body, token: owner.token }))).data.id;
    },
    hours: async (): Promise<string> => {
      const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '10:00' };
      const body = [{ ...hours, hubId: self.hubId }];
      return (await succeed(call('addHubAvailabilities', { body, token: owner.token }))).data[0]!.id;
    },
    closing: async (): Promise<string> => {
      const body = { ...stretch, clinic_id: clinicId, type: 'closing' } as const;
      return (await succeed(call('planClosing', { body, token: owner.token }))).data.id;
    },
    vacation: async (): Promise<string> => {
      const body = { ...stretch, hub_id: self.hubId, type: 'vacation' } as const;
      return (await succeed(call('planVacation', { body, token: self.token }))).data.id;
    },
  };
};

const createAccounts = ({ client: { call }, backstage }: Deps) => {
  const account = async () => {
    const username = `a${randomUUID().replaceAll('-', '')}`.slice(0, 30);
    const email = `${username}@example.com`;
    const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false } as const;
    const body = { username, email, password, configStatus: 1, comunicationsLanguage: 'it' } as const;
    const { data } = await succeed(call('signUp', { body: { ...body, ...consents } }));
    return { proId: data.id, email, token: await backstage.sessions.start(data.id) };
  };
  /** Creates an account and a link that expires in some hours; a negative number is already expired. */
  const link = async (purpose: Exclude<AccountPurpose, 'invitation'>, hours = 1) => {
    const { proId, email } = await account();
    const tokenId = randomUUID();
    const data = { proId, tokenId, expires: new Date(Date.now() + hours * hour).toISOString() };
    const asked = {
      reset: { type: 'PasswordResetRequested', data },
      'email-change': { type: 'EmailChangeRequested', data: { ...data, newEmail: `new-${email}` } },
      'address-proof': { type: 'AddressProofRequested', data },
    } as const;
    await backstage.append(`pro-${proId}`, asked[purpose]);
    return { proId, email, token: backstage.accountTokens.issue(purpose, { proId, tokenId }) };
  };
  return { account, link };
};

export type Fresh = ReturnType<typeof createBookings> &
  ReturnType<typeof createClinicParts> &
  ReturnType<typeof createAccounts>;

/** Creates factories for objects that tests use up. */
export const createFresh = (deps: Deps, slot: () => string): Fresh => ({
  ...createBookings(deps, slot),
  ...createClinicParts(deps),
  ...createAccounts(deps),
});
