import { expect, it } from 'vitest';
import { bookingOf, invite, openClinic, openPractice, registerPro } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code });

const bodyOf = (clinicId: string, username: string) => ({
  clinicId,
  proEmail: `${username}@example.com`,
  availability: [],
  services: [],
  role: 'reception',
});

const inviteReception = async (world: World, clinic: { ownerId: string; clinicId: string }) => {
  const proId = await registerPro(world, 'rita', 'free');
  const as = pro(clinic.ownerId);
  const { hub } = (await world.call('addCollaborator', { body: bodyOf(clinic.clinicId, 'rita'), as })).answer
    .data;
  await world.call('updateHub', { params: { id: hub.id }, body: { status: 'active' }, as: pro(proId) });
  return { proId, hub };
};

const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const reception = await inviteReception(world, practice);
  return { world, practice, reception, as: pro(reception.proId) };
};

it('is invited without services and hours, which any other role needs', async () => {
  const { world, practice, reception } = await open();
  expect(reception.hub).toMatchObject({
    role: 'reception',
    status: 'pending',
    services: [],
    availabilities: [],
  });
  const { role: _, ...guest } = bodyOf(practice.clinicId, 'gino');
  await expect(world.call('addCollaborator', { body: guest, as: pro(practice.ownerId) })).rejects.toThrow(
    'must have at least one entry',
  );
});

it('is refused while processes of an earlier release run', async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  world.setUpdated(false);
  const as = pro(practice.ownerId);
  await refused(
    world.call('addCollaborator', { body: bodyOf(practice.clinicId, 'rita'), as }),
    'update-running',
  );
  world.setUpdated(true);
  await inviteReception(world, practice);
});

it('is never the owner, and offers nothing', async () => {
  const { world, practice, reception, as } = await open();
  const owner = pro(practice.ownerId);
  const hubId = reception.hub.id;
  const { clinicId } = await openClinic(world, practice.ownerId, 'Studio Ostia');
  await refused(
    world.call('addCollaborator', { body: bodyOf(clinicId, 'anna'), as: owner }),
    'reception-role',
  );
  const [clinicServiceId] = practice.services;
  const window = { working_day: 1, starting_hour: '09:00', ending_hour: '12:00' };
  for (const caller of [owner, as]) {
    await refused(
      world.call('addHubService', { body: { hubId, clinicServiceId }, as: caller }),
      'reception-role',
    );
    await refused(
      world.call('addHubAvailabilities', { body: [{ hubId, ...window }], as: caller }),
      'reception-role',
    );
    const body = { days: [{ date: '2026-12-01', windows: [] }] };
    await refused(world.call('setDayHours', { params: { id: hubId }, body, as: caller }), 'reception-role');
  }
});

it('places, moves and deletes the bookings of the clinic, with notes that it cannot change', async () => {
  const { world, practice, as } = await open();
  const body = bookingOf(practice.offers[0], '2026-11-24T10:00');
  const noted = { ...body, booking: { ...body.booking, proNotes: 'Chiama prima' } };
  const placed = (await world.call('placeBooking', { body: noted, as })).answer.data;
  expect(placed).toMatchObject({ pro_notes: '' });
  const params = { id: placed.id };
  await refused(world.call('editBookingNotes', { params, body: { pro_notes: 'x' }, as }), 'forbidden');
  const moved = { date: '2026-11-24T11:00', hub_service_id: practice.offers[0] };
  const edited = (await world.call('editBooking', { params, body: moved, as })).answer.data;
  expect(edited).toMatchObject({ pro_notes: '' });
  await world.call('deleteBooking', { params, as });
});

it('closes the clinic and plans its holidays, and changes nothing else of it', async () => {
  const { world, practice, as } = await open();
  const { clinicId } = practice;
  const day = { title: 'Ponte', starting_date: '2026-12-07T00:00', ending_date: '2026-12-07T23:59' };
  const closing = { ...day, clinic_id: clinicId, type: 'closing' };
  const { id } = (await world.call('planClosing', { body: closing, as })).answer.data;
  await world.call('cancelClosing', { params: { id }, as });
  const holidays = { country: 'IT', region: null, language: 'it' };
  await world.call('setHolidays', { params: { id: clinicId }, body: holidays, as });
  const switched = { params: { id: clinicId }, body: { online_booking: false }, as };
  await refused(world.call('updateClinic', switched), 'forbidden');
  await refused(world.call('addCollaborator', { body: bodyOf(clinicId, 'gino'), as }), 'forbidden');
});

it('blocks, frees and sets hours for colleagues; absences need a plan of theirs or the owner’s', async () => {
  const { world, practice, as } = await open();
  const { hubId, ownerId } = practice;
  const block = { hub_id: hubId, starting_date: '2026-11-24T10:00', ending_date: '2026-11-24T12:00' };
  const { id } = (await world.call('blockTime', { body: block, as })).answer.data;
  await world.call('unblockTime', { params: { id }, query: { hub_id: hubId }, as });
  const days = [{ date: '2026-12-01', windows: [{ starting_hour: '09:00', ending_hour: '10:00' }] }];
  await world.call('setDayHours', { params: { id: hubId }, body: { days }, as });
  await world.call('placeBooking', { body: bookingOf(practice.offers[0], '2026-12-07T10:00'), as });
  const absence = {
    title: 'Malattia',
    starting_date: '2026-12-07T00:00',
    ending_date: '2026-12-07T23:59',
    hub_id: hubId,
    type: 'vacation',
  };
  const planned = (await world.call('planVacation', { body: absence, as })).answer;
  expect(planned).toMatchObject({ data: { hub_id: hubId }, affected: [{ pro_id: ownerId, pro_notes: '' }] });
  await world.call('cancelVacation', { params: { id: planned.data.id }, as });
  const free = { plan: 'free', type: 'assign-plan' } as const;
  const cause = {
    id: 'x',
    correlationId: 'x',
    actor: 'operator:test',
    time: world.now().toISOString(),
  } as const;
  await world.domain.pros.execute(ownerId, free, cause);
  await refused(world.call('planVacation', { body: absence, as }), 'plan-required');
});

it('does nothing while it is paused, and nothing after it left', async () => {
  const { world, practice, reception, as } = await open();
  const owner = pro(practice.ownerId);
  const params = { id: reception.hub.id };
  const place = () =>
    world.call('placeBooking', { body: bookingOf(practice.offers[0], '2026-11-24T10:00'), as });
  await world.call('updateHub', { params, body: { status: 'paused' }, as: owner });
  await refused(place(), 'forbidden');
  await world.call('updateHub', { params, body: { status: 'archived' }, as: owner });
  await refused(place(), 'not-found');
});

it('does nothing for the clinics of others', async () => {
  const { world, as } = await open();
  const ownerId = await registerPro(world, 'olga');
  const other = await invite(world, await openClinic(world, ownerId), { ownerId, username: 'olga' });
  await refused(
    world.call('placeBooking', { body: bookingOf(other.offers[0], '2026-11-24T10:00'), as }),
    'not-found',
  );
});

it('makes blocked times and absences that the professional can take back, on any plan', async () => {
  const { world, practice, as } = await open();
  const self = pro(await registerPro(world, 'gino', 'free'));
  const { hubId } = await invite(world, practice, { ownerId: practice.ownerId, username: 'gino' });
  await world.call('updateHub', { params: { id: hubId }, body: { status: 'active' }, as: self });
  const day = { starting_date: '2026-12-07T00:00', ending_date: '2026-12-07T23:59' };
  const absence = { ...day, title: 'Malattia', hub_id: hubId, type: 'vacation' };
  const planned = (await world.call('planVacation', { body: absence, as })).answer.data;
  const block = {
    hub_id: hubId,
    starting_date: '2026-11-24T10:00',
    ending_date: '2026-11-24T12:00',
  };
  const blocked = (await world.call('blockTime', { body: block, as })).answer.data;
  await refused(world.call('planVacation', { body: absence, as: self }), 'plan-required');
  await world.call('cancelVacation', { params: { id: planned.id }, as: self });
  await world.call('unblockTime', { params: { id: blocked.id }, as: self });
});
