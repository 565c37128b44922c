import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bookingOf, openPractice, type Practice } from '@visita/command-service/testing/practice';
import { pro } from '@visita/command-service/testing/world';
import { Rejection } from '@visita/contracts/problem';
import { beginning } from '@visita/platform/event-store/port';
import { openProduct, type SimulatedProduct } from '../simulation/product.ts';
import { tokenIn } from '../support/inside.ts';

const friday = '2026-11-20T09:00:00.000Z';
const day = '2026-11-27';
const people = Array.from({ length: 50 }, (_, index) => `person${String(index).padStart(2, '0')}`);
/** The last two are urgent. */
const turn = [...people.slice(48), ...people.slice(0, 48)];
const times = Array.from({ length: 10 }, (_, index) => `${day}T${String(8 + index).padStart(2, '0')}:00`);

let product: SimulatedProduct;
let practice: Practice;
const as = () => pro(practice.ownerId);

const join = async (name: string, urgent: boolean): Promise<void> => {
  const patient = { name, email: `${name}@example.com`, prefix: '+39', phone: '3330001111' };
  const { clinicId, services } = practice;
  const body = { clinicId, clinicServiceId: services[0], from: day, until: day, patient, urgent };
  await product.call('joinWaitingList', { body, as: as() });
  await product.clock.set(new Date(product.now().getTime() + 1_000));
};

const eventsOf = async (type: string) =>
  (await product.foundation.store.readAll(beginning, 10_000)).filter((event) => event.type === type);

/** Returns the people who got a mail with an offer, and its token. */
const offers = (): { name: string; token: string }[] =>
  product.sent
    .filter(({ text }) => text.includes('/offer'))
    .map(({ to, text }) => ({ name: to.replace('@example.com', ''), token: tokenIn(text, 'offer') }));

const answerWith = async (token: string, body: { take: boolean; date?: string } = { take: true }) => {
  const caller = await product.foundation.authenticate('offer-token', token);
  return product.call('answerOffer', { body, as: caller });
};

/** Takes one offered time after the other until one is booked; returns whether one was. */
const takeAny = async (token: string): Promise<boolean> => {
  for (const date of times) {
    const taken = await answerWith(token, { take: true, date: `${date}:00+01:00` }).catch(
      (error: unknown) => {
        if (error instanceof Rejection && error.status === 409) return null;
        throw error;
      },
    );
    if (taken) return true;
  }
  return false;
};

/** Returns the people who wait and now have a visit. */
const booked = async (): Promise<string[]> => {
  const confirmed = "select email from read.bookings where status = 'confirmed'";
  const { rows } = await product.pool.query<{ email: string }>(confirmed);
  return rows.map(({ email }) => email.replace('@example.com', '')).toSorted();
};

/** Makes fifty people wait for ten visits, and cancels all of them at the same time. */
const free = async (): Promise<void> => {
  const visits = [];
  for (const [index, time] of times.entries()) {
    const body = bookingOf(practice.offers[0], time, `patient${index}`);
    visits.push((await product.call('placeBooking', { body, as: as() })).answer.data.id);
  }
  for (const name of people) await join(name, turn.indexOf(name) < 2);
  await product.look();
  product.sent.length = 0;
  await Promise.all(visits.map((id) => product.call('deleteBooking', { params: { id }, as: as() })));
  await product.look();
  await product.look();
};

beforeEach(async () => {
  product = await openProduct(friday);
  onTestFinished(() => product.close());
  practice = await openPractice(product);
});

const refused = { status: expect.toSatisfy((status: number) => status >= 400 && status < 500) };

describe('fifty people wait, and ten times become free at once', () => {
  it('in turn: the first ten get an offer each, and no other person can take a time', async () => {
    await free();
    expect(
      offers()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(turn.slice(0, 10).toSorted());
    const { waitingTokens } = product.foundation;
    const made = (await eventsOf('OfferMade')).map(
      ({ data }) => data as { offerId: string; entryId: string },
    );
    const entries = (await eventsOf('WaitingJoined')).map(
      ({ data }) => (data as { entryId: string }).entryId,
    );
    const others = entries.filter((entryId) => made.every((offer) => offer.entryId !== entryId));
    expect(others).toHaveLength(40);
    for (const [index, entryId] of others.entries()) {
      const [, own = ''] = made[index % 10]!.offerId.split('.');
      await expect(answerWith(waitingTokens.issueOffer(`${entryId}.${own}`))).rejects.toMatchObject(refused);
      await expect(answerWith(waitingTokens.issueEntry(entryId))).rejects.toMatchObject(refused);
    }
    const forged = offers().map(({ token }) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    for (const token of forged) await expect(answerWith(token)).rejects.toMatchObject(refused);
    expect(await eventsOf('OfferTaken')).toEqual([]);

    for (const { token } of offers()) expect((await answerWith(token)).answer.data.status).toBe('taken');
    await product.look();
    expect(await booked()).toEqual(turn.slice(0, 10).toSorted());
    expect(await eventsOf('OfferMade')).toHaveLength(10);
  });

  it('all at once: ten people get a time, and forty are told that it is gone', async () => {
    const params = { id: practice.ownerId };
    await product.call('updateOptions', { params, body: { offersAtOnce: true }, as: as() });
    await free();
    expect(
      offers()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(people);
    const tokens = offers().map(({ token }) => token);
    const winners = (await Promise.all(tokens.map(takeAny))).filter(Boolean);
    expect(winners).toHaveLength(10);
    product.sent.length = 0;
    await product.look();
    const withVisit = await booked();
    expect(withVisit).toHaveLength(10);
    const told = (await eventsOf('OfferWithdrawn')).map(({ data }) => (data as { reason: string }).reason);
    expect(told).toEqual(Array.from({ length: 40 }, () => 'gone'));
    const gone = product.sent.filter(({ messageId }) => messageId.includes('.offer-gone@'));
    expect(gone.map(({ to }) => to.replace('@example.com', '')).toSorted()).toEqual(
      people.filter((name) => !withVisit.includes(name)),
    );
  });
});
