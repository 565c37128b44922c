import type { Answer, Api, CallName, Input } from '@visita/contracts/api/table';
import { api } from '@visita/contracts/api/table';
import { childId } from '@visita/contracts/fields';
import { deriveId } from '@visita/platform/derive-id';
import type { Caller, CallContext } from '@visita/platform/http/calls';
import { createDomain } from '@visita/command-service/domain';
import type { Core } from '../compose.ts';
import { closedDays, makeAppointments, type SeedAppointment } from './appointments.ts';
import { clinics, type SeedClinic } from './clinics.ts';
import { demoPassword, makePatients, pros, type ProKey } from './people.ts';
import { createRandom } from './random.ts';

type Show = (line: string) => void;
type Sent<Name extends CallName> = { params?: Input<Api[Name]>['params']; body?: Input<Api[Name]>['body'] };

/** The notifier writes no mails for what it did: these people do not exist. */
const actor = 'operator:seed';

/** Ids of what a seed key made: commands derive theirs from the command's id, which derives from the key. */
const commandId = (key: string): string => deriveId('visita-demo', key);
const idOf = (key: string, part: string): string => deriveId(commandId(key), part);

/** Sends calls through the handlers that requests go through, each with an id of its own. */
const createSender =
  ({ commands }: Core) =>
  async <Name extends CallName>(
    name: Name,
    key: string,
    caller: Caller,
    sent: Sent<Name>,
  ): Promise<Answer<Api[Name]> & { wrote: boolean }> => {
    const call = api[name];
    const handler = commands.handlers[name] as unknown as (
      context: CallContext<Name>,
    ) => Promise<Answer<Api[Name]>>;
    const id = commandId(key);
    const request = { requestId: id, correlationId: id, commandId: id, actor };
    let wrote = false;
    const context = {
      params: call.params.parse(sent.params ?? {}),
      query: {},
      body: call.body.parse(sent.body),
      caller,
      request,
      wrote: () => (wrote = true),
    };
    const answer = await handler(context as unknown as CallContext<Name>);
    return { ...answer, wrote };
  };

type Send = ReturnType<typeof createSender>;

const proId = (pro: ProKey): string => idOf(`sign-up ${pro}`, 'pro');
const as = (pro: ProKey): Caller => ({ kind: 'pro', proId: proId(pro), sessionId: 'seed' });

const seedPros = async (core: Core, send: Send, show: Show): Promise<void> => {
  const domain = createDomain(core.store);
  for (const pro of pros) {
    const { state } = await domain.pros.load(proId(pro.key));
    if (state.status === 'registered') continue;
    const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false } as const;
    const { username, email, language, profile, title } = pro;
    const account = { username, email, password: demoPassword, comunicationsLanguage: language };
    await send(
      'signUp',
      `sign-up ${pro.key}`,
      { kind: 'anonymous' },
      { body: { ...account, ...consents, configStatus: 1 } },
    );
    const params = { id: proId(pro.key) };
    const personal = { title, ...profile, configStatus: 2 } as const;
    await send('updatePro', `personal-data ${pro.key}`, as(pro.key), { params, body: personal });
    const plan = { configStatus: 100, subscriptionName: 'free' } as const;
    await send('updatePro', `plan ${pro.key}`, as(pro.key), { params, body: plan });
    await domain.pros.execute(
      proId(pro.key),
      { type: 'assign-plan', plan: pro.plan },
      {
        id: commandId(`assign-plan ${pro.key}`),
        correlationId: commandId(`assign-plan ${pro.key}`),
        actor,
        time: core.now().toISOString(),
      },
    );
    show(`  pro ${profile.name} ${profile.lastname}`);
  }
};

const clinicId = (clinic: SeedClinic): string => idOf(`clinic ${clinic.key}`, 'clinic');
/** Hub services follow from hub and clinic service, so they can be named without asking. */
const hubId = (clinic: SeedClinic, pro: ProKey): string => idOf(`hub ${clinic.key} ${pro}`, 'hub');

type Services = ReadonlyMap<string, readonly string[]>;

const seedClinic = async (core: Core, send: Send, clinic: SeedClinic): Promise<readonly string[]> => {
  const id = clinicId(clinic);
  const owner = as(clinic.owner);
  const place = { ...clinic.place, ownerId: proId(clinic.owner), onlineBooking: true };
  await send('openClinic', `clinic ${clinic.key}`, owner, { body: place });
  const rows = clinic.services.map(({ name, specialization, duration, price }) => ({
    specializationId: specialization,
    serviceName: name,
    duration,
    price,
    clinicId: id,
  }));
  const { data: services } = await send('addClinicServices', `services ${clinic.key}`, owner, { body: rows });
  const ids = services.map((service) => service.id);
  const domain = createDomain(core.store);
  for (const member of clinic.team) {
    const { email: proEmail } = pros.find((pro) => pro.key === member.pro)!;
    const availability = [...member.hours];
    const body = {
      clinicId: id,
      proEmail,
      availability,
      services: member.services.map((index) => ids[index]!),
    };
    await send('addCollaborator', `hub ${clinic.key} ${member.pro}`, owner, { body });
    const { state } = await domain.clinics.load(id);
    const joined = state.status !== 'none' && state.team.find((one) => one.proId === proId(member.pro));
    if (joined && joined.status === 'pending') {
      const params = { id: hubId(clinic, member.pro) };
      await send('updateHub', `accept ${clinic.key} ${member.pro}`, as(member.pro), {
        params,
        body: { status: 'active' },
      });
    }
  }
  return ids;
};

const seedInactivities = async (send: Send, today: string): Promise<void> => {
  const { closing, vacations } = closedDays(today);
  const stretch = ({ first, last }: { first: string; last: string }) => ({
    starting_date: `${first}T00:00`,
    ending_date: `${last}T23:59`,
  });
  const closed = clinics.find((clinic) => clinic.key === closing.clinic)!;
  await send('planClosing', `closing ${closed.key}`, as(closed.owner), {
    body: { title: 'Lavori in studio', clinic_id: clinicId(closed), type: 'closing', ...stretch(closing) },
  });
  for (const vacation of vacations) {
    const clinic = clinics.find((one) => one.key === vacation.clinic)!;
    const hub_id = hubId(clinic, vacation.pro);
    await send('planVacation', `vacation ${vacation.clinic} ${vacation.pro}`, as(vacation.pro), {
      body: { title: 'Ferie / Vacaciones', hub_id, type: 'vacation', ...stretch(vacation) },
    });
  }
};

const atOnce = 16;

const seedBookings = async (
  core: Core,
  send: Send,
  { appointments, services, show }: { appointments: SeedAppointment[]; services: Services; show: Show },
) => {
  const domain = createDomain(core.store);
  const count = { placed: 0, kept: 0 };
  const waiting = appointments.values();
  const place = async (one: SeedAppointment): Promise<void> => {
    const clinic = clinics.find((candidate) => candidate.key === one.clinic)!;
    const hub = await domain.hubs.load(hubId(clinic, one.pro));
    const clinicServiceId = childId.parse(services.get(clinic.key)![one.service]);
    const offered =
      hub.state.status === 'open' &&
      hub.state.services.find((service) => service.clinicServiceId === clinicServiceId);
    if (!offered) throw new Error(`${one.clinic} does not offer service ${one.service}`);
    const { hubServiceId } = offered;
    const booking = { hubServiceId, date: one.date, proNotes: one.notes };
    const { patient } = one;
    const placed = await send('placeBooking', one.key, as(one.pro), { body: { booking, patient } });
    if (!placed.wrote) {
      count.kept += 1;
      return;
    }
    count.placed += 1;
    if (count.placed % 250 === 0) show(`  ${count.placed} of ${appointments.length} bookings`);
  };
  const worker = async (): Promise<void> => {
    for (const one of waiting) await place(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return count;
};

/** The day the demo was first seeded, so that a second run names the same appointments. */
const firstDay = async (core: Core): Promise<string> => {
  const [first] = await core.store.readStream(`pro-${proId('giulia')}`);
  return (first?.metadata.time ?? core.now().toISOString()).slice(0, 10);
};

/**
 * Fills a demo by sending commands through the handlers of the product: 3 pros, 3 clinics, 12 services, 300 patients,
 * 1,500 bookings over 60 days to either side, closings and vacations. Ids are fixed, so a second run adds nothing.
 */
export const seedDemo = async (core: Core, show: Show) => {
  const send = createSender(core);
  const today = await firstDay(core);
  show('Pros');
  await seedPros(core, send, show);
  show('Clinics');
  const services = new Map<string, readonly string[]>();
  for (const clinic of clinics) {
    services.set(clinic.key, await seedClinic(core, send, clinic));
    show(`  ${clinic.place.name}, ${clinic.place.city}`);
  }
  show('Closings and vacations');
  await seedInactivities(send, today);
  show('Bookings');
  const random = createRandom(20);
  const appointments = makeAppointments(random, today, makePatients(random));
  return seedBookings(core, send, { appointments, services, show });
};
