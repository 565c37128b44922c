// @vitest-environment happy-dom
import type { SeriesPlan } from '@visita/contracts/series/views';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { i18n, show } from '../../testing/render.tsx';
import type { Decisions } from './decisions.ts';
import { SeriesDates } from './series-dates.tsx';

type Visit = SeriesPlan['visits'][number];
const [taken, instead] = ['2026-12-07T10:00', '2026-12-07T10:30'] as const;

/** Answers each decision as the preview of a series does. */
const Planned = () => {
  const [decisions, setDecisions] = useState<Decisions>({});
  const decided = taken in decisions;
  const use = decisions[taken] ?? null;
  const visit: Visit = { date: taken, state: 'taken', use, decided, alternatives: [instead] };
  return <SeriesDates visits={[visit]} decisions={decisions} onChange={setDecisions} />;
};

it('keeps the focus at a date that is decided, and at one that is decided again', async () => {
  show(<Planned />);
  const press = (name: string | RegExp) =>
    act(async () => fireEvent.click(within(screen.getByRole('group')).getByRole('button', { name })));
  const change = i18n.t(($) => $.change, { ns: 'series' });
  await press(/10:30/);
  expect(document.activeElement?.textContent).toBe(change);
  await press(change);
  expect(document.activeElement?.textContent).toContain('10:30');
});
