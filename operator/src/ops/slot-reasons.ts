import type { Blocker } from '@visita/contracts/availability/blockers';
import type { Candidate, Refusal } from '@visita/contracts/availability/explain';
import type { Zone } from '@visita/contracts/availability/zones';

const blockOf = (zone: Zone, refusal: Refusal<Blocker>): Record<string, string | number> => {
  switch (refusal.reason) {
    case 'busy': {
      const { kind, id, start, end } = refusal.busy;
      return { reason: kind, id, from: zone.offsetIso(start), to: zone.offsetIso(end) };
    }
    case 'buffer': {
      const { kind, id, start, end } = refusal.busy;
      return { reason: 'buffer', of: kind, id, from: zone.offsetIso(start), to: zone.offsetIso(end) };
    }
    case 'notice':
      return { reason: refusal.reason, earliest: zone.offsetIso(refusal.earliest) };
    case 'gap':
      return { reason: refusal.reason, minutes: refusal.minutes };
    case 'outside_hours':
      return { reason: refusal.reason, closes: zone.offsetIso(refusal.closes) };
    case 'beyond_horizon':
      return { reason: refusal.reason, last_day: refusal.lastDay };
    case 'past':
    case 'ambiguous_time':
      return { reason: refusal.reason };
  }
};

/** Returns a date's candidates as printed by `ops slots --explain`. */
export const explanationOf = (zone: Zone, candidates: readonly Candidate<Blocker>[]) => ({
  offered: candidates.filter(({ refusals }) => refusals.length === 0).map(({ time }) => time),
  refused: candidates
    .filter(({ refusals }) => refusals.length > 0)
    .map(({ start, time, refusals }) => ({
      time,
      start: zone.offsetIso(start),
      blocked_by: refusals.map((refusal) => blockOf(zone, refusal)),
    })),
  ...(candidates.length === 0 && { note: 'no working hours on this date' }),
});

const wordsOf = (zone: Zone, refusal: Refusal<Blocker>): string => {
  switch (refusal.reason) {
    case 'busy':
    case 'buffer': {
      const { kind, id, start, end } = refusal.busy;
      const what = refusal.reason === 'busy' ? 'it overlaps' : 'the time kept around it overlaps';
      return `${what} ${id.startsWith(kind) ? id : `${kind} ${id}`} (${zone.wallOf(start)} to ${zone.wallOf(end)})`;
    }
    case 'notice':
      return `it starts before the notice ends, at ${zone.wallOf(refusal.earliest)}`;
    case 'gap':
      return `it would leave ${refusal.minutes} minutes, too short for any service`;
    case 'outside_hours':
      return `it would end after the working hours do, at ${zone.wallOf(refusal.closes).slice(11)}`;
    case 'beyond_horizon':
      return `its date is after the last open day, ${refusal.lastDay}`;
    case 'past':
      return 'it does not start after now';
    case 'ambiguous_time':
      return 'its time means another instant, because the clock is set back';
  }
};

/** Describes the candidates, one line each. */
export const sentencesOf = (
  zone: Zone,
  date: string,
  candidates: readonly Candidate<Blocker>[],
): string[] => {
  if (candidates.length === 0) return [`${date}: no working hours on this date.`];
  return candidates.map(({ time, refusals }) => {
    const reasons = refusals.map((refusal) => wordsOf(zone, refusal)).join('; ');
    return `${date} ${time} is ${reasons === '' ? 'offered.' : `not offered: ${reasons}.`}`;
  });
};
