import { randomUUID } from 'node:crypto';
import { succeed } from '../../support/http.ts';
import { dayAhead, requestOf } from '../../support/http-practice.ts';
import { bareBookingCalls } from '../../support/good-requests.ts';
import type { BookingPurpose } from '@visita/platform/auth/booking-token';
import { either, type Request, type Scene } from './request.ts';

const clinicId = ({ world }: Scene) => ({ clinicId: world.clinic.clinicId });

/** Booking of `self`, placed by `self`. */
const booking = async (scene: Scene) => {
  const { fresh, standing } = scene.world;
  return { id: await either(scene, async () => (await fresh.book('self')).id, standing.booking.id) };
};

/** Booking that belongs to the caller. */
const own = async (scene: Scene) => {
  const { world, actor, changes } = scene;
  const { own } = world.standing;
  const role = actor in own ? (actor as keyof typeof own) : 'self';
  // A paused professional cannot be booked but keeps existing bookings.
  const id = changes && role !== 'paused' ? (await world.fresh.book(role)).id : own[role];
  return { id };
};

const placing = ({ world }: Scene, hubServiceId: string) => ({
  body: {
    booking: { hubServiceId, date: world.fresh.slot() },
    patient: world.fresh.patientOf('elsa'),
  },
});

const repeating = ({ world }: Scene, hubServiceId: string) => ({
  booking: { hubServiceId },
  patient: world.fresh.patientOf('elsa'),
  dates: [world.fresh.slot(), world.fresh.slot()],
});

/** A series of `self`, whose visits are placed. */
const series = async (scene: Scene) => {
  const { fresh, standing } = scene.world;
  return { id: await either(scene, fresh.series, standing.seriesId) };
};

const editing = ({ world }: Scene) => ({
  date: world.fresh.slot(),
  hub_service_id: world.people.self.offers[0],
});

/** The link's holder for `self`; invalid links for the others. */
const withLink =
  (purpose: BookingPurpose, body?: (scene: Scene) => unknown): Request =>
  async (scene) => {
    const { backstage, fresh, standing } = scene.world;
    const { issue } = backstage.bookingTokens;
    const { waiting, lapsed, cancelled } = standing.holds;
    const confirmed = async () => (await fresh.book('self')).id;
    const other = purpose === 'confirm' ? 'manage' : 'confirm';
    const tokens: Partial<Record<Scene['actor'], () => Promise<string>>> = {
      self: async () => issue(purpose, purpose === 'confirm' ? await fresh.hold() : await confirmed()),
      patient: async () => issue(other, waiting),
      expired: async () => issue(purpose, lapsed),
      ended: async () => issue(purpose, cancelled),
    };
    const token = await tokens[scene.actor]?.();
    return { ...(body ? { body: body(scene) } : {}), ...(token === undefined ? {} : { token }) };
  };

const survey = { rating: 5, comment: 'Bene' };

const surveyWithToken = ({ world, actor }: Scene) => {
  const { bookingTokens, accountTokens } = world.backstage;
  const { proId } = world.people.self;
  const token =
    actor === 'patient'
      ? bookingTokens.issue('manage', world.standing.booking.id)
      : accountTokens.issue('reset', { proId, tokenId: proId });
  return { body: { ...survey, token } };
};

const noContact = { name: 'Ugo', email: null, prefix: null, phone: null };
const contact = { name: 'Carla', prefix: '+39', phone: '3330002222' };

/** The two rows of a booking call without a body: the call's own, and that of the treating professional. */
const bare = (name: string): [string, Request][] => [
  [name, async (scene) => ({ params: await booking(scene) })],
  [`${name}/own`, async (scene) => ({ params: await own(scene) })],
];

/** Patient of `self` without dependants. */
const patientWithoutFamily = (scene: Scene) => {
  const { fresh, standing } = scene.world;
  const made = async () => (await fresh.book('self', `own${randomUUID()}`)).patientId;
  return either(scene, made, standing.booking.patientId);
};

const blocking = ({ world }: Scene) => {
  const start = world.fresh.slot();
  return {
    body: { hub_id: world.people.self.hubId, starting_date: start, ending_date: `${start.slice(0, 15)}9` },
  };
};

const block = async (scene: Scene) => {
  const { world, changes } = scene;
  if (!changes) return { id: world.standing.booking.id };
  const { token } = world.people.self;
  const blocked = await succeed(world.client.call('blockTime', { body: blocking(scene).body, token }));
  return { id: blocked.data.id };
};

const freeTimes = ({ world }: Scene) => ({
  params: { clinicId: world.clinic.clinicId },
  query: { clinicServiceId: world.clinic.services[0]!, from: dayAhead(8), to: dayAhead(15) },
});

export const bookingRequests: Readonly<Record<string, Request>> = {
  ...Object.fromEntries(bareBookingCalls.flatMap(bare)),
  getSlotReasons: (scene) => ({
    params: clinicId(scene),
    query: { hubServiceId: scene.world.people.self.offers[0], date: dayAhead(8) },
  }),
  getFreeTimes: freeTimes,
  'getFreeTimes/of a colleague': (scene) => {
    const { params, query } = freeTimes(scene);
    return { params, query: { ...query, proId: scene.world.people.self.proId } };
  },
  getBookingPreview: () => ({}),
  getPreviewAvailabilities: (scene) => ({ params: clinicId(scene) }),
  getBookingAvailabilities: (scene) => ({ params: clinicId(scene) }),
  'getBookingAvailabilities/closed': ({ world }) => ({ params: { clinicId: world.closed.clinicId } }),
  getPatients: ({ world }) => ({ params: { key: world.people.self.proId } }),
  'getPatients/by email': () => ({ params: { key: 'carla@example.com' } }),
  getPatientList: ({ world }) => ({ params: { proId: world.people.self.proId } }),
  registerPatient: () => ({ body: noContact }),
  'registerPatient/for a colleague': ({ world: { people, clinic } }) => ({
    body: { ...noContact, pro_id: people.self.proId, clinic_id: clinic.clinicId },
  }),
  'registerPatient/shared': ({ world: { people, closed } }) => ({
    body: { ...noContact, pro_id: people.self.proId, clinic_id: closed.clinicId },
  }),
  setPatientTexts: ({ world }) => ({
    params: { patientId: world.standing.booking.patientId },
    body: { texts: true },
  }),
  setPatientRemarks: ({ world }) => ({
    params: { patientId: world.standing.booking.patientId },
    body: { tags: ['VIP'], note: 'x' },
  }),
  getDuplicates: ({ world }) => ({ params: { proId: world.people.self.proId } }),
  mergePatients: async (scene) => ({
    params: { patientId: await patientWithoutFamily(scene) },
    body: { absorbedId: await patientWithoutFamily(scene) },
  }),
  separatePatients: async (scene) => ({
    params: { patientId: await patientWithoutFamily(scene) },
    body: { absorbedId: await patientWithoutFamily(scene) },
  }),
  tellPatientsApart: async (scene) => ({
    params: { patientId: await patientWithoutFamily(scene) },
    body: { otherId: await patientWithoutFamily(scene) },
  }),
  updatePatient: ({ world }) => ({ body: { ...contact, patientId: world.standing.booking.patientId } }),
  'updatePatient/shared': ({ world }) => ({
    body: { ...contact, patientId: world.standing.shared.patientId },
  }),
  'updatePatient/taken email': ({ world }) => ({
    body: { ...contact, patientId: world.standing.shared.patientId, email: 'carla@example.com' },
  }),
  addDependant: ({ world }) => ({
    params: { patientId: world.standing.booking.patientId },
    body: { name: 'Luca', birthDate: null, relation: 'child' },
  }),
  placePatientUnder: async (scene) => ({
    params: { patientId: await patientWithoutFamily(scene) },
    body: { responsibleId: scene.world.standing.booking.patientId, relation: 'child' },
  }),
  setPatientOnTheirOwn: async (scene) => ({
    params: { patientId: await patientWithoutFamily(scene) },
    body: { email: null },
  }),
  getPatientBookings: ({ world }) => ({
    params: { patientId: world.standing.booking.patientId, proId: world.people.self.proId },
  }),
  'getPatientBookings/shared': ({ world }) => ({
    params: { patientId: world.standing.shared.patientId, proId: world.people.self.proId },
  }),
  getClinicPatients: (scene) => ({ params: clinicId(scene), query: { search: 'carla' } }),
  'getClinicPatients/shared': ({ world }) => ({
    params: { clinicId: world.closed.clinicId },
    query: { search: 'carla' },
  }),
  submitSurvey: () => ({ body: survey }),
  'submitSurvey/with a token': surveyWithToken,
  'submitSurvey/before the visit': (scene) => ({
    body: { ...surveyWithToken(scene).body, forProfessional: true },
  }),
  getNotices: () => ({}),
  readNotices: () => ({ body: { until: '0000000000000001' } }),
  'readNotices/beyond the log': () => ({ body: { ids: ['9999999999999999'] } }),
  getProOverview: ({ world }) => ({
    params: { proId: world.people.self.proId },
    query: { from: dayAhead(0), to: dayAhead(6) },
  }),
  getProCalendar: ({ world }) => ({ params: { proId: world.people.self.proId } }),
  placeBooking: (scene) => placing(scene, scene.world.people.self.offers[0]),
  'placeBooking/several services': (scene) => {
    const [hubServiceId] = scene.world.people.self.offers;
    const { body } = placing(scene, hubServiceId);
    // The second service takes the next half hour.
    scene.world.fresh.slot();
    return { body: { ...body, booking: { ...body.booking, hubServiceIds: [hubServiceId, hubServiceId] } } };
  },
  'placeBooking/own hub': (scene) => placing(scene, scene.me.offers[0]),
  editBooking: async (scene) => ({ params: await booking(scene), body: editing(scene) }),
  planSeries: (scene) => ({ body: repeating(scene, scene.world.people.self.offers[0]) }),
  'planSeries/preview': (scene) => ({
    body: { ...repeating(scene, scene.world.people.self.offers[0]), preview: true },
  }),
  'planSeries/own hub': (scene) => ({ body: repeating(scene, scene.me.offers[0]) }),
  getSeries: ({ world }) => ({ params: { id: world.standing.seriesId } }),
  moveSeries: async (scene) => ({
    params: await series(scene),
    body: { from: 1, date: scene.world.fresh.slot() },
  }),
  cancelSeries: async (scene) => ({ params: await series(scene), query: { from: '2' } }),
  blockTime: blocking,
  editBlock: async (scene) => ({ params: await block(scene), body: blocking(scene).body }),
  'editBlock/to the owner': async (scene) => ({
    params: await block(scene),
    body: { ...blocking(scene).body, to_hub_id: scene.world.people.owner.hubId },
  }),
  'editBlock/without its hub': async (scene) => {
    const { hub_id: _, ...stretch } = blocking(scene).body;
    return { params: await block(scene), body: stretch };
  },
  unblockTime: async (scene) => ({
    params: await block(scene),
    query: { hub_id: scene.world.people.self.hubId },
  }),
  'unblockTime/without its hub': async (scene) => ({ params: await block(scene) }),
  correctAttendance: async (scene) => ({ params: await booking(scene), body: { attendance: 'expected' } }),
  'correctAttendance/own': async (scene) => ({ params: await own(scene), body: { attendance: 'expected' } }),
  markBookingMissed: async (scene) => ({ params: await booking(scene), body: { excused: false } }),
  'markBookingMissed/own': async (scene) => ({ params: await own(scene), body: { excused: false } }),
  editBookingNotes: async (scene) => ({ params: await booking(scene), body: { pro_notes: 'x' } }),
  'editBookingNotes/own': async (scene) => ({ params: await own(scene), body: { pro_notes: scene.actor } }),
  requestBooking: (scene) => {
    const { fresh, people } = scene.world;
    const name = `q${Math.random().toString(36).slice(2)}`;
    return { body: requestOf(clinicId(scene).clinicId, people.self.offers[0], fresh.slot(), name) };
  },
  confirmBooking: withLink('confirm'),
  getManagedBooking: withLink('manage'),
  getVisitAnswer: withLink('manage'),
  answerVisit: withLink('manage', () => ({ coming: true })),
  moveManagedBooking: withLink('manage', ({ world }) => ({ date: world.fresh.slot() })),
  cancelManagedBooking: withLink('manage'),
  receiveMessage: ({ world }) => ({
    params: { adapter: 'file' },
    query: { pro: world.people.self.proId, key: 'a' },
    body: { from: '+393330002222', text: 'STOP' },
  }),
  receiveMessageByGet: ({ world }) => ({
    params: { adapter: 'file' },
    query: { pro: world.people.self.proId, key: 'a', from: '+393330002222', text: 'STOP' },
  }),
  getMyMessages: withLink('manage'),
  setMyMessages: withLink('manage', () => ({ recalls: true })),
};
