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
  held: `Causa ${word}civile`,
  suspended: `Assente, ${word}scuse`,
});
/** Returns all personal data of a patient created by {@link liveAsPatient}. */
export const valuesOf = ({ name, email, phone }: Person, word: string): string[] => {
  const { pro, typed, record, tag, survey, held, suspended } = notesOf(word);
  return [name, ...name.split(' '), email, phone, pro, typed, record, tag, survey, held, suspended];
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

/**
 * A patient books, confirms, moves and answers the survey; the professional books, annotates, reads and
 * exports the record.
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
  return patientId;
};
