import { expect, it } from 'vitest';
import { segmentsOf } from './segments.ts';
import { recallText, visitText } from './words.ts';

const usual = {
  language: 'it',
  clinic: 'Studio Roma',
  professional: 'Anna Rossi',
  service: null,
  start: new Date('2026-11-30T08:00:00Z'),
  timezone: 'Europe/Rome',
  link: 'https://visita.example/m/R-2DsW8kIGllBco8pcq_PQ',
  ask: false,
  stop: false,
  plain: false,
} as const;

it.each([
  ['it', 'Studio Roma: appuntamento con Anna Rossi lun 30 nov, 09:00. Dettagli '],
  ['en', 'Studio Roma: appointment with Anna Rossi Mon 30 Nov, 09:00. Details '],
  ['es', 'Studio Roma: cita con Anna Rossi lun 30 nov, 09:00. Detalles '],
] as const)(
  'a text in %s names clinic, professional, day, hour and a link, in one segment',
  (language, words) => {
    const text = visitText({ ...usual, language });
    expect(text).toBe(`${words}${usual.link}`);
    expect(segmentsOf(text)).toMatchObject({ encoding: 'gsm-7', segments: 1 });
  },
);

it('the first text names neither professional nor service, and says how to stop', () => {
  const text = visitText({ ...usual, professional: null, ask: true, stop: true });
  expect(text).toBe(
    `Studio Roma: appuntamento lun 30 nov, 09:00. Verrai? ${usual.link} STOP per non ricevere SMS`,
  );
  expect(segmentsOf(text).segments).toBe(1);
});

it('plain letters keep a text in one segment', () => {
  const long = {
    ...usual,
    clinic: 'Clínica Málaga',
    professional: 'María Ángeles Núñez Íñiguez',
    language: 'es',
  } as const;
  expect(segmentsOf(visitText(long)).segments).toBe(2);
  expect(segmentsOf(visitText({ ...long, plain: true })).segments).toBe(1);
});

it('an invitation names clinic and professional, and fits into one segment', () => {
  const { language, clinic, professional, link } = usual;
  const text = recallText({ language, clinic, professional, link, stop: null, plain: false });
  expect(text).toBe(
    `Studio Roma: è ora di una nuova visita con Anna Rossi. Prenota ${link} STOP per non ricevere SMS`,
  );
  expect(segmentsOf(text)).toMatchObject({ encoding: 'gsm-7', segments: 1 });
});
