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
  expect(spain?.regions).toContainEqual({ id: 'MD', name: 'Comunità di Madrid' });
  expect(await isHolidayPlace({ country: 'ES', region: 'MD' })).toBe(true);
  expect(await isHolidayPlace({ country: 'ES', region: '21' })).toBe(false);
  expect(await isHolidayPlace({ country: 'XX', region: null })).toBe(false);
});

it('names every region and holiday in the language of the reader', async () => {
  const written = { it: new Set<string>(), en: new Set<string>(), es: new Set<string>() };
  const found = {
    it: new Map<string, string>(),
    en: new Map<string, string>(),
    es: new Map<string, string>(),
  };
  for (const language of ['it', 'en', 'es'] as const)
    for (const { id: country, regions } of await holidayCountries(language)) {
      for (const { id, name } of regions) found[language].set(`${country} ${id}`, name);
      for (const region of [null, ...regions.map(({ id }) => id)])
        for (const { name } of await holidaysAfter({ country, region }, language, '2026-11-28'))
          written[language].add(name);
    }
  const italian = ['IT 25', 'ES CT', 'GB ENG'].map((place) => found.it.get(place));
  expect(italian).toEqual(['Lombardia', 'Catalogna', 'Inghilterra']);
  expect(found.es.get('IT 25')).toBe('Lombardía');
  expect(found.en.get('ES PV')).toBe('Basque Country');
  const { regions } = (await holidayCountries('it')).find(({ id }) => id === 'IT') ?? { regions: [] };
  expect(regions.map(({ name }) => name)).toEqual(regions.map(({ name }) => name).toSorted());
  const english = /\b(day|holiday|eve|saint|st|and|of|monday|substitute)\b/iu;
  expect(
    [...written.it].filter((name) => english.test(name) || /\b(día|fiesta|de las)\b/iu.test(name)),
  ).toEqual([]);
  expect([...written.es].filter((name) => english.test(name))).toEqual([]);
  expect([...written.en].filter((name) => /\b(día|dia|fiesta|tag|da)\b/iu.test(name))).toEqual([]);
});
