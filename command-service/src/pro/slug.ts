import type { ProEvent } from '@visita/contracts/pro/events';
import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import type { ProAccount, SlugState } from './state.ts';

export type SlugCommand =
  | { type: 'request-slug'; calendarPageUrl: string }
  | { type: 'change-slug'; calendarPageUrl: string; turn: number }
  | { type: 'give-up-slug'; turn: number };

type SlugEvent = Extract<
  ProEvent,
  { type: 'BookingSlugRequested' | 'BookingSlugGivenUp' | 'BookingSlugChanged' }
>;

export const evolveSlug = (
  { slug, slugTurn, slugTurns, pendingSlug }: SlugState,
  event: SlugEvent,
): SlugState => {
  switch (event.type) {
    case 'BookingSlugRequested': {
      const { calendarPageUrl, turn } = event.data;
      const pending = isErased(calendarPageUrl) ? null : { slug: calendarPageUrl, turn };
      return { slug, slugTurn, slugTurns: turn, pendingSlug: pending };
    }
    case 'BookingSlugGivenUp':
      return { slug, slugTurn, slugTurns, pendingSlug: null };
    case 'BookingSlugChanged': {
      const { calendarPageUrl } = event.data;
      const turn = pendingSlug?.slug === calendarPageUrl ? pendingSlug.turn : 0;
      return { slug: calendarPageUrl, slugTurn: turn, slugTurns, pendingSlug: null };
    }
  }
};

/** A change begins, its address is claimed, and it ends; one that began later puts an end to it. */
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
      const { calendarPageUrl, turn } = command;
      if (slug === calendarPageUrl && slugTurn === turn) return [];
      if (pendingSlug?.turn !== turn) throw new Rejection('conflict');
      return [{ type: 'BookingSlugChanged', data: { proId, calendarPageUrl } }];
    }
  }
};
