import { describe, expect, it } from 'vitest';
import { createZone } from '../availability/zones.ts';
import { specialization, province as provinceView } from '../clinic/views.ts';
import { languages } from '../language.ts';
import { subscription } from '../pro/views.ts';
import { planByName, planNames, plans } from './plans.ts';
import { prefixes } from './prefixes.ts';
import { provinceById, provinces, timezoneOf } from './provinces.ts';
import { specializationById, specializationNamesOf, specializations } from './specializations.ts';

const distinct = (values: readonly unknown[]): number => new Set(values).size;

const of = (country: string) => provinces.filter((province) => province.country === country);

describe('prefixes', () => {
  it('are 27, each once', () => {
    expect(prefixes).toHaveLength(27);
    expect(distinct(prefixes.map(({ code }) => code))).toBe(27);
    expect(distinct(prefixes.map(({ dial }) => dial))).toBe(27);
    for (const { dial, code } of prefixes) {
      expect(dial).toMatch(/^\+\d{2,3}$/);
      expect(code).toMatch(/^[a-z]{2}$/);
    }
  });

  it('are of the euro market, except the United Kingdom', () => {
    expect(prefixes.filter(({ market }) => market === 'uk').map(({ code }) => code)).toEqual(['gb']);
  });
});

describe('plans', () => {
  it('have their collaborator limits and features', () => {
    expect(plans.map(({ id, name, collaboratorNumber }) => [id, name, collaboratorNumber])).toEqual([
      [1, 'free', 2],
      [2, 'premium', 20],
      [3, 'friends', 10],
    ]);
    expect(planByName('free')).toMatchObject({ vacationFunction: false, patientManagerFunction: false });
    for (const name of planNames) expect(subscription.strict().parse(planByName(name)).name).toBe(name);
  });
});

describe('provinces', () => {
  it("have ids with their country's code, each once", () => {
    expect(distinct(provinces.map(({ id }) => id))).toBe(provinces.length);
    expect(distinct(provinces.map(({ country, name }) => `${country} ${name}`))).toBe(provinces.length);
    for (const province of provinces) {
      expect(provinceView.strict().parse(province)).toEqual(province);
      expect(province.id).toMatch(new RegExp(`^${province.country}-[A-Z0-9]{1,3}$`));
      expect(province.name).toMatch(/^\p{L}[\p{L}\p{M}\s'.,()/-]*$/u);
    }
  });

  it('are 107 in Italy and 52 in Spain, and at least one per prefix', () => {
    expect(of('IT')).toHaveLength(107);
    expect(of('ES')).toHaveLength(52);
    expect(of('GB').length).toBeGreaterThan(200);
    expect(new Set(provinces.map(({ country }) => country.toLowerCase()))).toEqual(
      new Set(prefixes.map(({ code }) => code)),
    );
    for (const { code } of prefixes) expect(of(code.toUpperCase()).length).toBeGreaterThan(4);
  });

  it('have their official names', () => {
    const names = ['IT-RM', 'IT-AO', 'IT-RE', 'ES-GC', 'ES-V', 'GB-GLG', 'PT-20'].map(
      (id) => provinceById(id)?.name,
    );
    expect(names).toEqual([
      'Roma',
      "Valle d'Aosta/Vallée d'Aoste",
      "Reggio nell'Emilia",
      'Las Palmas',
      'Valencia/València',
      'Glasgow City',
      'Açores',
    ]);
  });

  it("have their country's zone, except islands", () => {
    expect(timezoneOf('IT-RM')).toBe('Europe/Rome');
    expect(timezoneOf('ES-M')).toBe('Europe/Madrid');
    expect(timezoneOf('ES-GC')).toBe('Atlantic/Canary');
    expect(timezoneOf('ES-TF')).toBe('Atlantic/Canary');
    expect(timezoneOf('PT-11')).toBe('Europe/Lisbon');
    expect(timezoneOf('PT-20')).toBe('Atlantic/Azores');
    expect(timezoneOf('PT-30')).toBe('Atlantic/Madeira');
    expect(timezoneOf('FR-974')).toBe('Indian/Reunion');
    expect(() => timezoneOf('XX-1')).toThrow(RangeError);
  });

  it('have zones that exist', () => {
    const zones = new Set(provinces.map(({ id }) => timezoneOf(id)));
    for (const zone of zones) expect(createZone(zone).timezone).toBe(zone);
    expect(zones.size).toBe(35);
  });
});

describe('specializations', () => {
  it('are at least 60, unique in each language', () => {
    expect(specializations.length).toBeGreaterThanOrEqual(60);
    expect(distinct(specializations.map(({ id }) => id))).toBe(specializations.length);
    for (const language of languages) {
      expect(distinct(specializations.map((one) => one[language]))).toBe(specializations.length);
    }
    for (const one of specializations) {
      expect(specialization.strict().parse(one)).toEqual(one);
      expect(one.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    }
  });

  it('are named as in views', () => {
    expect(specializationById('cardiology')?.es).toBe('Cardiología');
    expect(specializationNamesOf('dentistry')).toEqual({
      specialization_it: 'Odontoiatria',
      specialization_en: 'Dentistry',
      specialization_es: 'Odontología',
    });
    expect(specializationNamesOf('gone').specialization_en).toBe('gone');
  });
});
