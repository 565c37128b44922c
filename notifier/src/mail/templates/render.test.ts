import { languages, type Language } from '@visita/contracts/language';
import { mailJob } from '@visita/contracts/jobs';
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
  day: 'lunes 23 de noviembre de 2026',
  when: 'lunes 23 de noviembre de 2026, 09:30 h (hora de Europa occidental)',
  deadline: 'domingo 22 de noviembre de 2026, 10:00 h',
  link: 'https://visita.example/confirmation/?token=a.b&x=1',
  leave: 'https://visita.example/waiting/?token=a.c',
  clinic: 'Clínica Sol',
  city: 'Las Palmas',
  owner: 'Mario Rossi',
  newEmail: 'new@example.com',
  code: '12345678',
  count: '10',
};
const templates = mailJob.shape.template.options;
const every = templates.flatMap((template) => languages.map((language) => [template, language] as const));

let render: Render;
beforeAll(async () => {
  render = createRender(await createTexts());
});

test.each(every)('%s in %s is complete in both parts', async (template, language) => {
  const { subject, text, html } = render(template, language, slots);
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
  ['es', 'Confirme su cita del', 'Confirmar la cita'],
])('the request to confirm in %s has one button and the bare link', async (language, subject, button) => {
  const mail = render('confirmation-request', language, slots);
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

test('the button and the mail say what can be done until when', async () => {
  const until = 'Sunday 22 November 2026 at 10:30';
  const open = render('reminder', 'en', { ...slots, until });
  expect(open.text).toContain('\n\nMove or cancel:\n');
  expect(open.text).toContain(`You can move or cancel it until ${until}.`);
  const late = render('reminder', 'en', slots);
  expect(late.text).toContain('\n\nSee the appointment:\n');
  expect(late.text).not.toContain('move or cancel');
});

test('instructions of the clinic keep their line breaks and are escaped', () => {
  const told = { directions: 'Via <Nuova>\nPiano 3', toBring: 'Esami' };
  const { text, html } = render('reminder', 'it', { ...slots, ...told });
  expect(text).toContain('Come arrivare: Via <Nuova>\nPiano 3\nDa portare: Esami');
  expect(html).toContain('<dt>Come arrivare</dt><dd>Via &lt;Nuova&gt;<br />Piano 3</dd>');
});

test.each<[Language, string, string, RegExp]>([
  ['it', 'Annulla l’appuntamento', 'Puoi annullarlo fino a domani.', /\bspost/i],
  ['en', 'Cancel the appointment', 'You can cancel it until domani.', /\bmove/i],
  ['es', 'Cancelar la cita', 'Puede cancelarla hasta el domani.', /cambi/i],
])('the mail in %s mentions only cancelling if there are no other times', (language, button, value, move) => {
  for (const template of ['booked-by-pro', 'confirmed', 'reminder'] as const) {
    const { text, html } = render(template, language, { ...slots, cancelUntil: 'domani' });
    expect(text).toContain(`\n\n${button}:\n`);
    expect(text).toContain(value);
    expect(html).toContain(value);
    expect(text).not.toMatch(move);
  }
});

test('a move says the former time', async () => {
  const { text, html } = render('moved', 'en', { ...slots, before: 'Tuesday' });
  expect(text).toContain('Previously: Tuesday');
  expect(html).toMatch(/<dd class="over"[^>]*>Tuesday<\/dd>/);
  expect(render('moved', 'en', slots).text).not.toContain('Previously');
});

test('says how to reach the clinic and where to book again, if known', () => {
  const contact = '+34 928 123 456 · sol@example.com';
  const page = 'https://visita.example/booking/lucia';
  const { text } = render('cancelled', 'es', { ...slots, contact, page });
  expect(text).toContain(`Contacto: ${contact}\nReservar en línea: ${page}`);
  expect(render('cancelled', 'es', slots).text).not.toContain('Contacto');
});

test.each(['online-booking-suspended', 'known-patients-only', 'one-appointment-only'] as const)(
  'a mail asking to contact the clinic says which clinic, how, and about what: %s',
  (template) => {
    const contact = '+34 928 123 456 · sol@example.com';
    const { from, text, html } = render(template, 'it', { ...slots, contact });
    expect(from).toBe(slots.clinic);
    for (const part of [text, html])
      for (const value of [slots.when, slots.service, slots.professional, slots.place, contact])
        expect(part).toContain(value);
    expect(text).not.toContain(slots.link);
  },
);

test('speaks to patients in Spanish as usted', async () => {
  const familiar =
    /\b(tu|tus|tuyo|ti|contigo|has|puedes|quieres|tienes|confirma|avisa|contacta|necesitas|abre|elige)\b/i;
  for (const template of templates) {
    const { subject, text } = render(template, 'es', { ...slots, until: '-', attendee: 'Bo' });
    expect(`${subject}\n${text}`, template).not.toMatch(familiar);
  }
});

test('appointments come from their clinic, accounts from Visita', async () => {
  const from = async (template: Template) => {
    const { html } = render(template, 'en', slots);
    return /class="brand"[^]*?<div[^>]*>([^<]+)/.exec(html)?.[1];
  };
  expect(await from('booked-online')).toBe(slots.clinic);
  expect(await from('invitation')).toBe('Visita');
});

describe('user input', () => {
  test('is inert as markup, in content and attributes', async () => {
    const service = `<img src=x onerror="alert(1)">"'><script>x</script>`;
    const { html } = render('confirmation-request', 'en', { ...slots, service, clinic: service });
    expect(html).not.toMatch(/<img|<script|onerror="/);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
  });

  test('cannot add slots', async () => {
    const { html, text } = render('confirmation-request', 'en', { ...slots, service: '{{link}}' });
    expect(text).toContain('Service: {{link}} (30\u00a0min)');
    expect(html).toContain('{{link}} (30\u00a0min)');
  });

  test('cannot add lines to the subject', async () => {
    const clinic = 'Sol\r\nBcc: everybody@example.com\u2028x';
    const { subject } = render('collaboration-invitation', 'en', { ...slots, clinic });
    expect(subject).toBe('Sol Bcc: everybody@example.com x invites you to collaborate');
  });

  test.each(['Win at evil.com', 'http://evil.com', 'x@evil.example', 'a'.repeat(81)])(
    'a name like %s is not used in the greeting',
    async (patient) => {
      const { html, text } = render('confirmation-request', 'en', { ...slots, patient });
      expect(text).toMatch(/^Hello,\n/);
      expect(html).not.toContain(patient);
    },
  );
});

test.each<[Language, string, string]>([
  ['it', 'Europe/Rome', 'lunedì 23 novembre 2026, ore 10:30 (ora dell’Europa centrale)'],
  ['es', 'Atlantic/Canary', 'lunes 23 de noviembre de 2026, 09:30\u00a0h (hora de Europa occidental)'],
  ['en', 'Europe/Madrid', 'Monday 23 November 2026 at 10:30 (Central European Time)'],
])("times are in the clinic's zone, with the zone named, in %s", (language, zone, expected) => {
  expect(zonedTimeIn(language, start, zone)).toBe(expected);
});

test('the day is that of the clinic, not of UTC', () => {
  expect(dayIn('en', new Date('2026-11-22T23:30:00.000Z'), 'Europe/Rome')).toContain('23 November');
});

test('mail programs find no links in names, and names and times with full stops stay unchanged', () => {
  const service = 'Vinci su evil.com e scrivi a info@evil.it';
  const { text, html } = render('confirmed', 'it', {
    ...slots,
    service,
    clinic: 'Studio S.r.l.',
    place: 'Studio S.r.l., C.so Roma 1',
  });
  const address = render('confirmed', 'it', { ...slots, service: 'https://evil.com/premio。evil。com' });
  for (const part of [address.text, address.html]) expect(part).not.toMatch(/https:\/\/evil|evil[.。]com/);
  for (const part of [text, html]) {
    expect(part).not.toMatch(/evil\.com|info@evil/);
    expect(part.replaceAll('\u2060', '')).toContain(service);
    expect(part).toContain(slots.when);
    expect(part).toContain(slots.link.slice(0, 30));
  }
});
