// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { show } from '../testing/render.tsx';
import { LookAgain } from './look-again.tsx';

const today = '2026-11-28';

it.each([
  ['an earlier month says nothing', { month: '2026-11', full: true }, ''],
  [
    'the last month says when the next one opens',
    { month: '2026-12', full: false },
    'Per gennaio 2027 si può prenotare da mer 2 dic.',
  ],
  [
    'a full last month also says which day opens tomorrow',
    { month: '2026-12', full: true },
    'Ogni giorno se ne apre un altro: domani mar 29 dic. Per gennaio 2027 si può prenotare da mer 2 dic.',
  ],
  [
    'without any free day, the same is said',
    { full: true },
    'Ogni giorno se ne apre un altro: domani mar 29 dic. Per gennaio 2027 si può prenotare da mer 2 dic.',
  ],
])('%s', (_, given, said) => {
  show(<LookAgain today={today} horizon={30} {...given} />);
  expect(document.querySelector('p')?.textContent ?? '').toBe(said);
});
