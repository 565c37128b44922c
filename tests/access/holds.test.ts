import { beforeAll, describe, expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { useProduct } from '../support/hooks.ts';
import { createClient, type Send } from '../support/http.ts';
import { dayAhead, openClinic, type OpenedClinic, requestOf } from '../support/http-practice.ts';
import { sentMails } from '../support/inside.ts';
import { solve } from '../support/proof.ts';
import { registerProven } from '../support/proven.ts';

// The product runs behind a proxy, with the default limits.
const product = useProduct({ TRUST: 'strict', TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });

/**
 * The professional has one visit a day for thirty days, of which strangers can hold ten at once.
 */
const hours = { working_day: 9, starting_hour: '09:00', ending_hour: '09:30' };
const visit = { serviceName: 'Visita', duration: 30, specializationId: 'acupuncture' };

let asked = 0;
/** Requests a booking as a stranger, from a new network by default, with a unique email and phone. */
const ask = async (
  { clinicId, offers }: OpenedClinic,
  more: { address?: string; name?: string; day?: number; proof?: string; code?: string } = {},
) => {
  asked += 1;
  const address = more.address ?? `198.${18 + Math.floor(asked / 250)}.${asked % 250}.7`;
  const send: Send = (url, request) =>
    fetch(url, { ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
  const { call } = createClient(product().stack.address, send);
  const request = requestOf(
    clinicId,
    offers[0],
    `${dayAhead(more.day ?? 1 + (asked % 28))}T09:00`,
    more.name ?? `p${asked}`,
  );
  const contactInfo = { ...request.contactInfo, phone: `333${String(asked).padStart(7, '0')}` };
  const { proof, code } = more;
  const body = { ...request, contactInfo, ...(proof && { proof }), ...(code && { code }) };
  const { status, body: answer } = await call('requestBooking', { body });
  return { said: answer.code ?? String(status), id: answer.data?.id, challenge: answer.challenge };
};

const codeTo = async (address: string): Promise<string> => {
  const found = async () =>
    (await sentMails(product().stack.varDirectory))
      .filter((mail) => mail.includes(`To: ${address}`))
      .flatMap((mail) => /(?<![\w-])\d{8}(?![\w-])/.exec(mail)?.[0] ?? []);
  await expect.poll(found, { timeout: 30_000 }).toHaveLength(1);
  return (await found())[0]!;
};

const openSmall = async (username: string): Promise<OpenedClinic> => {
  const pro = await registerProven(product(), username);
  return openClinic(product().client, pro, `Studio ${username}`, { visits: [visit], hours });
};

describe('a professional with many times held by strangers', () => {
  let clinic: OpenedClinic;
  beforeAll(async () => {
    clinic = await openSmall('anna');
  }, 120_000);

  it('can still be booked: with a proof of work above half of them, with a mailed code above all', async () => {
    for (let free = 1; free <= 5; free++) expect((await ask(clinic)).said).toBe('200');
    for (let proven = 6; proven <= 10; proven++) {
      const request = { name: `q${proven}`, day: proven + 1 };
      const first = await ask(clinic, request);
      expect(first.said).toBe('proof-needed');
      const proof = solve(first.challenge!);
      // The proof is valid only for its own request.
      expect((await ask(clinic, { ...request, name: 'another', proof })).said).toBe('proof-needed');
      expect((await ask(clinic, { ...request, proof })).said).toBe('200');
    }
    const request = { name: 'carla', day: 25 };
    expect((await ask(clinic, request)).said).toBe('code-sent');
    const code = await codeTo('carla@example.com');
    const wrong = String((Number(code) + 1) % 1e8).padStart(8, '0');
    expect((await ask(clinic, { ...request, code: wrong })).said).toBe('code-sent');
    expect((await ask(clinic, { ...request, code })).said).toBe('200');
    // A code leaves one of thirty times to each domain, until it is confirmed or a quarter of an hour is
    // over.
    const colleague = { name: 'dino', day: 26 };
    expect((await ask(clinic, colleague)).said).toBe('code-sent');
    const other = await codeTo('dino@example.com');
    expect((await ask(clinic, { ...colleague, code: other })).said).toBe('hold-limit');
    await using backstage = await openBackstage(product().stack.place);
    await backstage.database.pool.query(
      "update command.live_holds set until = now() - interval '1 minute' where holder is not null",
    );
    expect((await ask(clinic, { ...colleague, code: other })).said).toBe('200');
  });
});

describe('short visits between long ones', () => {
  it('count as the long visits that they block', async () => {
    const pro = await registerProven(product(), 'dora');
    const day = { working_day: 9, starting_hour: '09:00', ending_hour: '11:00' };
    const visits = [
      { ...visit, serviceName: 'Controllo', duration: 5 },
      { ...visit, serviceName: 'Prima visita', duration: 120 },
    ];
    const clinic = await openClinic(product().client, pro, 'Studio Dora', { visits, hours: day });
    // There are 24 short slots a day and one long slot, which any short visit blocks.
    for (let free = 1; free <= 5; free++) expect((await ask(clinic, { day: free })).said).toBe('200');
    expect((await ask(clinic, { day: 6 })).said).toBe('proof-needed');
  });
});

describe('an unknown patient', () => {
  let clinic: OpenedClinic;
  beforeAll(async () => {
    clinic = await openSmall('carlo');
    for (let free = 1; free <= 5; free++) expect((await ask(clinic)).said).toBe('200');
  }, 120_000);

  it('leaves no event if a proof is required', async () => {
    await using backstage = await openBackstage(product().stack.place);
    const traces = async () => {
      const { rows } = await backstage.database.pool.query(
        'select (select count(*) from vault.pseudonyms) as known, (select count(*) from vault.keys) as keys, (select count(*) from command.live_holds) as holds',
      );
      return [await backstage.store.head(), rows[0]];
    };
    const before = await traces();
    const request = { name: 'nobody', day: 20 };
    const { said, challenge } = await ask(clinic, request);
    expect(said).toBe('proof-needed');
    expect(await traces()).toEqual(before);
    expect((await ask(clinic, { ...request, proof: solve(challenge!) })).said).toBe('200');
    const { rows } = await backstage.database.pool.query(
      'select count(*)::int as held from command.live_holds',
    );
    expect(rows[0].held).toBe(Number((before[1] as { holds: string }).holds) + 1);
  });
});

describe('a network that holds times of a professional', () => {
  let clinic: OpenedClinic;
  beforeAll(async () => {
    const pro = await registerProven(product(), 'bruno');
    clinic = await openClinic(product().client, pro, 'Studio Bruno', { visits: [visit] });
  }, 120_000);

  it('needs a proof after three holds and is never refused; neighbouring networks need none', async () => {
    const said: string[] = [];
    for (let from = 1; from <= 4; from++)
      said.push((await ask(clinic, { address: `203.0.113.${from}` })).said);
    expect(said).toEqual(['200', '200', '200', 'proof-needed']);
    expect((await ask(clinic, { address: '203.0.114.1' })).said).toBe('200');
  });

  it('is limited to three holds per phone or email from any network, and needs a mailed code for more', async () => {
    const said: string[] = [];
    for (let times = 1; times <= 4; times++) said.push((await ask(clinic, { name: 'dora' })).said);
    expect(said).toEqual(['200', '200', '200', 'code-sent']);
    const code = await codeTo('dora@example.com');
    expect((await ask(clinic, { name: 'dora', code })).said).toBe('200');
  });
});
