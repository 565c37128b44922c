import { api, type CallName } from '@visita/contracts/api/table';
import type { Page } from '@playwright/test';
import { messages } from '../../../web/src/lib/text/messages.ts';
import { publicMessages } from '../../../web/src/public-booking/messages.ts';
import { intercept } from '../screens/intercept.ts';
import type { State, Text } from '../screens/screen.ts';
import type { Viewer, World } from '../screens/world.ts';

/** Specified durations in seconds; others are free. */
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

/** Timed messages of all pages. */
export const table = { ...messages, ...publicMessages };
type Name = keyof typeof table;

/** A timed message: how to raise it, and how long it stays. */
export type TimedMessage = {
  readonly situation?: keyof typeof specified;
  readonly message: Name;
  readonly values?: Readonly<Record<string, string>>;
  readonly path: string | ((world: World) => string);
  readonly viewer?: Viewer;
  /** Before the page opens. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** All steps before the last press. */
  readonly prepare?: (page: Page, text: Text) => Promise<unknown>;
  /** The press that raises the message. */
  readonly act: (page: Page, text: Text) => Promise<unknown>;
  /** Overrides the element, which by default is a toast, banner or box with the text. */
  readonly shows?: State['sign'];
  /** `login` if the whole screen closes, without a way to keep it. */
  readonly leadsTo?: 'login';
  /** Additional check while it is visible. */
  readonly check?: (page: Page, text: Text) => Promise<unknown>;
};

export const refused =
  (...names: CallName[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await intercept(page, name, 409);
  };

/** Mocks a call's success, so that the data does not change. */
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
