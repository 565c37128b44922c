import { expect, it } from 'vitest';
import { callAs, succeed } from '../support/http.ts';
import { useProduct } from '../support/hooks.ts';
import { dayAhead, openClinic, requestOf } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';
import { mailed, registerProven } from '../support/proven.ts';
import { solve } from '../support/proof.ts';

const product = useProduct({ TRUST: 'strict' });

it('an offer counts against the mails of an account, unless its recipient joined by a mailed link', async () => {
  const { client, stack } = product();
  const anna = await registerProven(product(), 'anna');
  const as = callAs(client, anna.token);
  const { clinicId, services, offers } = await openClinic(client, anna, 'Studio Roma');
  const wish = { clinicId, clinicServiceId: services[0]! };
  const contact = { prefix: '+39', phone: '3330001111' };
  const staffed = { ...contact, name: 'Carla', email: 'carla@example.com' };
  const { data } = await as('joinWaitingList', { body: { ...wish, patient: staffed } });

  const contactInfo = { ...requestOf(clinicId, '', '', 'dora').contactInfo };
  const asked = await client.call('joinWaitingList', { body: { ...wish, contactInfo } });
  const proof = solve(asked.body.challenge!);
  await succeed(client.call('joinWaitingList', { body: { ...wish, contactInfo, proof } }));
  const link = await mailed(product(), 'dora@example.com', 'waiting/');
  const own = await succeed(client.call('confirmWaiting', { token: link }));

  for (const [index, id] of [data.id!, own.data.entry_id].entries()) {
    const body = { hubServiceId: offers[0], date: `${dayAhead(4)}T1${index}:00` };
    await as('offerTime', { params: { id }, body });
  }
  for (const name of ['carla', 'dora']) await mailed(product(), `${name}@example.com`, 'offer/');
  await using inside = await lookInside(stack.place);
  const { rows } = await inside.pool.query<{ account: string }>(
    "select account from notifier.counted_mails where job_id like '%time-offered%'",
  );
  expect(rows).toEqual([{ account: `pro-${anna.proId}` }]);
}, 120_000);
