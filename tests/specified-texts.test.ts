import { readFileSync } from 'node:fs';
import { api } from '@visita/contracts/api/table';
import { expect, it, test } from 'vitest';

/** Specified texts, verbatim including mistakes, with their keys. */
const shown: Readonly<Record<string, string>> = {
  'account:email.sent': 'request sent',
  'account:email.errorMessage': 'Impossible to send new email request. Check try later or contact support',
  'appointment:patient.invalidEmail': 'Invalid email format. use a valid email',
  'auth:signup.passwordShort': 'Password must be at least 6 characters long',
  'auth:passwordRequest.done': 'Check your email. A recovery link has been sent',
  'auth:passwordRequest.errorMessage': 'Error. Try later of with another email',
  'auth:newMail.done': 'Your email has been updated. Now you can login with it.',
  'auth:newMail.errorMessage': 'Error. Check your password or send again a new request',
  'booking:notFound.file': 'File not found!',
  'calendar:edit.errorMessage': 'Error while editing a booking. Try again or contact support',
  'calendar:notes.errorMessage': 'Error while adding a new note. Try later or contact support',
  'clinic:owner': 'Owner',
  'clinic:manager': 'Manager',
  'clinic:collaborators.myself': 'Myself',
  'clinic:remove.done': 'Clinic has been deleted successfully',
  'inactivity:errorMessage': 'Error: check your data and try again',
  'legal:notFound.title': 'File not found!',
  'onboarding:subscription.comingSoon': 'COMING SOON',
  'patients:edit.done': 'Patient data updated successfully',
  'patients:edit.errorMessage': 'Impossible update patient data',
  'patients:history.loadFailed': 'Impossible to download patient booking',
  'patients:history.none': 'No history found',
  'settings:calendar.errorMessage': 'Google authentication faild. Try later or contact support.',
  'settings:payment.comingSoon': 'coming soon',
  'settings:thankYou.disconnect': 'Disconnect Page',
};

/** Texts specified only by key. */
const named = [
  'account:delete.errorMessage',
  'appointment:newBookingForm.errorMessage',
  'auth:login.errorMessage',
];

/** Failure texts of calls, which are in the table of calls. */
const unanswered = [
  'Error creating new clinic inactivity',
  'Error creating new hub inactivity',
  'An error occured during pro update',
  'Impossible to download patient booking',
  'Error: impossible to download patients list',
  'An unexpected error occurred while submitting the survey.',
  'Impossible to load Pro Full Calendar',
  'Impossible to download Booking Availability',
  'Impossible to run booking confirmation',
  'Impossible to place a booking by pro',
  'Error while deleting booking',
  'Error while placing a new booking by a patient',
  'Error: impossible to download Pro',
  'Error: impossible to create a collaboration hub',
  'Error adding new Hub Availability',
  'Error adding deleting Hub Availability',
  'An error occurred while updating Hubs.',
  'Error creating new clininc services',
  'Error occure while archiving clinic service',
  'Error while creating Hub services',
  'Error while updating Hub Service',
  'An error occurred while creating new clinic',
  'Pro no authenticated',
];

type Texts = { readonly [key: string]: string | Texts };

const textAt = (place: string): string | Texts | undefined => {
  const [namespace = '', keys = ''] = place.split(':');
  const file = new URL(`../web/public/locales/en/${namespace}.json`, import.meta.url);
  const read = JSON.parse(readFileSync(file, 'utf8')) as Texts;
  return keys
    .split('.')
    .reduce<string | Texts | undefined>((at, key) => (typeof at === 'object' ? at[key] : undefined), read);
};

test.each(Object.entries(shown))('%s reads “%s”', (place, text) => {
  expect(textAt(place)).toBe(text);
});

test.each(named)('%s exists', (place) => {
  expect(textAt(place)).toBeTypeOf('string');
});

it('each failure text belongs to a call', () => {
  const said = new Set(Object.values(api).map((call) => call.failure));
  expect(unanswered.filter((text) => !said.has(text))).toEqual([]);
});
