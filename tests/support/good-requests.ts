import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import { bookingCalls } from '@visita/contracts/api/booking';
import type { Call } from '@visita/contracts/api/call';
import type { CallName } from '@visita/contracts/api/table';
import { dayAhead, type OpenedClinic, type RegisteredPro, requestOf } from './http-practice.ts';

export type Known = {
  readonly anna: RegisteredPro;
  readonly clinic: OpenedClinic;
  readonly bookingId: string;
  readonly patientId: string;
};

export type GoodRequest = { params?: Record<string, string>; body?: unknown };

/** Calls on one booking without a body. */
export const bareBookingCalls: readonly string[] = Object.entries<Call>(bookingCalls)
  .filter(([, { path, body }]) => path.endsWith('/:id') && body.safeParse(undefined).success)
  .map(([name]) => name);

/** Returns a valid body for each write, and the ids in its address. */
export const goodRequests = ({
  anna,
  clinic,
  bookingId,
  patientId,
}: Known): { [Name in CallName]?: GoodRequest } => {
  const day = dayAhead(6);
  const { clinicId, hubId, services, offers } = clinic;
  const stretch = { title: 'Ponte', starting_date: `${day}T00:00`, ending_date: `${day}T23:59` };
  const profile = { name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' };
  const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '12:00' };
  const place = { name: 'Nuovo', provinceId: 'IT-RM', city: 'Roma', address: 'Via 1', postalCode: '00100' };
  const patient = { name: 'Elsa', email: 'elsa@example.com', prefix: '+39', phone: '3330001111' };
  const consents = { configStatus: 1, termsConditions: true, privacyPolicy: true, marketingConsent: false };
  const signUp = {
    username: 'bea',
    email: 'bea@example.com',
    password: 'secret123',
    comunicationsLanguage: 'it',
  };
  const signed = { id: 'AAAA', clientDataJSON: 'AAAA' };
  const row = {
    specializationId: 'acupuncture',
    serviceName: 'x',
    duration: 30,
    price: 10,
    activated: true,
    clinicId,
  };
  return {
    ...Object.fromEntries(bareBookingCalls.map((name) => [name, { params: { id: bookingId } }])),
    signUp: { body: { ...signUp, ...consents } },
    logIn: { body: { email: 'anna@example.com', password: 'secret123' } },
    logOut: {},
    requestPasswordReset: { body: { email: 'anna@example.com' } },
    verifyResetToken: { body: { token: 'x' } },
    setPassword: { body: { email: 'anna@example.com', password: 'secret123' } },
    requestEmailChange: { body: { currentEmail: 'anna@example.com', newEmail: 'anna2@example.com' } },
    confirmEmail: {},
    requestEmailConfirmation: {},
    beginFactor: {},
    confirmFactor: { params: { id: anna.proId }, body: { code: '000000' } },
    removeFactor: { params: { id: anna.proId } },
    beginPasskey: {},
    addPasskey: { body: { name: 'Telefono', passkey: { ...signed, attestationObject: 'AAAA' } } },
    renamePasskey: { params: { id: anna.proId }, body: { name: 'Tavoletta' } },
    logInWithPasskey: {
      body: { passkey: { ...signed, authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' } },
    },
    renewRecoveryCodes: {},
    endSession: { params: { id: anna.proId } },
    endOtherSessions: {},
    readNotices: { body: { until: '0000000000000001' } },
    reviewAccount: { body: { keep: true } },
    proveSession: { body: { password: 'secret123' } },
    confirmEmailChange: { body: { password: 'secret123' } },
    updatePro: { params: { id: anna.proId }, body: profile },
    updateOptions: {
      params: { id: anna.proId },
      body: {
        calendarAvailabilityLimit: 40,
        calendarPageUrl: 'annarossi',
        gaplessStarts: true,
        searchEngines: false,
        languagesSpoken: ['it', 'en'],
      },
    },
    setRecallRules: {
      params: { proId: anna.proId },
      body: [{ clinicServiceId: services[0], months: 12, tag: null, treatment: true, automatic: false }],
    },
    sendRecalls: { body: { clinicId, bookingIds: [bookingId] } },
    setReminderPlan: {
      params: { proId: anna.proId },
      body: [{ clinicServiceId: services[0]!, before: 'P2D', at: null, channel: 'mail', ask: true }],
    },
    setMessageSettings: { params: { proId: anna.proId }, body: defaultMessageSettings },
    openClinic: { body: { ...place, ownerId: anna.proId, onlineBooking: true } },
    updateClinic: { params: { id: clinicId }, body: place },
    addClinicServices: { body: [row] },
    changeClinicService: {
      params: { id: services[0]! },
      body: { specializationId: 'cardiology', serviceName: 'Visita', duration: 30, price: 80 },
    },
    archiveClinicService: { params: { id: services[0]! }, body: { activated: false } },
    addCollaborator: { body: { clinicId, proEmail: 'bea@example.com', availability: [hours], services } },
    updateHub: { params: { id: hubId }, body: { status: 'paused' } },
    addHubAvailabilities: { body: [{ ...hours, hubId }] },
    setDayHours: {
      params: { id: hubId },
      body: { days: [{ date: day, windows: [{ starting_hour: '09:00', ending_hour: '12:00' }] }] },
    },
    removeHubAvailability: { params: { id: `${hubId}.abc` } },
    addHubService: { body: { hubId, clinicServiceId: services[0] } },
    removeHubService: { params: { id: offers[0] }, body: { activated: false } },
    setHubServiceTerms: { params: { id: offers[0] }, body: { duration: 35, price: 70 } },
    planClosing: { body: { ...stretch, clinic_id: clinicId, type: 'closing' } },
    cancelClosing: { params: { id: `${clinicId}.abc` } },
    setHolidays: { params: { id: clinicId }, body: { country: 'IT', region: null, language: 'it' } },
    setHoliday: { params: { id: clinicId }, body: { date: day, open: true } },
    planVacation: { body: { ...stretch, hub_id: hubId, type: 'vacation' } },
    cancelVacation: { params: { id: `${hubId}.abc` } },
    requestBooking: { body: { ...requestOf(clinicId, offers[0], `${day}T09:00`, 'elsa'), language: 'es' } },
    confirmBooking: {},
    moveManagedBooking: { body: { date: `${day}T09:00` } },
    cancelManagedBooking: {},
    answerVisit: { body: { coming: true } },
    receiveMessage: { params: { adapter: 'file' }, body: { from: '+393330001111', text: 'STOP' } },
    setMyMessages: { body: { texts: true, language: 'es' } },
    placeBooking: {
      body: { booking: { hubServiceId: offers[0], date: `${day}T09:00`, proNotes: 'x' }, patient },
    },
    editBooking: { params: { id: bookingId }, body: { date: `${day}T09:00`, hub_service_id: offers[1] } },
    planSeries: {
      body: {
        booking: { hubServiceId: offers[0], proNotes: 'x' },
        patient,
        repeat: { first: `${day}T16:00`, unit: 'week', every: 1, count: 3 },
      },
    },
    getSeries: { params: { id: bookingId } },
    moveSeries: { params: { id: bookingId }, body: { from: 1, date: `${day}T16:00` } },
    cancelSeries: { params: { id: bookingId } },
    blockTime: {
      body: { hub_id: hubId, starting_date: `${day}T12:00`, ending_date: `${day}T14:00`, note: 'x' },
    },
    editBlock: {
      params: { id: bookingId },
      body: { starting_date: `${day}T12:00`, ending_date: `${day}T15:00`, note: 'x' },
    },
    unblockTime: { params: { id: bookingId } },
    correctAttendance: { params: { id: bookingId }, body: { attendance: 'expected' } },
    markBookingMissed: { params: { id: bookingId }, body: { excused: false } },
    editBookingNotes: { params: { id: bookingId }, body: { pro_notes: 'x' } },
    setLegalHold: { params: { patientId }, body: { held: false, reason: 'x' } },
    suspendOnlineBooking: { params: { patientId }, body: { suspended: false } },
    registerPatient: { body: { ...patient, birthDate: '1980-02-29', tags: ['VIP'], note: 'x' } },
    setPatientTexts: { params: { patientId }, body: { texts: true } },
    setPatientRemarks: { params: { patientId }, body: { tags: ['VIP'], note: 'x' } },
    getDuplicates: { params: { proId: anna.proId } },
    mergePatients: { params: { patientId }, body: { absorbedId: anna.proId } },
    separatePatients: { params: { patientId }, body: { absorbedId: anna.proId } },
    tellPatientsApart: { params: { patientId }, body: { otherId: anna.proId } },
    restrictPatient: { params: { patientId }, body: { restricted: false } },
    updatePatient: { body: { patientId, name: 'Carla', prefix: '+39', phone: '3330001111' } },
    addDependant: {
      params: { patientId },
      body: { name: 'Luca', birthDate: '2018-03-01', relation: 'child' },
    },
    placePatientUnder: { params: { patientId }, body: { responsibleId: patientId, relation: 'child' } },
    setPatientOnTheirOwn: { params: { patientId }, body: { email: 'luca@example.com' } },
    authorizeCalendar: { params: { id: anna.proId } },
    connectCalendar: { params: { id: anna.proId }, body: { code: 'x', state: 'x' } },
    disconnectCalendar: { params: { id: anna.proId } },
    createCalendarFeed: { params: { id: anna.proId } },
    removeCalendarFeed: { params: { id: anna.proId } },
    deletePro: { params: { id: anna.proId } },
    erasePatient: { params: { patientId } },
    submitSurvey: { body: { rating: 4, comment: 'x' } },
    joinWaitingList: { body: { clinicId, clinicServiceId: services[0], patient } },
    confirmWaiting: {},
    editWaitingEntry: { params: { id: bookingId }, body: { urgent: true } },
    leaveWaitingList: { params: { id: bookingId } },
    offerTime: { params: { id: bookingId }, body: { hubServiceId: offers[0], date: `${day}T09:00` } },
    withdrawOffer: { params: { id: `${bookingId}.0a1b2c3d4e5f` } },
    answerOffer: { body: { take: true } },
  };
};
