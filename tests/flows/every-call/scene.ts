import type { CalendarDouble } from '@visita/platform/testing/calendar-double';
import type { Client } from '../../support/http.ts';
import type { OpenedClinic, RegisteredPro } from '../../support/http-practice.ts';

export type Scene = {
  readonly client: Client;
  readonly origin: string;
  /** On the premium plan. */
  readonly anna: RegisteredPro;
  readonly clinic: OpenedClinic;
  readonly double: CalendarDouble;
  /** Returns the token in a mail with a link to a page. */
  tokenFor(address: string, page: string): Promise<string>;
};
