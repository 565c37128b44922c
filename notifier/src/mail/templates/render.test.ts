import { languages, type Language } from '@visita/contracts/language';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRender, type Render } from './render.ts';
import { createTexts, type Template } from './texts.ts';
import { dayIn, zonedTimeIn } from './times.ts';

const start = new Date('2026-11-23T09:30:00.000Z');
const slots = {
  patient: 'Ada Bianchi',
  professional: 'Lucía Gómez',
  service: 'Primera visita',
  minutes: '30',
  place: 'Clínica Sol, Calle Mayor 1, 35001 Las Palmas',
  day: 'lunes, 23 de noviembre de 2026',
  when: 'lunes, 23 de noviembre de 2026, 09:30 (hora estándar de Europa occidental)',
  deadline: 'domingo, 22 de noviembre de 2026, 10:00',
  link: 'https://visita.example/confirmation/?token=a.b&x=1',
  clinic: 'Clínica Sol',
  city: 'Las Palmas',
  owner: 'Mario Rossi',
  newEmail: 'new@example.com',
};
const templates: Template[] = [
  'confirmation-request',
  'booked-by-pro',
  'confirmed',
  'moved',
  'cancelled',
  'clinic-gone',
  'reminder',
  'reminder-pro',
  'welcome',
  'collaboration-invitation',
  'invitation',
  'password-reset',
  'email-change',
  'email-change-notice',
];
const every = templates.flatMap((template) => languages.map((language) => [template, language] as const));

let render: Render;
beforeAll(async () => {
  render = createRender(await createTexts());
});

test.each(every)('%s in %s is complete in both parts', async (template, language) => {
  const { subject, text, html } = await render(template, language, slots);
  for (const part of [subject, text, html]) {
    expect(part).not.toMatch(/\{\{|\}\}|undefined/);
    expect(part.trim()).not.toBe('');
  }
  expect(html).toContain(`lang="${language}"`);
  expect(html).toContain('name="color-scheme"');
  expect(html).not.toMatch(/<(script|img|link|form|mj-)/);
});

test.each<[Language, string, string]>([
  ['it', 'Conferma il tuo appuntamento di', 'Conferma l’appuntamento'],
  ['en', 'Confirm your appointment on', 'Confirm the appointment'],
  ['es', 'Confirma tu cita del', 'Confirmar la cita'],
])('the request to confirm in %s has one button and the bare link', async (language, subject, button) => {
  const mail = await render('confirmation-request', language, slots);
  expect(mail.subject).toBe(`${subject} ${slots.day}`);
  expect(mail.text).toContain(`${button}:\n${slots.link}\n`);
  const href = 'href="https://visita.example/confirmation/?token=a.b&amp;x=1"';
  expect(mail.html.split(href)).toHaveLength(3);
  expect(mail.html.match(new RegExp(`>\\s*${button}\\s*</a>`, 'g'))).toHaveLength(1);
  for (const value of [slots.when, slots.professional, slots.place, slots.deadline, slots.patient]) {
    expect(mail.text).toContain(value);
    expect(mail.html).toContain(value);
  }
});

describe('what users typed', () => {
  test('is inert as markup, in content and attributes', async () => {
    const service = `<img src=x onerror="alert(1)">"'><script>x</script>`;
    const { html } = await render('confirmation-request', 'en', { ...slots, service, clinic: service });
    expect(html).not.toMatch(/<img|<script|onerror="/);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
  });

  test('cannot add slots', async () => {
    const { html, text } = await render('confirmation-request', 'en', { ...slots, service: '{{link}}' });
    expect(text).toContain('Service: {{link}} (30 min)');
    expect(html).toContain('{{link}} (30 min)');
  });

  test('cannot add lines to the subject', async () => {
    const clinic = 'Sol\r\nBcc: everybody@example.com\u2028x';
    const { subject } = await render('collaboration-invitation', 'en', { ...slots, clinic });
    expect(subject).toBe('Sol Bcc: everybody@example.com x invites you to collaborate');
  });

  test.each(['Win at evil.com', 'http://evil.com', 'x@evil.example', 'a'.repeat(81)])(
    'is not greeted with as %s',
    async (patient) => {
      const { html, text } = await render('confirmation-request', 'en', { ...slots, patient });
      expect(text).toMatch(/^Hello,\n/);
      expect(html).not.toContain(patient);
    },
  );
});

test.each<[Language, string, string]>([
  ['it', 'Europe/Rome', 'lunedì 23 novembre 2026, 10:30 (ora standard dell’Europa centrale)'],
  ['es', 'Atlantic/Canary', 'lunes, 23 de noviembre de 2026, 09:30 (hora estándar de Europa occidental)'],
  ['en', 'Europe/Madrid', 'Monday, 23 November 2026, 10:30 (Central European Standard Time)'],
])('times are the clinic’s, with the zone named, in %s', (language, zone, expected) => {
  // ICU varies in the comma after an English weekday.
  expect(zonedTimeIn(language, start, zone).replace(/^Monday /, 'Monday, ')).toBe(expected);
});

test('the day is the clinic’s, not that of UTC', () => {
  expect(dayIn('en', new Date('2026-11-22T23:30:00.000Z'), 'Europe/Rome')).toContain('23 November');
});
