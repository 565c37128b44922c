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

export const instantInWords = (instant: string, timezone = 'UTC'): string =>
  `${formatOf(timezone).format(new Date(instant))} (${timezone})`;
