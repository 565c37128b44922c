import type { Config } from '../config/config.ts';
import type { Database } from '../postgres/connect.ts';
import type { KeySource } from '../vault/purpose-keys.ts';
import { type Authorizations, createAuthorizations } from './authorizations.ts';
import { type Connections, createConnections } from './connections.ts';
import { createFeeds, type Feeds } from './feeds.ts';
import { type CalendarProvider, createCalendarProvider } from './provider.ts';

/** Connections between pros and external calendars. */
export type Calendar = {
  /** Null if no calendar service is configured. */
  readonly provider: CalendarProvider | null;
  /** API base of the calendar service, without trailing slash; null if none is configured. */
  readonly apiBase: string | null;
  readonly authorizations: Authorizations;
  readonly connections: Connections;
  readonly feeds: Feeds;
};

/** Opens the configured service. Requires `calendarMigrations`. */
export const openCalendar = (options: {
  config: Pick<Config, 'calendar' | 'publicOrigin'>;
  database: Pick<Database, 'pool'>;
  key: KeySource;
  now: () => Date;
}): Calendar => {
  const { config, database, key, now } = options;
  const provider = providerOf(config, now);
  return {
    provider,
    apiBase: config.calendar?.apiBase.replace(/\/$/, '') ?? null,
    authorizations: createAuthorizations({ database, key, now }),
    connections: createConnections({ database, key, provider, now }),
    feeds: createFeeds(database),
  };
};

const providerOf = (
  { calendar, publicOrigin }: Pick<Config, 'calendar' | 'publicOrigin'>,
  now: () => Date,
): CalendarProvider | null => {
  if (!calendar) return null;
  const { clientId, clientSecret, issuer } = calendar;
  const redirectUri = `${publicOrigin}/dashboard/setting`;
  return createCalendarProvider({ clientId, clientSecret, issuer, redirectUri, now });
};
