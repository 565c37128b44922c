import { invite } from '../../support/http-practice.ts';
import type { Stack } from '../../support/stack.ts';
import { openAccount, openPractice } from '../practice.ts';
import { inDays } from '../week.ts';

/**
 * Role that views a screen: a visitor, a professional without a clinic, one with an invitation, or one with a
 * clinic and a booking.
 */
export type Viewer = 'visitor' | 'beginner' | 'invited' | 'pro';

export type World = {
  readonly tokens: Readonly<Record<Exclude<Viewer, 'visitor'>, string>>;
  readonly slug: string;
  readonly patientId: string;
};

const patient = { name: 'Nives Orlando', email: 'nives@example.com', prefix: '+39', phone: '3337654321' };

/** Creates the professionals of each role, with a prefix for their names. */
export const openWorld = async (stack: Stack, name: string): Promise<World> => {
  const beginner = await openAccount(stack, `${name}_beginner`);
  const invited = await openAccount(stack, `${name}_invited`);
  const pro = await openPractice(stack, name);
  const { client, clinicId, serviceIds: services } = pro;
  const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '13:00' };
  await invite(client, { owner: pro, clinicId, services, hours }, invited.email);
  const book = (date: string) => {
    const booking = { hubServiceId: pro.hubServiceIds[0], date, proNotes: '' };
    return pro.call('placeBooking', { body: { booking, patient } });
  };
  // On a Sunday, tomorrow is outside the weeks of the overview.
  await book(`${inDays(-7)}T10:00`);
  const placed = await book(`${inDays(1)}T10:00`);
  return {
    tokens: { beginner: beginner.token, invited: invited.token, pro: pro.token },
    slug: name,
    patientId: placed.patient.id,
  };
};
