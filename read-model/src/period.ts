/** Columns of a stretch in which no bookings are taken: wall clock of the clinic as typed, instants as meant. */
export const periodTypes = {
  title: 'text',
  starting_date: 'text',
  ending_date: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
} as const;
