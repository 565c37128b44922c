import { openBackstage } from '../../support/backstage.ts';
import type { Product } from '../../support/hooks.ts';
import { dayAhead, type OpenedClinic } from '../../support/http-practice.ts';
import { succeed } from '../../support/http.ts';
import { lookInside } from '../../support/inside.ts';
import { mailed } from '../../support/proven.ts';
import type { Stack } from '../../support/stack.ts';

export type Person = { name: string; email: string; prefix: string; phone: string };
/** Free texts about a patient, each with a unique word. */
const notesOf = (word: string) => ({
  pro: `Tollera la ${word}caina`,
  typed: `Allergia ai ${word}pollini`,
  record: `Chiamare la sera, ${word}cena`,
  tag: `${word}gruppo`,
  survey: `Molto ${word}gentili`,
  repeated: `Ciclo di ${word}cure`,
  held: `Causa ${word}civile`,
  suspended: `Assente, ${word}scuse`,
});
const correctedOf = (word: string): string => `${word}.corretta@example.org`;

/** Returns all personal data of a patient created by {@link liveAsPatient}. */
export const valuesOf = ({ name, email, phone }: Person, word: string): string[] => {
  return [name, ...name.split(' '), email, phone, ...Object.values(notesOf(word)), correctedOf(word)];
};

export const eventsOf = async (stack: Stack, stream: string): Promise<string[]> => {
  await using inside = await lookInside(stack.place);
  return (await inside.events()).filter((event) => event.stream === stream).map(({ type }) => type);
};

export const assignPremium = async (stack: Stack, proId: string): Promise<void> => {
  await using backstage = await openBackstage(stack.place);
  await backstage.assignPremium(proId);
};

type Practice = { product: Product; clinic: OpenedClinic; proId: string; token: string };
type Life = { person: Person; word: string; day: number };

/** A patient gets repeated visits, waits for a time as a visitor and by staff, declines an offer and takes another. */
const repeatAndWait = async (
  { product, clinic, token }: Practice,
  { person, word, day }: Life,
): Promise<void> => {
  const { call } = product.client;
  const { clinicId, services, offers } = clinic;
  const booking = { hubServiceId: offers[0], proNotes: notesOf(word).repeated };
  const repeat = { first: `${dayAhead(day + 20)}T09:00`, unit: 'week', every: 1, count: 2 } as const;
  await succeed(call('planSeries', { body: { booking, patient: person, repeat }, token }));
  // The repeated visits are outside these days: one that fits would end the entry.
  const days = { from: dayAhead(day + 1), until: dayAhead(day + 2) };
  const wish = { clinicId, clinicServiceId: services[0]!, ...days };
  const contactInfo = { ...person, privacyPolicy: true as const };
  await succeed(call('joinWaitingList', { body: { ...wish, contactInfo } }));
  await succeed(call('confirmWaiting', { token: await mailed(product, person.email, 'waiting') }));
  const joined = await succeed(call('joinWaitingList', { body: { ...wish, patient: person }, token }));
  const params = { id: joined.data.id! };
  await using backstage = await openBackstage(product.stack.place);
  for (const take of [false, true]) {
    const date = `${dayAhead(day + 1)}T${take ? 11 : 10}:00`;
    const { data } = await succeed(
      call('offerTime', { params, body: { hubServiceId: offers[0], date }, token }),
    );
    const link = backstage.waitingTokens.issueOffer(data.id);
    await succeed(call('answerOffer', { token: link, body: { take } }));
  }
};

/**
 * A patient books, confirms, moves and answers the survey; the professional books, annotates, reads and
 * exports the record, and corrects the email.
 */
export const liveAsPatient = async (
  { product, clinic, proId, token }: Practice,
  { person, word, day }: Life,
): Promise<string> => {
  const { call } = product.client;
  const { clinicId, offers } = clinic;
  const notes = notesOf(word);
  const contactInfo = { ...person, patientNotes: notes.typed, privacyPolicy: true as const };
  const asked = { clinicId, serviceHubId: offers[0], date: `${dayAhead(day)}T09:00`, contactInfo };
  await succeed(call('requestBooking', { body: asked, key: `${word}-asked` }));
  const confirmation = await mailed(product, person.email, 'confirmation');
  await succeed(call('confirmBooking', { token: confirmation }));
  await succeed(call('submitSurvey', { body: { rating: 5, comment: notes.survey, token: confirmation } }));
  const booking = { hubServiceId: offers[0], date: `${dayAhead(day)}T12:00`, proNotes: notes.pro };
  const placed = await succeed(
    call('placeBooking', { body: { booking, patient: person }, token, key: `${word}-placed` }),
  );
  const { id: patientId } = placed.patient;
  const moved = { date: `${dayAhead(day)}T15:00`, hub_service_id: offers[1] };
  await succeed(call('editBooking', { params: { id: placed.data.id }, body: moved, token }));
  const over = { ...booking, date: `${dayAhead(-1)}T09:00` };
  await succeed(call('placeBooking', { body: { booking: over, patient: person }, token }));
  const cancelled = await succeed(
    call('placeBooking', {
      body: { booking: { ...booking, date: `${dayAhead(day)}T18:00` }, patient: person },
      token,
    }),
  );
  await succeed(call('deleteBooking', { params: { id: cancelled.data.id }, token }));
  const params = { patientId };
  await repeatAndWait({ product, clinic, proId, token }, { person, word, day });
  await succeed(
    call('setPatientRemarks', { params, body: { tags: [notes.tag], note: notes.record }, token }),
  );
  for (const held of [true, false])
    await succeed(call('setLegalHold', { params, body: { held, reason: notes.held }, token }));
  for (const suspended of [true, false])
    await succeed(
      call('suspendOnlineBooking', { params, body: { suspended, reason: notes.suspended }, token }),
    );
  // Search, read and export of the record.
  await succeed(call('getPatientList', { params: { proId }, query: { search: person.name }, token }));
  await succeed(call('getPatients', { params: { key: person.email }, token }));
  await succeed(call('getPatientBookings', { params: { patientId, proId }, token }));
  await succeed(call('exportPatient', { params, token }));
  const corrected = { ...person, patientId, email: correctedOf(word) };
  await succeed(call('updatePatient', { body: corrected, token }));
  return patientId;
};
