import { expect, it } from 'vitest';
import { holidayCountries, holidaysAfter, isHolidayPlace } from './holidays.ts';

it('lists twelve months of public holidays of a country or region, each date once, in the requested language', async () => {
  const italy = await holidaysAfter({ country: 'IT', region: null }, 'en', '2026-12-08');
  expect(italy[0]).toEqual({ date: '2026-12-25', name: 'Christmas Day' });
  expect(italy.at(-1)?.date).toBe('2027-12-08');
  const madrid = await holidaysAfter({ country: 'ES', region: 'MD' }, 'es', '2027-01-01');
  expect(madrid.filter(({ date }) => date === '2027-05-03')).toHaveLength(1);
  const spain = await holidaysAfter({ country: 'ES', region: null }, 'es', '2027-01-01');
  expect(spain.map(({ date }) => date)).not.toContain('2027-05-03');
});

it('lists the countries of clinics with their regions', async () => {
  const countries = await holidayCountries('it');
  const spain = countries.find(({ id }) => id === 'ES');
  expect(spain?.name).toBe('Spagna');
  expect(spain?.regions).toContainEqual({ id: 'MD', name: 'Comunidad de Madrid' });
  expect(await isHolidayPlace({ country: 'ES', region: 'MD' })).toBe(true);
  expect(await isHolidayPlace({ country: 'ES', region: '21' })).toBe(false);
  expect(await isHolidayPlace({ country: 'XX', region: null })).toBe(false);
});
