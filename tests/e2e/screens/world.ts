import { invite } from '../../support/http-practice.ts';
import type { Stack } from '../../support/stack.ts';
import { openAccount, openPractice } from '../practice.ts';
import { inDays } from '../week.ts';

/** Who looks: nobody is logged in; a beginner has no clinic yet, one invited may join one; a pro has one with a booking. */
export type Viewer = 'nobody' | 'beginner' | 'invited' | 'pro';

/** What the screens stand on, made through the API of the real product. */
export type World = {
  readonly tokens: Readonly<Record<Exclude<Viewer, 'nobody'>, string>>;
  /** Slug of the pro's public page. */
  readonly slug: string;
  readonly patientId: string;
};

const patient = { name: 'Nives Orlando', email: 'nives@example.com', prefix: '+39', phone: '3337654321' };

/** A pro with a practice, one who begins and one who is invited, under names that begin with this one. */
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
  // On a Sunday, tomorrow is past the weeks that the overview looks at.
  await book(`${inDays(-7)}T10:00`);
  const placed = await book(`${inDays(1)}T10:00`);
  return {
    tokens: { beginner: beginner.token, invited: invited.token, pro: pro.token },
    slug: name,
    patientId: placed.patient.id,
  };
};
