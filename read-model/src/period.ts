/** Columns of a time without bookings: the clinic's local time as typed, and the instants. */
export const periodTypes = {
  title: 'text',
  starting_date: 'text',
  ending_date: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
} as const;
