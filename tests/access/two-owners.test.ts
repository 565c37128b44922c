import { calls } from '@visita/contracts/api/table';
import { io } from 'socket.io-client';
import { beforeAll, expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { useProduct } from '../support/hooks.ts';
import { type Reply, succeed } from '../support/http.ts';
import { dayAhead, join, openClinic, registerPro, type RegisteredPro } from '../support/http-practice.ts';

const product = useProduct();

/** Contained in every name of the second clinic. */
const secret = 'segret';
const day = dayAhead(6);

type Hub = Awaited<ReturnType<typeof join>>;
let callers: readonly (readonly [string, RegisteredPro])[];
let sara: RegisteredPro;
let first: Awaited<ReturnType<typeof openClinic>> & { readonly saras: Hub };
let second: typeof first & { readonly patientId: string; readonly bookingId: string };
let owner: RegisteredPro;

/** Sara works at two clinics; the second clinic's owner and reception book and block her time there. */
beforeAll(async () => {
  const { client, stack } = product();
  const registered = await Promise.all(
    ['olga', 'mara', 'rita', 'sara'].map((username) => registerPro(client, username)),
  );
  const [olga, mara, rita] = registered as [RegisteredPro, RegisteredPro, RegisteredPro];
  sara = registered[3]!;
  const bruno = await registerPro(client, 'bruno', { lastname: 'Segreto' });
  const backstage = await openBackstage(stack.place);
  for (const { proId } of [olga, bruno]) await backstage.assignPremium(proId);
  await backstage.close();
  const staff = await openClinic(client, olga, 'Studio Roma', {});
  const team = { owner: olga, clinicId: staff.clinicId, services: staff.services };
  const saras = await join(client, team, sara);
  const maras = await join(client, team, mara);
  const manager = { params: { id: maras.hubId }, body: { role: 'manager' }, token: olga.token } as const;
  await succeed(client.call('updateHub', manager));
  await join(client, { ...team, role: 'reception' }, rita);
  first = { ...staff, saras };
  owner = olga;
  callers = [
    ['the owner', olga],
    ['a manager', mara],
    ['the reception', rita],
  ];

  const visits = ['Visita segreta', 'Controllo segreto'].map((serviceName) => ({
    serviceName,
    duration: 30,
    specializationId: 'acupuncture',
  }));
  const others = await openClinic(client, bruno, 'Studio Segreto', { visits, onlineBooking: false });
  const hidden = await join(
    client,
    { owner: bruno, clinicId: others.clinicId, services: others.services },
    sara,
  );
  const patient = {
    name: 'Silvano Segreto',
    email: 'segreto@example.com',
    prefix: '+39',
    phone: '3330001111',
  };
  const booking = { hubServiceId: hidden.offers[0], date: `${day}T10:00`, proNotes: 'nota segreta' };
  const placed = await succeed(
    client.call('placeBooking', { body: { booking, patient }, token: bruno.token }),
  );
  const block = {
    hub_id: hidden.hubId,
    starting_date: `${day}T12:00`,
    ending_date: `${day}T13:00`,
    note: 'pausa segreta',
  };
  await succeed(client.call('blockTime', { body: block, token: bruno.token }));
  const repeated = { booking: { hubServiceId: hidden.offers[0] }, patient, dates: [`${dayAhead(7)}T10:00`] };
  await succeed(client.call('planSeries', { body: repeated, token: bruno.token }));
  const wish = { clinicId: others.clinicId, clinicServiceId: others.services[0]!, proIds: [sara.proId] };
  const waiting = await succeed(
    client.call('joinWaitingList', { body: { ...wish, patient }, token: bruno.token }),
  );
  const offered = { hubServiceId: hidden.offers[0], date: `${day}T14:00` };
  const params = { id: waiting.data.id! };
  await succeed(client.call('offerTime', { params, body: offered, token: bruno.token }));
  second = { ...others, saras: hidden, bookingId: placed.data.id, patientId: placed.data.patient_id };
}, 120_000);

const texts = (replies: readonly Reply<unknown>[]): string =>
  replies.map(({ body }) => JSON.stringify(body).toLowerCase()).join('\n');

/** Values for a parameter of a path. */
const valuesOf = (path: string, parameter: string, me: RegisteredPro): string[] => {
  if (parameter === 'clinicId' || (parameter === 'id' && path.startsWith('/api/clinics')))
    return [first.clinicId, second.clinicId];
  if (parameter === 'patientId') return [second.patientId];
  if (parameter === 'key') return [sara.proId, me.proId, 'segreto@example.com', '+393330001111'];
  if (parameter === 'username') return ['olga', 'sara'];
  return parameter === 'url' ? ['sara'] : [sara.proId, me.proId];
};

/** Queries that need values: for Sara's hub, and for everything that the first clinic's desk may search. */
const queriesOf = (path: string): object[] => {
  if (path === '/api/affected')
    return [
      { clinic_id: first.clinicId, from: day, to: dayAhead(8) },
      { hub_id: first.saras.hubId, from: day, to: dayAhead(8) },
      { hub_id: second.saras.hubId, from: day, to: dayAhead(8) },
    ];
  if (path.includes('slot_reasons')) return [{ hubServiceId: first.saras.offers[0], date: day }];
  if (path.includes('free_times'))
    return [{ clinicServiceId: first.services[0], from: day, to: dayAhead(8) }];
  if (path.includes('patient')) return [{ search: secret }, {}];
  return [{}];
};

const paramsOf = (path: string, me: RegisteredPro): Record<string, string>[] =>
  [...path.matchAll(/:(\w+)/g)].reduce<Record<string, string>[]>(
    (all, [, name]) =>
      all.flatMap((params) => valuesOf(path, name!, me).map((value) => ({ ...params, [name!]: value }))),
    [{}],
  );

it('no answer to the first clinic says a name of the second', async () => {
  const { call } = product().client;
  const own = () => call('getProCalendar', { params: { proId: sara.proId }, token: sara.token });
  await expect.poll(async () => texts([await own()])).toContain('pausa segreta');
  const reads = calls.filter(([, { method }]) => method === 'GET');
  for (const [who, me] of callers) {
    for (const [name, { path }] of reads) {
      const asked = paramsOf(path, me).flatMap((params) =>
        queriesOf(path).map((query) => ({ params, query })),
      );
      const send = ({ params, query }: (typeof asked)[number]) =>
        call(name, { params, query, token: me.token } as never) as Promise<Reply<unknown>>;
      expect(texts(await Promise.all(asked.map(send))), `${who}: ${name}`).not.toContain(secret);
    }
  }
});

it('a refused time names the time only', async () => {
  const { call } = product().client;
  const [hubServiceId] = first.saras.offers;
  const patient = { name: 'Ada', email: 'ada@example.com', prefix: '+39', phone: '3330002222' };
  const at = (time: string) => ({ booking: { hubServiceId, date: `${day}T${time}` }, patient });
  for (const [who, { token }] of callers) {
    const mine = await succeed(
      call('placeBooking', { body: { ...at('16:00'), patient: { ...patient, name: who } }, token }),
    );
    const moved = { date: `${day}T10:00`, hub_service_id: hubServiceId };
    const blocked = {
      hub_id: first.saras.hubId,
      starting_date: `${day}T09:45`,
      ending_date: `${day}T10:15`,
    };
    const body = { clinicId: first.clinicId, clinicServiceId: first.services[0]!, patient };
    const params = { id: (await succeed(call('joinWaitingList', { body, token }))).data.id! };
    const times = ['10:00', '12:30', '14:00'].map((time) => `${day}T${time}`);
    const series = { booking: { hubServiceId }, dates: times, preview: true };
    const checked = await succeed(call('planSeries', { body: series, token }));
    expect(checked.data.visits.map(({ state }) => state)).toEqual(['taken', 'taken', 'taken']);
    expect(JSON.stringify(checked).toLowerCase(), who).not.toContain(secret);
    const refusals: Reply<unknown>[] = [
      await call('placeBooking', { body: at('10:00'), token }),
      await call('placeBooking', { body: at('12:30'), token }),
      await call('editBooking', { params: { id: mine.data.id }, body: moved, token }),
      await call('blockTime', { body: blocked, token }),
      await call('offerTime', { params, body: { hubServiceId, date: `${day}T10:00` }, token }),
      await call('offerTime', { params, body: { hubServiceId, date: `${day}T14:00` }, token }),
    ];
    expect(
      refusals.map(({ status }) => status),
      who,
    ).toEqual([409, 409, 409, 409, 409, 409]);
    expect(texts(refusals), who).not.toContain(secret);
    await succeed(call('leaveWaitingList', { params, token }));
    await succeed(call('deleteBooking', { params: { id: mine.data.id }, token }));
  }
});

it('the first clinic’s room hears nothing of the second', async () => {
  const { client, stack } = product();
  const heard: unknown[] = [];
  const socket = io(stack.address, {
    auth: { token: owner.token },
    transports: ['websocket'],
    forceNew: true,
  });
  socket.onAny((...message: unknown[]) => heard.push(message));
  try {
    await expect(socket.emitWithAck('join_clinic', { clinic_id: first.clinicId })).resolves.toMatchObject({
      joined: true,
    });
    const params = { id: second.bookingId };
    const body = { date: `${day}T11:00`, hub_service_id: second.saras.offers[1] };
    await succeed(client.call('editBooking', { params, body, token: sara.token }));
    await succeed(client.call('deleteBooking', { params, token: sara.token }));
    const [hubServiceId] = first.saras.offers;
    const patient = { name: 'Bea', email: 'bea@example.com', prefix: '+39', phone: '3330003333' };
    const booking = { hubServiceId, date: `${day}T18:00` };
    await succeed(client.call('placeBooking', { body: { booking, patient }, token: sara.token }));
    await expect.poll(() => JSON.stringify(heard), { timeout: 15_000 }).toContain('Bea');
    expect(JSON.stringify(heard).toLowerCase()).not.toContain(secret);
    expect(JSON.stringify(heard)).not.toContain(second.bookingId);
  } finally {
    socket.close();
  }
});
