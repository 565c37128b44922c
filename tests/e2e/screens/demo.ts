import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import type { Stack } from '../../support/stack.ts';
import { enter, openAccount } from '../practice.ts';
import type { World } from './world.ts';

const root = join(import.meta.dirname, '../../..');
const pro = { slug: 'giulia_ferri', email: 'giulia.ferri@visita.example', password: 'visita-demo' };

/** Who comes most, of some bookings. */
const regularOf = (bookings: readonly BookingView[]): string => {
  const visits = Map.groupBy(bookings, (booking) => booking.patient_id);
  const [regular] = [...visits].toSorted(([, one], [, other]) => other.length - one.length);
  return regular?.[0] ?? '';
};

/** The demo's practice, as full as one is: three months of bookings, a colleague, a closing, every function. */
export const openDemo = async (stack: Stack): Promise<World> => {
  await promisify(execFile)(process.execPath, ['bin/seed.ts'], {
    cwd: root,
    env: { ...process.env, VAR_DIRECTORY: stack.varDirectory },
  });
  const { token, send } = await enter(stack, pro.email, pro.password);
  const { id } = (await send('GET', 'authentication')).data as Pro;
  const [clinic] = (await send('GET', `pros/${id}/clinics`)).data as ClinicView[];
  const { bookings } = (await send('GET', `pro_calendar/${id}`)).data as { bookings: BookingView[] };
  const beginner = await openAccount(stack, 'ada_demo', 'Ada');
  const invited = await openAccount(stack, 'ivo_demo', 'Ivo');
  await send('POST', 'add_collaborator', {
    clinicId: clinic?.id,
    proEmail: invited.email,
    availability: [{ working_day: 3, starting_hour: '14:30', ending_hour: '18:30' }],
    services: clinic?.clinic_services.slice(0, 1).map((service) => service.id),
  });
  return {
    tokens: { beginner: beginner.token, invited: invited.token, pro: token },
    slug: pro.slug,
    patientId: regularOf(bookings.filter((booking) => booking.pro_id === id)),
  };
};
