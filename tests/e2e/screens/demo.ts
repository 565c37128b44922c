import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BookingView } from '@visita/contracts/booking/views';
import { callAs, createClient, succeed } from '../../support/http.ts';
import type { Stack } from '../../support/stack.ts';
import { everyLook } from '../every-look.ts';
import { openAccount } from '../practice.ts';
import type { World } from './world.ts';

const root = join(import.meta.dirname, '../../..');
const pro = { slug: 'giulia_ferri', email: 'giulia.ferri@visita.example', password: 'visita-demo' };

/** Returns the patient with the most past bookings. */
const regularOf = (bookings: readonly BookingView[]): string => {
  const visits = Map.groupBy(
    bookings.filter(({ date }) => Date.parse(date) < Date.now()),
    (booking) => booking.patient_id,
  );
  const [regular] = [...visits].toSorted(([, one], [, other]) => other.length - one.length);
  return regular?.[0] ?? '';
};

/** Half a year of bookings takes half a minute to create; two weeks show the same layouts. */
const fewDays = ['--days', '14'];

/** Creates the demo's full practice: a colleague, a closing and all features. */
export const openDemo = async (stack: Stack, { whole = everyLook } = {}): Promise<World> => {
  await promisify(execFile)(process.execPath, ['bin/seed.ts', ...(whole ? [] : fewDays)], {
    cwd: root,
    env: { ...process.env, VAR_DIRECTORY: stack.varDirectory },
  });
  const client = createClient(stack.address);
  const { email, password } = pro;
  const { access_token: token } = await succeed(client.call('logIn', { body: { email, password } }));
  const call = callAs(client, token);
  const { id } = (await call('authenticate')).data;
  const [clinic] = (await call('getProClinics', { params: { id } })).data;
  const { bookings } = (await call('getProCalendar', { params: { proId: id } })).data;
  const beginner = await openAccount(stack, 'ada_demo', 'Ada');
  const invited = await openAccount(stack, 'ivo_demo', 'Ivo');
  await call('addCollaborator', {
    body: {
      clinicId: clinic!.id,
      proEmail: invited.email,
      availability: [{ working_day: 3, starting_hour: '14:30', ending_hour: '18:30' }],
      services: clinic!.clinic_services.slice(0, 1).map((service) => service.id),
    },
  });
  return {
    tokens: { beginner: beginner.token, invited: invited.token, pro: token },
    slug: pro.slug,
    patientId: regularOf(bookings.filter((booking) => booking.pro_id === id)),
  };
};
