import { api, type CallName } from '@visita/contracts/api/table';
import type { Page } from '@playwright/test';
import { messages } from '../../../web/src/lib/text/messages.ts';
import { publicMessages } from '../../../web/src/public-booking/messages.ts';
import { intercept } from '../screens/intercept.ts';
import type { State, Text } from '../screens/screen.ts';
import type { Viewer, World } from '../screens/world.ts';

/** The messages whose duration is fixed, in seconds; the others may stay as long as suits them. */
export const specified = {
  'Login failure': 7,
  'Pro booking creation failure': 7,
  'Invalid email for a new patient': 7,
  'Email update failure': 10,
  'Email update success': 4,
  'Password change success': 5,
  'Account deletion failure': 4,
  'Profile save failure': 7,
  'Collaborator invite failure': 10,
  'Collaborator invite success': 10,
  'Clinic update failure': 7,
  'Clinic update success': 7,
  'Online-booking toggle failure': 7,
  'Booking edit failure': 7,
  'Note save failure': 5,
  'Closing creation failure': 5,
  'Vacation creation failure': 5,
  'Patient update success': 7,
  'Patient update failure': 7,
  'Clinic delete success': 5,
  'Signup failure': 10,
  'Public booking failure': 10,
  'Public booking success': 10,
} as const;

/** Everything said for a while, on any page. */
export const table = { ...messages, ...publicMessages };
type Name = keyof typeof table;

/** A message that goes by itself: how it is raised, and how long it stays. */
export type TimedMessage = {
  /** Which of the fixed ones it is. */
  readonly situation?: keyof typeof specified;
  /** Its name in the web's table of messages. */
  readonly message: Name;
  /** What its text has in place of variables. */
  readonly values?: Readonly<Record<string, string>>;
  readonly path: string | ((world: World) => string);
  readonly viewer?: Viewer;
  /** Before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Everything up to the last press. */
  readonly prepare?: (page: Page, text: Text) => Promise<unknown>;
  /** The press that brings the message. */
  readonly act: (page: Page, text: Text) => Promise<unknown>;
  /** Where it is no toast, banner or box of its text and role. */
  readonly shows?: State['sign'];
  /** `login` where the whole screen goes, and nothing holds it. */
  readonly leadsTo?: 'login';
  /** What else must be so while it shows. */
  readonly check?: (page: Page, text: Text) => Promise<unknown>;
};

/** The product refuses a call, for no reason that has a text of its own. */
export const refused =
  (...names: CallName[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await intercept(page, name, 409);
  };

/** A call is answered as if it had been done, so that the world stays as it is. */
export const answered =
  (name: CallName, data: unknown = null, more: Readonly<Record<string, unknown>> = {}) =>
  async (page: Page): Promise<void> => {
    const answer = api[name].answer.parse({ message: '', data, ...more });
    await intercept(page, name, { answer: answer as never });
  };

export const inDialog = (page: Page, title: string, button: string): Promise<void> =>
  page
    .getByRole('dialog', { name: title, exact: true })
    .getByRole('button', { name: button, exact: true })
    .last()
    .click();
