import type { ProEvent } from '@visita/contracts/pro/events';
import { isErased } from '@visita/contracts/event';
import { defaultSlug, formerSlugsKept, slugStandsHours } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import type { ProAccount, SlugState, SlugTurn } from './state.ts';

export type SlugCommand =
  | { type: 'request-slug'; calendarPageUrl: string }
  | { type: 'change-slug'; calendarPageUrl: string; turn: number; now: string }
  | { type: 'give-up-slug'; turn: number };

type SlugEvent = Extract<
  ProEvent,
  { type: 'BookingSlugRequested' | 'BookingSlugGivenUp' | 'BookingSlugChanged' }
>;

/** Returns the former addresses that the pro keeps, with the turns of their claims. */
const formerOf = (
  { slug, slugTurn, formerSlugs }: SlugState,
  former: Extract<SlugEvent, { type: 'BookingSlugChanged' }>['data']['former'],
): SlugTurn[] => {
  if (former === undefined || isErased(former)) return [];
  const known = new Map(formerSlugs.map((one) => [one.slug, one.turn]));
  if (typeof slug === 'string') known.set(slug, slugTurn);
  return former.map((one) => ({ slug: one, turn: known.get(one) ?? 0 }));
};

export const evolveSlug = (state: SlugState, event: SlugEvent): SlugState => {
  const { slugTurns, pendingSlug } = state;
  const { slug, slugTurn, slugSince, formerSlugs } = state;
  const present = { slug, slugTurn, slugSince, formerSlugs };
  switch (event.type) {
    case 'BookingSlugRequested': {
      const { calendarPageUrl, turn } = event.data;
      const pending = isErased(calendarPageUrl) ? null : { slug: calendarPageUrl, turn };
      return { ...present, slugTurns: turn, pendingSlug: pending };
    }
    case 'BookingSlugGivenUp':
      return { ...present, slugTurns, pendingSlug: null };
    case 'BookingSlugChanged': {
      const { calendarPageUrl, at = null, former } = event.data;
      const turn = pendingSlug?.slug === calendarPageUrl ? pendingSlug.turn : 0;
      return {
        slug: calendarPageUrl,
        slugTurn: turn,
        slugSince: at,
        formerSlugs: formerOf(state, former),
        slugTurns,
        pendingSlug: null,
      };
    }
  }
};

/**
 * Tells whether links to the present address are in circulation: it was used for a day, or is the unique
 * default one.
 */
const isInCirculation = ({ id, username, slug, slugSince }: ProAccount, now: string): boolean =>
  slugSince === null ||
  (typeof username === 'string' && slug === defaultSlug(username, id)) ||
  Date.parse(now) - Date.parse(slugSince) >= slugStandsHours * 3_600_000;

/** Returns the former addresses after a change, the latest first. */
const formerAfter = (state: ProAccount, next: string, now: string): string[] => {
  const left = typeof state.slug === 'string' && isInCirculation(state, now) ? [state.slug] : [];
  const others = state.formerSlugs.map(({ slug }) => slug).filter((slug) => slug !== next);
  return [...new Set([...left, ...others])].slice(0, formerSlugsKept);
};

/**
 * Begins and finishes changes of the address, with its claim in between; a later change ends an unfinished
 * one.
 */
export const decideSlug = (command: SlugCommand, state: ProAccount): readonly ProEvent[] => {
  const { id: proId, slug, slugTurn, slugTurns, pendingSlug } = state;
  switch (command.type) {
    case 'request-slug': {
      const { calendarPageUrl } = command;
      if (slug === calendarPageUrl || pendingSlug?.slug === calendarPageUrl) return [];
      return [{ type: 'BookingSlugRequested', data: { proId, calendarPageUrl, turn: slugTurns + 1 } }];
    }
    case 'give-up-slug':
      return pendingSlug?.turn === command.turn
        ? [{ type: 'BookingSlugGivenUp', data: { proId, turn: command.turn } }]
        : [];
    case 'change-slug': {
      const { calendarPageUrl, turn, now } = command;
      if (slug === calendarPageUrl && slugTurn === turn) return [];
      if (pendingSlug?.turn !== turn) throw new Rejection('conflict');
      const former = formerAfter(state, calendarPageUrl, now);
      return [{ type: 'BookingSlugChanged', data: { proId, calendarPageUrl, at: now, former } }];
    }
  }
};
