import { sameTime } from '@visita/command-service/unit-of-work';
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic, requestOf } from '../support/http-practice.ts';
import { sentMails } from '../support/inside.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict' });

it('only the patient’s own mailbox learns that they have the one booking a professional allows', async () => {
  const { client, stack } = product();
  const anna = await registerProven(product(), 'anna');
  const { clinicId, offers } = await openClinic(client, anna, 'Studio Roma');
  const body = { patientBookingLimit: true };
  await succeed(client.call('updateOptions', { params: { id: anna.proId }, body, token: anna.token }));
  const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  const booking = { hubServiceId: offers[0], date: `${dayAhead(3)}T09:00` };
  await succeed(client.call('placeBooking', { body: { booking, patient }, token: anna.token }));

  const ask = (name: string, hour: string) =>
    client.call('requestBooking', { body: requestOf(clinicId, offers[0], `${dayAhead(4)}T${hour}`, name) });
  const [known, unknown] = [await ask('carla', '09:00'), await ask('dora', '10:00')];
  const shapeOf = ({ status, body: answered }: typeof known) => [
    status,
    answered.message,
    Object.keys(answered.data ?? {}),
  ];
  expect(known.status).toBe(200);
  expect(shapeOf(known)).toEqual(shapeOf(unknown));

  const textsTo = async (name: string) =>
    (await sentMails(stack.varDirectory)).filter(
      (mail) => mail.includes(`To: ${name}@example.com`) && !mail.includes('text/calendar'),
    );
  await expect.poll(async () => (await textsTo('dora')).length, { timeout: 30_000 }).toBe(1);
  await expect.poll(async () => (await textsTo('carla')).length, { timeout: 30_000 }).toBe(1);
  expect((await textsTo('dora'))[0]).toContain('/confirmation/');
  expect((await textsTo('carla'))[0]).not.toContain('/confirmation/');
});

type Answer = { status: number; body: object };

const timesOf = (values: readonly number[]) => {
  const sorted = values.toSorted((one, other) => one - other);
  return { least: sorted[0] ?? 0, median: sorted[sorted.length >> 1] ?? 0 };
};

/** Sends both requests alternately, so that other load affects both. */
const compare = async (ask: (known: boolean) => Promise<Answer>, rounds = 7) => {
  const [known, unknown, answers] = [[] as number[], [] as number[], new Set<string>()];
  for (let round = 0; round < 2 * rounds; round++) {
    const isKnown = round % 2 === 0;
    const start = performance.now();
    const { status, body } = await ask(isKnown);
    (isKnown ? known : unknown).push(performance.now() - start);
    answers.add(JSON.stringify([status, { ...body, requestId: '' }]));
  }
  return { known: timesOf(known), unknown: timesOf(unknown), answers: [...answers] };
};

it('refuses an appointment, a reset and an email change in the same time for known and unknown addresses', async () => {
  const { client } = product();
  const bea = await registerProven(product(), 'bea');
  const { clinicId, offers } = await openClinic(client, bea, 'Studio Bea');
  const patient = { name: 'Elsa', email: 'elsa@example.com', prefix: '+39', phone: '3330002222' };
  const date = `${dayAhead(3)}T09:00`;
  const booking = { hubServiceId: offers[0], date };
  await succeed(client.call('placeBooking', { body: { booking, patient }, token: bea.token }));
  const change = (newEmail: string) =>
    client.call('requestEmailChange', { body: { currentEmail: bea.email, newEmail }, token: bea.token });

  // A new unknown address each time, because a second request for one is treated differently.
  let others = 0;
  const other = () => `other${(others += 1)}@example.com`;
  const compared = {
    appointment: await compare((known) => {
      const contactInfo = {
        ...patient,
        email: known ? patient.email : other(),
        privacyPolicy: true as const,
      };
      return client.call('requestBooking', {
        body: { clinicId, serviceHubId: offers[0], date, contactInfo },
      });
    }),
    reset: await compare((known) =>
      client.call('requestPasswordReset', { body: { email: known ? bea.email : other() } }),
    ),
    change: await compare((known) => change(known ? 'anna@example.com' : other())),
  };
  for (const [name, { known, unknown, answers }] of Object.entries(compared)) {
    expect(answers, name).toHaveLength(1);
    // Timer clocks differ by a millisecond.
    expect(Math.min(known.least, unknown.least), name).toBeGreaterThan(sameTime - 2);
    // Without a constant delay the ratio would be much larger; load affects both.
    expect(known.median / unknown.median, name).toBeGreaterThan(0.8);
    expect(known.median / unknown.median, name).toBeLessThan(1.25);
  }
  expect(compared.appointment.answers[0]).toContain('slot-taken');
});
