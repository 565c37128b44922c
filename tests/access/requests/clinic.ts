import { dayAhead } from '../../support/http-practice.ts';
import { stretch } from '../fresh.ts';
import { either, type Request, type Scene } from './request.ts';

const when = { from: stretch.starting_date, to: stretch.ending_date };
const address = 'Via Nuova 2';
const place = { name: 'Studio Roma', provinceId: 'IT-RM', city: 'Roma', address, postalCode: '00100' };
const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '12:00' };

const clinic = ({ world }: Scene) => ({ id: world.clinic.clinicId });
const closed = ({ world }: Scene) => ({ id: world.closed.clinicId });
const selfId = ({ world }: Scene) => ({ id: world.people.self.proId });

const opening = (ownerId: string, onlineBooking = false) => ({ body: { ...place, ownerId, onlineBooking } });

const addCollaborator: Request = ({ world }) => ({
  body: {
    clinicId: world.clinic.clinicId,
    proEmail: `invited${Date.now()}${Math.random().toString(36).slice(2)}@example.com`,
    availability: [hours],
    services: [...world.clinic.services],
  },
});

const addReception: Request = (scene) => ({
  body: {
    ...(addCollaborator(scene) as { body: object }).body,
    availability: [],
    services: [],
    role: 'reception',
  },
});

const addService: Request = ({ world }) => {
  const row = { specializationId: 'acupuncture', serviceName: 'Altro', duration: 30, price: 10 };
  return { body: [{ ...row, clinicId: world.clinic.clinicId }] };
};

/** Updates an existing hub or a fresh one. */
const updateHub =
  (
    body: Record<string, string>,
    standing: (scene: Scene) => string,
    fresh: (scene: Scene) => Promise<{ hubId: string; token?: string }>,
  ): Request =>
  async (scene) => {
    if (!scene.changes) return { params: { id: standing(scene) }, body };
    const { hubId, token } = await fresh(scene);
    return { params: { id: hubId }, body, ...(token ? { token } : {}) };
  };

const hubOf = (role: 'self' | 'invited' | 'paused' | 'former') => (scene: Scene) =>
  scene.world.people[role].hubId;
/** Only the hub is fresh; the owner's token stays. */
const member = async ({ world }: Scene) => ({ hubId: (await world.fresh.member()).hubId });
const invitee = ({ world }: Scene) => world.fresh.invitee();
const pausedMember = async (scene: Scene) => {
  const { client, people } = scene.world;
  const { hubId } = await member(scene);
  const pause = { params: { id: hubId }, body: { status: 'paused' }, token: people.owner.token } as const;
  await client.call('updateHub', pause);
  return { hubId };
};

export const clinicRequests: Readonly<Record<string, Request>> = {
  getProHubs: (scene) => ({ params: selfId(scene) }),
  getProClinics: (scene) => ({ params: selfId(scene) }),
  getClinics: () => ({}),
  getServices: () => ({}),
  getClinic: (scene) => ({ params: clinic(scene) }),
  'getClinic/closed': (scene) => ({ params: closed(scene) }),
  'getClinic/deleted': ({ world }) => ({ params: { id: world.standing.deletedClinic } }),
  getClinicServices: (scene) => ({ params: clinic(scene) }),
  'getClinicServices/closed': (scene) => ({ params: closed(scene) }),
  getSpecializations: () => ({}),
  getCountry: () => ({}),
  getProvinces: () => ({}),
  openClinic: ({ me }) => opening(me.proId),
  'openClinic/of another': ({ world }) => opening(world.people.self.proId),
  'updateClinic/details': (scene) => ({ params: clinic(scene), body: place }),
  'updateClinic/as opened': (scene) => ({
    params: clinic(scene),
    ...opening(scene.world.people.owner.proId, true),
  }),
  'updateClinic/for another owner': (scene) => ({
    params: clinic(scene),
    ...opening(scene.world.people.self.proId),
  }),
  'updateClinic/online booking': (scene) => ({ params: clinic(scene), body: { online_booking: true } }),
  // The second factor is not required, because the other actors have none.
  'updateClinic/shared patients': (scene) => ({ params: clinic(scene), body: { patients_shared: false } }),
  'updateClinic/second factor': (scene) => ({ params: clinic(scene), body: { second_factor: false } }),
  'updateClinic/delete': async (scene) => {
    const id = await either(scene, scene.world.fresh.clinic, scene.world.clinic.clinicId);
    return { params: { id }, body: { status: 'archived' } };
  },
  addClinicServices: addService,
  changeClinicService: ({ world }) => ({
    params: { id: world.standing.service },
    body: { specializationId: 'cardiology', serviceName: 'Visita', duration: 30, price: 80 },
  }),
  archiveClinicService: async (scene) => {
    const id = await either(scene, scene.world.fresh.service, scene.world.standing.service);
    return { params: { id }, body: { activated: false } };
  },
  addHubService: async (scene) => {
    const clinicServiceId = await either(scene, scene.world.fresh.service, scene.world.standing.service);
    return { body: { hubId: scene.world.people.self.hubId, clinicServiceId } };
  },
  'addHubService/own hub': ({ world, me, actor }) => {
    const [clinicServiceId] = actor === 'other' ? world.othersServices : world.clinic.services;
    return { body: { hubId: me.hubId, clinicServiceId } };
  },
  removeHubService: async (scene) => {
    const id = await either(scene, scene.world.fresh.offer, scene.world.standing.offer);
    return { params: { id }, body: { activated: false } };
  },
  setHubServiceTerms: ({ world }) => ({
    params: { id: world.standing.offer },
    body: { duration: 35, price: null },
  }),
  addHubAvailabilities: ({ world }) => ({ body: [{ ...hours, hubId: world.people.self.hubId }] }),
  'addHubAvailabilities/own hub': ({ me }) => ({ body: [{ ...hours, hubId: me.hubId }] }),
  setDayHours: ({ world }) => ({
    params: { id: world.people.self.hubId },
    body: { days: [{ date: dayAhead(300), windows: [] }] },
  }),
  removeHubAvailability: async (scene) => ({
    params: { id: await either(scene, scene.world.fresh.hours, scene.world.standing.hours) },
  }),
  'updateHub/accept': updateHub({ status: 'active' }, hubOf('invited'), invitee),
  'updateHub/reject': updateHub({ status: 'rejected' }, hubOf('invited'), invitee),
  'updateHub/pause': updateHub({ status: 'paused' }, hubOf('self'), member),
  'updateHub/switch on': updateHub({ status: 'active' }, hubOf('paused'), pausedMember),
  'updateHub/archive': updateHub({ status: 'archived' }, hubOf('self'), member),
  'updateHub/role': updateHub({ role: 'manager' }, hubOf('self'), member),
  'updateHub/role of a reception': ({ world }) => ({
    params: { id: world.people.reception.hubId },
    body: { role: 'guest' },
  }),
  'updateHub/bring back the archived': updateHub({ status: 'active' }, hubOf('former'), member),
  addCollaborator,
  'addCollaborator/as reception': addReception,
  planClosing: ({ world }) => ({ body: { ...stretch, clinic_id: world.clinic.clinicId, type: 'closing' } }),
  cancelClosing: async (scene) => ({
    params: { id: await either(scene, scene.world.fresh.closing, scene.world.standing.closing) },
  }),
  getAffected: ({ world }) => ({ query: { ...when, clinic_id: world.clinic.clinicId } }),
  'getAffected/of a hub': ({ world }) => ({ query: { ...when, hub_id: world.people.self.hubId } }),
  'getAffected/of another province': ({ world }) => ({
    query: { clinic_id: world.clinic.clinicId, province_id: 'ES-TF' },
  }),
  'getAffected/of public holidays': ({ world }) => ({
    query: { clinic_id: world.clinic.clinicId, country: 'IT' },
  }),
  getVisitsInTheWay: ({ world }) => ({ query: { inactivity_id: world.standing.closing } }),
  'getVisitsInTheWay/of a vacation': ({ world }) => ({ query: { inactivity_id: world.standing.vacation } }),
  'getVisitsInTheWay/of a day': ({ world }) => ({
    query: { hub_id: world.people.self.hubId, day: dayAhead(8) },
  }),
  getHolidays: ({ world }) => ({ params: { id: world.clinic.clinicId }, query: { language: 'en' } }),
  // The list is empty, so that no other call meets a closing.
  setHolidays: ({ world }) => ({
    params: { id: world.clinic.clinicId },
    body: { country: null, region: null, language: 'en' },
  }),
  setHoliday: ({ world }) => ({
    params: { id: world.clinic.clinicId },
    body: { date: dayAhead(300), open: true },
  }),
  planVacation: ({ world }) => ({ body: { ...stretch, hub_id: world.people.self.hubId, type: 'vacation' } }),
  'planVacation/own, without a plan': ({ me }) => ({
    body: { ...stretch, hub_id: me.hubId, type: 'vacation' },
  }),
  cancelVacation: async (scene) => ({
    params: { id: await either(scene, scene.world.fresh.vacation, scene.world.standing.vacation) },
  }),
};
