import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { daySheet } from '@visita/notifier/mail/day-sheet';
import { createMailReads } from '@visita/notifier/mail/reads';
import { createRender } from '@visita/notifier/mail/templates/render';
import { createTexts } from '@visita/notifier/mail/templates/texts';
import { createDueSheets, sheetRules } from '@visita/notifier/planned/day-sheets';
import { createPlanned } from '@visita/notifier/planned/planned';
import { createSending } from '@visita/notifier/planned/send';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic, guest, guestHub, owner, patient, reservation, stranger } = sampleIds;

let world: QueryWorld;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-20T08:00:00.000Z');
  world = await createQueryWorld({ now: now.toISOString() });
  await world.given(...sampleClinic, guestAccepts, sample('PatientRegistered'));
});
afterEach(() => world.close());

/** Monday 09:00 to 09:30 in Rome. */
const visit = sample('BookingPlaced', { confirmBy: null });
const { settings } = sample('MessageSettingsSet').data;
const choosing = (at: string | null, proId: string = owner) =>
  sample('MessageSettingsSet', {
    proId,
    settings: { ...settings, daySheets: at === null ? [] : [{ clinicId: clinic, at }] },
  });

/** Moves the clock, looks for sheets that are due, and decides about them; `before` comes between the two. */
const lookAt = async (
  instant: string,
  before: () => Promise<void> = async () => undefined,
  strict = false,
): Promise<void> => {
  now = new Date(instant);
  const { pool } = world.database;
  const clock = () => now;
  await createDueSheets({ pool, planned: createPlanned({ pool, now: clock }), now: clock })();
  await before();
  const rules = { 'day-sheet': sheetRules({ pool, strict }) };
  await createSending({ pool, rules, key: () => 'key', now: clock }).sendDue(100);
};

const ledger = async (): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ line: string }>(
    `select concat_ws(' ', right(about, 10), state, reason) as line from notifier.planned order by due, about`,
  );
  return rows.map(({ line }) => line);
};

const mailed = async (proId: string) => {
  const reads = createMailReads(world.database.pool, { readStream: async () => [] });
  const deps = {
    reads,
    render: createRender(await createTexts()),
    publicOrigin: 'https://visita.example',
    now: () => now,
  };
  const about = `${proId}:${clinic}:2026-11-23`;
  return daySheet(deps as never, { template: 'day-sheet', eventId: owner, about });
};

it('sends the sheet of the next day once, at the hour of the clinic’s zone', async () => {
  await world.given(visit);
  await lookAt('2026-11-22T17:00:00.000Z');
  expect(await ledger()).toEqual([]);
  await world.given(choosing('18:00'));
  await lookAt('2026-11-22T16:59:59.000Z');
  expect(await ledger()).toEqual([]);
  await lookAt('2026-11-22T17:00:00.000Z');
  await lookAt('2026-11-22T17:00:15.000Z');
  await world.given(choosing('19:00'));
  await lookAt('2026-11-22T18:00:00.000Z');
  expect(await ledger()).toEqual(['2026-11-23 sending']);
});

it('keeps the local hour when the clock changes', async () => {
  await world.given(choosing('18:00'));
  await lookAt('2027-03-27T16:59:59.000Z');
  await lookAt('2027-03-28T15:59:59.000Z');
  expect(await ledger()).toEqual([]);
  await lookAt('2027-03-28T16:00:00.000Z');
  expect(await ledger()).toEqual(['2027-03-29 sending']);
});

it('sends a sheet up to six hours late, past midnight too, and not later', async () => {
  await world.given(choosing('21:00'));
  await lookAt('2026-11-23T02:00:00.000Z');
  expect(await ledger()).toEqual([]);
  await lookAt('2026-11-23T01:59:59.000Z');
  expect(await ledger()).toEqual(['2026-11-23 sending']);
});

it.each([
  ['the choice was taken back', choosing(null)],
  ['the clinic was closed', { type: 'ClinicArchived', data: { clinicId: clinic } } as const],
] as const)('sends nothing if %s meanwhile', async (_, event) => {
  await world.given(visit, choosing('18:00'));
  await lookAt('2026-11-22T17:00:00.000Z', async () => void (await world.given(event)));
  expect((await ledger()).map((line) => line.slice(11))).toEqual(['skipped silenced']);
  expect(await mailed(owner)).toBeNull();
});

it('sends nothing to a member who lost their place', async () => {
  await world.given(visit, choosing('18:00', guest));
  const stopped = { type: 'CollaboratorStopped', data: { clinicId: clinic, hubId: guestHub } } as const;
  await lookAt('2026-11-22T17:00:00.000Z', async () => void (await world.given(stopped)));
  expect(await ledger()).toEqual(['2026-11-23 skipped silenced']);
  expect(await mailed(guest)).toBeNull();
});

it.each(['manager', 'reception'] as const)(
  'gives a %s the visits of all professionals, and nothing of a clinic that took the place back',
  async (role) => {
    const hubId = sampleId(3, 40);
    const member = { hubId, proId: stranger, role, status: 'pending' } as const;
    const accepted = { type: 'CollaborationAccepted', data: { clinicId: clinic, hubId } } as const;
    await world.given(sample('CollaboratorInvited', member), choosing('18:00', stranger));
    await world.given(
      visit,
      sample('BookingPlaced', { bookingId: reservation, confirmBy: null, proId: guest, hubId: guestHub }),
    );
    expect(await mailed(stranger), 'an invitation alone gives no right').toBeNull();
    await world.given(accepted);
    const mail = await mailed(stranger);
    expect(mail?.text).toMatch(/Anna Rossi\n09:00–09:30 .+ · /);
    expect(mail?.text).toMatch(/Bruno .+\n09:00–09:30 .+ · /);
    expect(mail?.text).toContain('2 visite');
    await world.given({ type: 'CollaboratorStopped', data: { clinicId: clinic, hubId } });
    expect(await mailed(stranger)).toBeNull();
  },
);

it('sends nothing to an address that is not verified, in strict mode', async () => {
  await world.given(visit, choosing('18:00'));
  await lookAt('2026-11-22T17:00:00.000Z', undefined, true);
  expect(await ledger()).toEqual(['2026-11-23 dropped no-address']);
});

it.each(['it', 'en', 'es'] as const)('writes the visits without notes (%s)', async (language) => {
  await world.given(visit, choosing('18:00'), {
    type: 'OptionsChanged',
    data: { proId: owner, changes: { comunicationsLanguage: language } },
  });
  const mail = await mailed(owner);
  expect(mail).toMatchObject({ language });
  expect(mail?.subjects).toContain(`patient-${patient}`);
  expect(mail?.text).toMatch(/Anna Rossi\n09:00–09:30 .+ · .+/);
  for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/Prima volta/);
  expect(mail?.subject).not.toContain('Carla');
  expect(mail?.text).toMatch(/: 1 (visita?|cita), /);
});

it('gives a guest their own visits only, and no mail without any', async () => {
  await world.given(visit, choosing('18:00', guest));
  expect(await mailed(guest)).toBeNull();
  await world.given(
    sample('BookingPlaced', { bookingId: reservation, confirmBy: null, proId: guest, hubId: guestHub }),
  );
  const mail = await mailed(guest);
  expect(mail?.text).toContain('09:00–09:30');
  expect(mail?.text).not.toContain('Anna Rossi');
});
