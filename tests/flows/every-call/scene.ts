import type { CalendarDouble } from '@visita/platform/testing/calendar-double';
import type { Client } from '../../support/http.ts';
import type { OpenedClinic, RegisteredPro } from '../../support/http-practice.ts';

/** What the stories of every call go on. */
export type Scene = {
  readonly client: Client;
  /** Where browsers reach the product. */
  readonly origin: string;
  /** On the premium plan. */
  readonly anna: RegisteredPro;
  readonly clinic: OpenedClinic;
  readonly double: CalendarDouble;
  /** The token of a link to a page of the product that was mailed to somebody. */
  tokenFor(address: string, page: string): Promise<string>;
};
