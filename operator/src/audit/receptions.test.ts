import type { Actor, RecordedEvent } from '@visita/contracts/envelope';
import { erased } from '@visita/contracts/event';
import type { DomainEvent } from '@visita/contracts/events';
import { recorded, sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { expect, it } from 'vitest';
import { actorsInWords } from './receptions.ts';

const desk = sampleId(1, 30);
const { owner, clinic } = sampleIds;
const profile = { name: 'Marta', lastname: 'Villa', prefix: '+39', phone: '3331112222' };

const by = (actor: Actor, event: DomainEvent): RecordedEvent => {
  const [one] = recorded([event]) as [RecordedEvent];
  return { ...one, metadata: { ...one.metadata, actor } };
};

const storeOf = (streams: Readonly<Record<string, readonly DomainEvent[]>>) => ({
  readStream: async (stream: string) => recorded(streams[stream] ?? []),
});
const team = [sample('CollaboratorInvited', { proId: desk, role: 'reception' })];
const booked = [by(`pro:${desk}`, sample('BookingPlaced')), by(`pro:${owner}`, sample('BookingMoved'))];

it('describes a reception by its role, and by its first name only if personal data is revealed', async () => {
  const store = storeOf({
    [`clinic-${clinic}`]: team,
    [`pro-${desk}`]: [sample('PersonalDataSaved', { proId: desk, profile })],
  });
  const told = async (reveal: boolean) => {
    const inWords = await actorsInWords(store, booked, reveal);
    return [inWords(`pro:${desk}`), inWords(`pro:${owner}`)];
  };
  expect(await told(false)).toEqual([`reception (pro ${desk})`, `pro ${owner}`]);
  expect(await told(true)).toEqual([`reception (Marta, pro ${desk})`, `pro ${owner}`]);
});

it('does not name an erased reception', async () => {
  const store = storeOf({
    [`clinic-${clinic}`]: team,
    [`pro-${desk}`]: [sample('PersonalDataSaved', { proId: desk, profile: erased })],
  });
  const inWords = await actorsInWords(store, booked, true);
  expect(inWords(`pro:${desk}`)).toBe(`reception (pro ${desk})`);
});
