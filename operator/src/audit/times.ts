const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: timezone,
  });
  formats.set(timezone, made);
  return made;
};

/** Formats an instant as local time with its zone. */
export const instantInWords = (instant: string, timezone = 'UTC'): string =>
  `${formatOf(timezone).format(new Date(instant))} (${timezone})`;
