import type { Api, Input } from '@visita/contracts/api/table';
import { Rejection } from '@visita/contracts/problem';
import type { Caller } from '@visita/platform/auth/caller';
import { proofLink } from '@visita/command-service/account/proof';
import { createDomain, type Domain } from '@visita/command-service/domain';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Core } from '@visita/operator/core';
import { saidOf } from './attendance.ts';
import { isWithin, makeAppointments, openedOn, type SeedAppointment } from './appointments.ts';
import type { DemoClock } from './clock.ts';
import { clinics, type SeedClinic } from './clinics.ts';
import { closeOnHolidays, planInactivities } from './closings.ts';
import { blockTimes, shapeHours } from './hours.ts';
import { cancel, isCancelledOnline, keepUnread } from './notices.ts';
import {
  childOf,
  demoPassword,
  doubleOf,
  familyOf,
  makePatients,
  pros,
  tagsOf,
  type ProKey,
  type SeedPatient,
  type SeedPro,
} from './people.ts';
import { makePracticeAppointments, practice, practicePros } from './practice.ts';
import { createRandom } from './random.ts';
import { actor, commandId, createSender, type Send } from './send.ts';
import { planSeries } from './series.ts';
import { recordAftermath, type Visit } from './aftermath.ts';
import { fillFreed, putOnList } from './waiting.ts';
import type { Member, Members, Opened, World } from './world.ts';

type Show = (line: string) => void;
type Demo = { core: Core; clock: DemoClock; show: Show; days?: number };

/** Verifies the email address directly, because mails to fictitious people are not read. */
const proveAddress = async ({ pros: accounts }: Domain, proId: string, cause: Cause): Promise<void> => {
  const { tokenId, expires } = proofLink(cause, new Date(cause.time));
  await accounts.execute(proId, { type: 'request-address-proof', tokenId, expires }, cause);
  await accounts.execute(proId, { type: 'prove-address', tokenId, now: cause.time }, cause);
};

const signUp = async (core: Core, send: Send, pro: SeedPro): Promise<Member> => {
  const { key, username, email, language, profile, title, plan } = pro;
  const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false } as const;
  const account = { username, email, password: demoPassword, comunicationsLanguage: language };
  const signedUp = { ...account, ...consents, configStatus: 1 } as const;
  const { data } = await send('signUp', `sign-up ${key}`, { kind: 'anonymous' }, { body: signedUp });
  const caller: Caller = { kind: 'pro', proId: data.id, sessionId: 'seed' };
  const member = { ...pro, id: data.id, caller };
  const domain = createDomain(core.store);
  const causeOf = (what: string) => {
    const id = commandId(`${what} ${key}`);
    return { id, correlationId: id, actor, time: core.now().toISOString() } as const;
  };
  await proveAddress(domain, data.id, causeOf('prove-address'));
  const { state } = await domain.pros.load(data.id);
  if (state.status === 'registered' && state.configStatus === 100) return member;
  const params = { id: data.id };
  const personal = { title, ...profile, configStatus: 2 } as const;
  await send('updatePro', `personal-data ${key}`, caller, { params, body: personal });
  const free = { configStatus: 100, subscriptionName: 'free' } as const;
  await send('updatePro', `plan ${key}`, caller, { params, body: free });
  await domain.pros.execute(data.id, { type: 'assign-plan', plan }, causeOf('assign-plan'));
  const languagesSpoken = [...pro.spoken];
  await send('updateOptions', `spoken ${key}`, caller, { params, body: { languagesSpoken } });
  return member;
};

const openClinic = async (send: Send, members: Members, clinic: SeedClinic): Promise<Opened> => {
  const { id: ownerId, caller } = members.get(clinic.owner)!;
  const place = { ...clinic.place, ownerId, onlineBooking: true };
  const { data: opened } = await send('openClinic', `clinic ${clinic.key}`, caller, { body: place });
  const rows = clinic.services.map(({ name, specialization, duration, price }) => ({
    specializationId: specialization,
    serviceName: name,
    duration,
    price,
    clinicId: opened.id,
  }));
  const added = await send('addClinicServices', `services ${clinic.key}`, caller, { body: rows });
  const serviceIds = added.data.map((service) => service.id);
  for (const [index, { rules }] of clinic.services.entries()) {
    if (!rules) continue;
    const { clinicId: _clinic, ...details } = rows[index]!;
    const change = { params: { id: serviceIds[index]! }, body: { ...details, ...rules } };
    await send('changeClinicService', `rules ${clinic.key} ${index}`, caller, change);
  }
  const join = async (
    pro: ProKey,
    offer: Omit<Input<Api['addCollaborator']>['body'], 'clinicId' | 'proEmail'>,
  ) => {
    const member = members.get(pro)!;
    const body = { clinicId: opened.id, proEmail: member.email, ...offer };
    const { hub } = (await send('addCollaborator', `hub ${clinic.key} ${pro}`, caller, { body })).data;
    if (hub.status === 'pending') {
      const accept = { params: { id: hub.id }, body: { status: 'active' } } as const;
      await send('updateHub', `accept ${clinic.key} ${pro}`, member.caller, accept);
    }
    return hub;
  };
  if (clinic.reception) await join(clinic.reception, { role: 'reception', availability: [], services: [] });
  const hubs: [ProKey, { id: string; services: ReadonlyMap<number, string> }][] = [];
  for (const { pro, hours, services } of clinic.team) {
    const chosen = services.map((index) => serviceIds[index]!);
    const hub = await join(pro, { availability: [...hours], services: chosen });
    const offered = hub.services.map((one) => [serviceIds.indexOf(one.clinicServiceId), one.id] as const);
    hubs.push([pro, { id: hub.id, services: new Map(offered) }]);
  }
  return { ...clinic, id: opened.id, serviceIds, hubs: new Map(hubs) };
};

const atOnce = 16;
const dayMs = 86_400_000;

/** Returns the times of booking and cancelling: not before the clinic opened, and not after now. */
const timesOf = (
  { date, leadDays }: SeedAppointment,
  { opened, clock }: Pick<Placing, 'opened' | 'clock'>,
) => {
  const now = clock.now().getTime();
  const start = Date.parse(`${date}:00Z`);
  const placed = Math.max(opened.getTime(), Math.min(now, start - leadDays * dayMs));
  const cancelled = Math.min(now, placed + (start - placed) / 2);
  return { placed: new Date(placed), cancelled: new Date(cancelled) };
};

type Parent = { patientId: string; patient: SeedPatient; caller: Caller; hubServiceId: string; day: string };

/** Adds a family with one email; the twins have consecutive appointments at lunch time. */
const bringFamily = async (send: Send, { patientId, patient, caller, hubServiceId, day }: Parent) => {
  const { partner, elder, twins } = familyOf(patient);
  const add = (body: typeof partner | typeof elder | (typeof twins)[number]) =>
    send('addDependant', `family ${body.name}`, caller, { params: { patientId }, body });
  for (const member of [partner, elder]) await add(member);
  for (const [index, twin] of twins.entries()) {
    const { data } = await add(twin);
    const child = { id: data.id, name: data.name, email: null, prefix: null, phone: null };
    const booking = { hubServiceId, date: `${day}T13:${index === 0 ? '00' : '30'}`, proNotes: '' };
    await send('placeBooking', `visit ${twin.name}`, caller, { body: { booking, patient: child } });
  }
};

type Placing = World & { clock: DemoClock; opened: Date; show: Show; today: string };

const placeAll = async (send: Send, all: SeedAppointment[], placing: Placing) => {
  const { members, clinics, clock, show, today } = placing;
  // Appointments are placed concurrently: of a patient's appointments, always the same one sets the tags.
  const recordOf = ({ pro, patient }: SeedAppointment): string => `${pro} ${patient.email}`;
  const tagging = new Map(
    all
      .filter(({ patient, chance }) => tagsOf(patient, chance).length > 0)
      .map((appointment) => [recordOf(appointment), appointment.key]),
  );
  const ofGiulia = all.filter(({ pro }) => pro === 'giulia');
  const doubled = ofGiulia[0]?.key;
  const parent = ofGiulia.toSorted((one, other) => (one.date < other.date ? -1 : 1)).at(-1)?.key;
  const count = { placed: 0, kept: 0, visits: [] as Visit[] };
  const waiting = all.values();
  const place = async (appointment: SeedAppointment): Promise<void> => {
    const { key, clinic, pro, service, date, notes, patient } = appointment;
    const { hubs, serviceIds } = clinics.get(clinic)!;
    const hubServiceId = hubs.get(pro)!.services.get(service)!;
    const clinicServiceId = serviceIds[service]!;
    const body = { booking: { hubServiceId, date, proNotes: notes }, patient };
    const { caller } = members.get(pro)!;
    const times = timesOf(appointment, placing);
    try {
      const { wrote, data } = await clock.at(times.placed, () => send('placeBooking', key, caller, { body }));
      count[wrote ? 'placed' : 'kept'] += 1;
      const params = { id: data.id };
      const attendance =
        wrote && !appointment.cancelled
          ? saidOf(data, { chance: appointment.chance, now: clock.now() })
          : null;
      // One in a hundred has a child on the list.
      const care = { params: { patientId: data.patient_id }, body: childOf(patient) };
      if (appointment.chance === 7)
        await clock.at(times.placed, () => send('addDependant', `child ${key}`, caller, care));
      const tagged = {
        params: { patientId: data.patient_id },
        body: { tags: tagsOf(patient, appointment.chance) },
      };
      if (tagging.get(recordOf(appointment)) === key)
        await clock.at(times.placed, () => send('setPatientRemarks', `tags ${key}`, caller, tagged));
      if (key === doubled) await send('registerPatient', 'double', caller, { body: doubleOf(patient) });
      if (key === parent) {
        const family = { patientId: data.patient_id, patient, caller, hubServiceId, day: date.slice(0, 10) };
        await clock.at(times.placed, () => bringFamily(send, family));
      }
      const by = isCancelledOnline(date, today) ? ({ kind: 'booking', bookingId: data.id } as const) : caller;
      if (appointment.cancelled) {
        await clock.at(times.cancelled, () => cancel(send, key, by, data.id));
        const person = all[(Number(key.split('-').at(-1)) + 1) % all.length]!.patient;
        const freed = { booking: data, clinicServiceId, date, person };
        if (appointment.chance % 3 === 0)
          await clock.at(times.cancelled, () => fillFreed(send, key, caller, freed));
      } else
        count.visits.push({
          booking: data,
          clinicServiceId,
          placed: times.placed,
          chance: appointment.chance,
        });
      if (attendance)
        await clock.at(attendance.at, () =>
          send(attendance.call, `came ${key}`, caller, { params, body: attendance.body }),
        );
    } catch (error) {
      // A user of the demo has cancelled it, or closed the day.
      if (!(error instanceof Rejection)) throw error;
      count.kept += 1;
    }
    if ((count.placed + count.kept) % 250 === 0) show(`  ${count.placed + count.kept} of ${all.length}`);
  };
  const worker = async (): Promise<void> => {
    for (const one of waiting) await place(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return count;
};

/**
 * Fills a demo through the product's command handlers: 3 pros with 3 clinics and 300 patients, 1,500 bookings
 * within 60 days of today and those of half a year, closings, public holidays and vacations; and a practice of twelve
 * professionals with a reception and 80 visits a day. Ids are fixed, so a second run adds nothing.
 */
export const seedDemo = async ({ core, clock, show, days }: Demo) => {
  const send = createSender(core);
  show('Pros');
  const members = new Map<ProKey, Member>();
  for (const pro of [...pros, ...practicePros]) {
    members.set(pro.key, await signUp(core, send, pro));
    show(`  ${pro.profile.name} ${pro.profile.lastname}`);
  }
  // Day of the first seeding, so that a second run derives the same appointments.
  const [first] = await core.store.readStream(`pro-${members.get('giulia')!.id}`);
  const today = first!.metadata.time.slice(0, 10);
  show('Clinics');
  const opened = new Map<string, Opened>();
  const openedAt = new Date(`${openedOn(today)}T06:00:00Z`);
  for (const clinic of [...clinics, practice]) {
    opened.set(clinic.key, await clock.at(openedAt, () => openClinic(send, members, clinic)));
    show(`  ${clinic.place.name}, ${clinic.place.city}`);
  }
  const world = { members, clinics: opened };
  show('Closings, public holidays and vacations');
  await closeOnHolidays(send, world);
  await planInactivities(send, world, today);
  show('Hours of single days, and blocked times');
  const worker = (key: ProKey) => {
    const { caller } = members.get(key)!;
    return { key, caller, hubId: opened.get('milano')!.hubs.get(key)!.id };
  };
  const physiotherapy = opened.get('milano')!.hubs.get('marco')!.services.get(4)!;
  await send('setHubServiceTerms', 'terms marco', worker('marco').caller, {
    params: { id: physiotherapy },
    body: { duration: null, price: 65 },
  });
  await shapeHours(send, { giulia: worker('giulia'), marco: worker('marco') }, today);
  await blockTimes(send, worker('giulia'), today);
  const carmen = members.get('carmen')!;
  await send('updateOptions', 'gapless carmen', carmen.caller, {
    params: { id: carmen.id },
    body: { gaplessStarts: true, bookingNoticeHours: 4 },
  });
  const giulia = members.get('giulia')!;
  const checkUp = { clinicServiceId: null, months: 1, tag: null, treatment: true, automatic: false };
  const rules = { params: { proId: giulia.id }, body: [checkUp] };
  await send('setRecallRules', 'recalls giulia', giulia.caller, rules);
  show('Bookings');
  const random = createRandom(20);
  const all = [
    ...makeAppointments(random, today, makePatients(random)),
    ...makePracticeAppointments(createRandom(21), today),
  ];
  const appointments = days === undefined ? all : all.filter(isWithin(today, days));
  await keepUnread(send, members.values());
  const count = await placeAll(send, appointments, { ...world, clock, opened: openedAt, show, today });
  show('Waiting list');
  const { id: clinicId, serviceIds, owner, hubs } = opened.get('milano')!;
  const wish = { clinicId, clinicServiceId: serviceIds[0]! };
  await putOnList(send, { ...wish, caller: members.get(owner)!.caller });
  show('Repeated visits');
  const { id: hubId, services } = hubs.get('giulia')!;
  const where = { proId: giulia.id, clinicId, hubId, hubServiceId: services.get(2)! };
  await planSeries(core, send, { ...where, caller: giulia.caller, today });
  show('Reminders, surveys and invitations');
  await recordAftermath(core, count.visits, giulia.id);
  return count;
};
