import { expect, it } from 'vitest';
import { isLinkLike, requirePlainNames } from './plain-names.ts';

it.each([
  'Vinci su http://evil.example',
  'HTTPS://x',
  'www.evil.example',
  'Studio evil.com/premio',
  'scrivi a info@evil.it',
  'evil.it:8080/x',
  'javascript://x',
  // These names look the same as the link, or browsers read them as the same.
  'Studio evil\u200d.com/premio',
  'w\u200cww.evil.example',
  'http:/\u200d/evil.example',
  'ｗｗｗ．evil．example',
  'Studio evil。com/premio',
  'evil․com／premio',
  'scrivi a info＠evil.it',
  'Paga a 203.0.113.7/x',
])('%s is a link', (text) => expect(isLinkLike(text)).toBe(true));

it.each([
  'Studio Rossi S.r.l.',
  'dr.ssa Anna Bianchi',
  'dott.ssa/dott. Verdi',
  'C.so Vittorio Emanuele 3/A',
  'P.za S.Marco, 4',
  'Via Appia 1 c/o Studio',
  'Dental.it',
  'Ma. Carmen',
  'Visita: 1a/2a',
  'Corso Ａ／Ｂ 1.2.3',
  'नमस्\u200dते',
])('%s is a name', (text) => expect(isLinkLike(text)).toBe(false));

it('is quick for texts that are far too long for a name', () => {
  const started = performance.now();
  expect(isLinkLike('a'.repeat(250_000))).toBe(false);
  // Matching in quadratic time would take a minute.
  expect(performance.now() - started).toBeLessThan(2_000);
});

it('checks names anywhere in a body, and nothing else', () => {
  const body = [{ serviceName: 'www.a.example', notes: 'www.b.example', contactInfo: { name: 'Anna' } }];
  expect(() => requirePlainNames(body)).toThrow();
  expect(() => requirePlainNames({ url: 'https://a.example', patientNotes: 'www.b.example' })).not.toThrow();
});
