import { describe, expect, it } from 'vitest';
import { priceRange } from '../lib/text/euro.ts';
import {
  daysOfOthers,
  freeDays,
  offerOfAnyone,
  offersOn,
  ownTermsOf,
  pick,
  pickedOrOnly,
  termsOf,
  type Offer,
  type Service,
} from './offers.ts';

const offer = (hubId: string, serviceId: string, availabilities: string[]): Offer => ({
  clinic_service_id: serviceId,
  service: 'Visita',
  specialization_it: 'Dermatologia',
  specialization_en: 'Dermatology',
  specialization_es: 'Dermatología',
  hubId,
  professional: 'Ada Neri',
  hubServiceId: `${hubId}.${serviceId}`,
  availabilities,
});
const days = [
  { date: '2026-11-24', bookingAvailabilities: [offer('b', 's1', ['09:00', '10:00'])] },
  {
    date: '2026-11-23',
    bookingAvailabilities: [offer('a', 's1', ['09:00']), offer('b', 's1', ['09:00', '09:30'])],
  },
  { date: '2026-11-25', bookingAvailabilities: [offer('a', 's1', []), offer('a', 's2', ['09:00'])] },
];

describe('offers', () => {
  it('names the free days on which only other professionals are free', () => {
    const free = freeDays(days, 's1', '2026-11-20');
    const others = (ownHubId: string) => [...daysOfOthers(free, { days, serviceId: 's1', ownHubId })];
    expect(others('a')).toEqual(['2026-11-24']);
    expect(others('b')).toEqual([]);
  });

  it('lists the days with free times in order, counting each time once', () => {
    expect([...freeDays(days, 's1', '2026-11-20')]).toEqual([
      ['2026-11-23', 2],
      ['2026-11-24', 2],
    ]);
    expect([...freeDays(days, 's1', '2026-11-24').keys()]).toEqual(['2026-11-24']);
  });

  it('leaves out professionals without times', () => {
    expect(offersOn(days, 's1', '2026-11-25')).toEqual([]);
    expect(offersOn(days, 's1', '2026-11-23').map(({ hubId }) => hubId)).toEqual(['a', 'b']);
  });

  it('clears later steps when an earlier one is picked again', () => {
    const all = { clinicId: 'c', serviceId: 's', day: '2026-11-23', hubId: 'a', time: '09:00' };
    expect(pick(all, 'serviceId', 't')).toEqual({ clinicId: 'c', serviceId: 't' });
  });

  it('picks the only item, but not one that no longer exists', () => {
    expect(pickedOrOnly(['a'], String, undefined)).toBe('a');
    expect(pickedOrOnly(['a', 'b'], String, undefined)).toBeUndefined();
    expect(pickedOrOnly(['a', 'b'], String, 'gone')).toBeUndefined();
  });
});

describe('duration and price of a service', () => {
  const service = { id: 's1', duration: 30, price: 55 } as Service;
  const own = { ...offer('a', 's1', ['09:00']), price: 65 };

  it('are the clinic’s if no professional has their own terms', () => {
    expect(termsOf(service)).toEqual({ duration: { from: 30, to: 30 }, price: { from: 55, to: 55 } });
    expect(ownTermsOf(own, service)).toBeNull();
  });

  it('are a range if professionals differ, and each one’s are shown', () => {
    const offered = { duration: { from: 30, to: 30 }, price: { from: 55, to: 65.5 } };
    expect(termsOf({ ...service, offered })).toEqual(offered);
    expect(ownTermsOf(own, { ...service, offered })).toEqual({ duration: 30, price: 65 });
    expect(ownTermsOf({ ...own, price: undefined }, { ...service, offered })).toEqual({
      duration: 30,
      price: 55,
    });
    expect(priceRange(offered.price, 'en')).toBe('€55.00 – €65.50');
    expect(priceRange({ from: 55, to: 65 }, 'it')).toMatch(/^55\D+65\s€$/);
    expect(priceRange({ from: 65, to: 65 }, 'it')).toMatch(/^65\s€$/);
  });
});

describe('the first free professional', () => {
  const offers = [offer('a', 's1', ['09:00', '11:00']), offer('b', 's1', ['10:00', '11:00'])];
  const who = (time?: string, ownHubId?: string) => offerOfAnyone(offers, { time, ownHubId });

  it('has the times of all professionals', () => {
    expect(who()?.availabilities).toEqual(['09:00', '10:00', '11:00']);
  });

  it('is the professional with the picked time, the page’s own first', () => {
    expect(who('10:00')?.hubId).toBe('b');
    expect(who('11:00')?.hubId).toBe('a');
    expect(who('11:00', 'b')?.hubId).toBe('b');
    expect(who('09:00', 'b')?.hubId).toBe('a');
  });
});
