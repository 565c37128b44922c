const formatter = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  dateStyle: 'short',
  timeStyle: 'short',
});

type Local = { readonly day: string; readonly time: string; readonly weekday: number };

/** Formatting takes long, and a simulation asks for the same instants again and again. */
const known = new Map<string | number, Local>();

/** Returns the local day, time and weekday (0 is Sunday) in Rome. */
export const localParts = (instant: string | number): Local => {
  const found = known.get(instant);
  if (found) return found;
  const [day = '', time = ''] = formatter.format(new Date(instant)).split(' ');
  const local = { day, time, weekday: new Date(`${day}T12:00:00Z`).getUTCDay() };
  known.set(instant, local);
  return local;
};

export const localDay = (instant: string): string => localParts(instant).day;

/** Tells whether an instant lies in the quiet hours, 21 to 8. */
export const isQuiet = (instant: string): boolean => {
  const { time } = localParts(instant);
  return time >= '21:00' || time < '08:00';
};

const minute = 60_000;
const dayMs = 24 * 60 * minute;

/** Returns the instant of a local time, searched around the same time in UTC. */
const instantOf = (day: string, time: string): number => {
  const guess = Date.parse(`${day}T${time}:00Z`);
  for (const offset of [60, 120]) {
    const at = guess - offset * minute;
    const local = localParts(at);
    if (local.day === day && local.time === time) return at;
  }
  throw new Error(`there is no ${day} ${time} in Rome`);
};

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Returns the instant at which a step is due; quiet hours move it to 20:45. */
export const dueOfStep = (step: string, start: string, quiet: boolean): string => {
  const [before = '', at] = step.split('@');
  const days = Number(/P(\d+)D/.exec(before)?.[1] ?? 0);
  const hours = Number(/(\d+)H/.exec(before)?.[1] ?? 0);
  const minutes = Number(/(\d+)M/.exec(before)?.[1] ?? 0) + hours * 60;
  const { day, time } = localParts(start);
  const due = instantOf(addDays(day, -days), at ?? time) - minutes * minute;
  if (!quiet || !isQuiet(new Date(due).toISOString())) return new Date(due).toISOString();
  const local = localParts(due);
  const evening = local.time >= '21:00' ? local.day : addDays(local.day, -1);
  return new Date(instantOf(evening, '20:45')).toISOString();
};
