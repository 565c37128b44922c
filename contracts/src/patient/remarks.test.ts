import { expect, it } from 'vitest';
import { isWarning } from './remarks.ts';

it.each([
  'Allergia al lattice',
  'allergico',
  'penicillin allergy',
  'ALLERGIC',
  'Alérgica a la penicilina',
  'Alergia',
  'Latex-allergy',
  'anafilassi',
  'non steroidei: allergia',
  'Anaphylaxis',
])('%s warns', (tag) => expect(isWarning(tag)).toBe(true));

it.each([
  'Richiamo annuale',
  'VIP',
  'No allergies',
  'no known allergies',
  'Nessuna allergia',
  'Sin alergias',
  'energia',
])('%s does not warn', (tag) => expect(isWarning(tag)).toBe(false));
