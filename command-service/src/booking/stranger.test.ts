import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { isEvent } from '@visita/contracts/events';
import { ProofNeeded, Rejection } from '@visita/contracts/problem';
import { createHoldCodes } from '@visita/platform/auth/hold-code';
import { beginning } from '@visita/platform/event-store/port';
import { openClinic, proveAddress, registerPro, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';

const days = Array.from({ length: 29 }, (_, day) => new Date(Date.UTC(2026, 10, 21 + day)));
const starts = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00'];
/** A month with seven visits a day. */
const month = days.flatMap((day) => starts.map((start) => `${day.toISOString().slice(0, 10)}T${start}`));

const solve = ({ challenge: { challenge, salt, ...rest } }: ProofNeeded): string => {
  let number = 0;
  while (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) number += 1;
  return btoa(JSON.stringify({ ...rest, challenge, salt, number }));
};

type More = { proof?: string; code?: string };
type Attempt = { start: string; email: string; phone: string; address: string };

const open = async () => {
  const world = createWorld(undefined, 'strict');
  const ownerId = await registerPro(world, 'anna');
  await proveAddress(world, ownerId);
  const { clinicId, services } = await openClinic(world, ownerId);
  const availability = [{ working_day: 9, starting_hour: '09:00', ending_hour: '12:30' }];
  const { answer } = await world.call('addCollaborator', {
    body: { clinicId, proEmail: 'anna@example.com', availability, services: services.slice(0, 1) },
    as: pro(ownerId),
  });
  const { id: hubId, services: offered } = answer.data.hub;
  const offers = offered.map(({ id }) => id) as [string, string];
  const practice = { ownerId, clinicId, services, hubId, offers };
  const codes = createHoldCodes(Buffer.alloc(32, 7));
  let asked = 0;
  const ask = async ({ start, email, phone, address }: Attempt, more: More = {}) => {
    asked += 1;
    const request = requestOf(practice, start);
    const contactInfo = { ...request.contactInfo, email, phone };
    const body = { ...request, contactInfo, ...more };
    return (await world.call('requestBooking', { body, address, id: `asked ${asked}` })).answer.data;
  };
  /** Returns the answer's code, or `held`, and the challenge if any. */
  const said = (attempt: Attempt, more?: More): Promise<string | ProofNeeded> =>
    ask(attempt, more).then(
      () => 'held',
      (error: unknown) => {
        if (error instanceof ProofNeeded) return error;
        if (error instanceof Rejection) return error.code;
        throw error;
      },
    );
  const codeFor = async (email: string): Promise<string> => {
    const sent = (await world.store.readAll(beginning, 100_000)).flatMap((event) =>
      isEvent(event, 'HoldCodeSent') && event.data.email === email ? [event.data.codeId] : [],
    );
    return codes.codeOf(sent.at(-1) ?? expect.fail('no code was mailed'));
  };
  return { world, ask, said, codeFor };
};
type Opened = Awaited<ReturnType<typeof open>>;

type Means = { networks: number; proofs: number; codes: number; domains: number };

/** Holds as many times of the month as one person can. */
const attack = async ({ said, codeFor }: Opened, { networks, proofs, codes, domains }: Means) => {
  const held = new Set<string>();
  let [proofsLeft, codesLeft, attempts] = [proofs, codes, 0];
  while (codesLeft > 0 && held.size < month.length && attempts < networks * 10) {
    const start = month.filter((time) => !held.has(time))[attempts % (month.length - held.size)]!;
    attempts += 1;
    const [email, phone] = [
      `m${attempts}@sub${attempts}.all${attempts % domains}.example`,
      `3${attempts + 1e8}`,
    ];
    const network = attempts % networks;
    const attempt = {
      start,
      email,
      phone,
      address: `198.${18 + Math.floor(network / 250)}.${network % 250}.7`,
    };
    let answer = await said(attempt);
    if (answer instanceof ProofNeeded && proofsLeft > 0) {
      proofsLeft -= 1;
      answer = await said(attempt, { proof: solve(answer) });
    }
    if (answer === 'code-sent') {
      codesLeft -= 1;
      answer = await said(attempt, { code: await codeFor(email) });
    }
    if (answer === 'held') held.add(start);
  }
  return { held, proofsLeft, codesLeft };
};

describe.each([
  ['69 networks, 45 proofs and 49 codes of one domain', { networks: 69, proofs: 45, codes: 49, domains: 1 }],
  ['ten times as many, of ten domains', { networks: 690, proofs: 450, codes: 490, domains: 10 }],
])('a month that one person holds with %s', (_, means) => {
  let clinic: Opened;
  let held: ReadonlySet<string>;
  beforeAll(async () => {
    clinic = await open();
    const all = await attack(clinic, means);
    expect(all.codesLeft, 'all codes were tried').toBe(0);
    ({ held } = all);
  }, 120_000);

  it('stays free by half', () => {
    expect(month.length).toBeGreaterThan(200);
    expect(held.size).toBeLessThanOrEqual(month.length / 2);
  });

  it('is booked by a patient with a mailed code, for fifteen minutes', async () => {
    const { world, ask, said, codeFor } = clinic;
    const start = month.find((time) => !held.has(time))!;
    const attempt = { start, email: 'carla@studio.example', phone: '3471112233', address: '203.0.113.9' };
    expect(await said(attempt)).toBe('code-sent');
    const { id, confirmBy } = await ask(attempt, { code: await codeFor(attempt.email) });
    expect(confirmBy).toBe(new Date(world.now().getTime() + 15 * 60_000).toISOString());
    await world.call('confirmBooking', { as: patientOf(id) });
  });
});

describe('a patient in whose name strangers hold three times', () => {
  const victim = { email: 'carla@studio.example', phone: '3471112233' };
  const mine = { ...victim, start: '2026-12-10T09:00', address: '203.0.113.9' };
  const heldByStrangers = async (more: Partial<Attempt>) => {
    const clinic = await open();
    for (const nth of [1, 2, 3])
      await clinic.ask({
        start: `2026-12-0${nth}T09:00`,
        address: `198.51.${nth}.7`,
        email: `other${nth}@studio.example`,
        phone: `333000111${nth}`,
        ...more,
      });
    return clinic;
  };

  it.each(['email', 'phone'] as const)('of their %s gets through with a mailed code', async (field) => {
    const { world, ask, said, codeFor } = await heldByStrangers({ [field]: victim[field] });
    expect(await said(mine)).toBe('code-sent');
    expect(await said(mine, { code: '00000000' })).toBe('code-sent');
    const { id, confirmBy } = await ask(mine, { code: await codeFor(victim.email) });
    expect(confirmBy).toBe(new Date(world.now().getTime() + 15 * 60_000).toISOString());
    await world.call('confirmBooking', { as: patientOf(id) });
  });
});

it('a hold for which a proof was asked lasts fifteen minutes, one before that an hour', async () => {
  const { world, ask, said } = await open();
  const attempt = (nth: number) => ({
    start: `2026-12-0${nth}T09:00`,
    email: `m${nth}@studio.example`,
    phone: `333000111${nth}`,
    address: `198.51.100.${nth}`,
  });
  const minutesOf = ({ confirmBy }: { confirmBy: string }) =>
    (Date.parse(confirmBy) - world.now().getTime()) / 60_000;
  for (const nth of [1, 2, 3]) expect(minutesOf(await ask(attempt(nth)))).toBe(60);
  const asked = await said(attempt(4));
  if (!(asked instanceof ProofNeeded)) expect.fail('a proof is asked for');
  expect(minutesOf(await ask(attempt(4), { proof: solve(asked) }))).toBe(15);
});
