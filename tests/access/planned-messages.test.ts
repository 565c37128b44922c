import { expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { dayAhead } from '../support/http-practice.ts';
import { succeed } from '../support/http.ts';
import { sentMails, tokenIn } from '../support/inside.ts';

const practice = usePractice();
const soon = { timeout: 30_000 };
const ended = { status: 401, body: { code: 'token-expired' } };

it('the links of the waiting list end when the email to which they were mailed is corrected', async () => {
  const { client, anna, clinic, stack } = practice();
  const { call } = client;
  const { token } = anna;
  const [old, corrected] = ['wanda@example.com', 'wanda.verdi@example.com'];
  const person = { name: 'Wanda Verdi', prefix: '+39', phone: '3330001111' };
  const wish = { clinicId: clinic.clinicId, clinicServiceId: clinic.services[0]! };
  const joined = { ...wish, patient: { ...person, email: old } };
  const { id } = (await succeed(call('joinWaitingList', { body: joined, token }))).data;
  const params = { id: id! };
  const offer = async (hour: string) => {
    const body = { hubServiceId: clinic.offers[0], date: `${dayAhead(4)}T${hour}` };
    return (await succeed(call('offerTime', { params, body, token }))).data.id;
  };
  const mailTo = async (email: string) => {
    const isOffer = (mail: string) => mail.includes(`To: ${email}`) && mail.includes('offer/');
    await expect.poll(async () => (await sentMails(stack.varDirectory)).some(isOffer), soon).toBe(true);
    const mail = (await sentMails(stack.varDirectory)).find(isOffer)!;
    return { offer: tokenIn(mail, 'offer/'), entry: tokenIn(mail, 'waiting/') };
  };
  const first = await offer('09:00');
  const links = await mailTo(old);
  await succeed(call('getOffer', { token: links.offer }));

  const list = await succeed(call('getWaitingList', { params: { clinicId: clinic.clinicId }, token }));
  const patientId = list.data.find((entry) => entry.id === id)?.patient_id ?? '';
  await succeed(call('updatePatient', { body: { ...person, patientId, email: corrected }, token }));
  expect(await call('getOffer', { token: links.offer })).toMatchObject(ended);
  expect(await call('answerOffer', { token: links.offer, body: { take: true } })).toMatchObject(ended);
  expect(await call('confirmWaiting', { token: links.entry })).toMatchObject(ended);
  expect(await call('leaveWaitingList', { params, token: links.entry })).toMatchObject(ended);

  await succeed(call('withdrawOffer', { params: { id: first }, token }));
  await offer('10:00');
  const fresh = await mailTo(corrected);
  const taken = await succeed(call('answerOffer', { token: fresh.offer, body: { take: true } }));
  expect(taken.data.status).toBe('taken');
}, 120_000);

it('a property that every object has is no SMS provider', async () => {
  const { client, anna } = practice();
  const params = { proId: anna.proId };
  const { data } = await succeed(client.call('getMessageSettings', { params, token: anna.token }));
  const body = { ...data, provider: 'constructor' };
  expect((await client.call('setMessageSettings', { params, body, token: anna.token })).status).toBe(400);
  const text = { from: '+393330001111', text: 'STOP' };
  const answer = { params: { adapter: 'constructor' }, query: { pro: anna.proId, key: 'a' }, body: text };
  expect((await client.call('receiveMessage', answer)).status).toBe(404);
});
