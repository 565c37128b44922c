/** Maximum number of messages per person and clinic: reminders and offers on one day, recalls open at once per pro. */
export const messageCaps = { reminders: 2, offers: 3, recalls: 1 } as const;
