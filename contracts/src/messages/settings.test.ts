import { expect, it } from 'vitest';
import { messageSettingsBody } from './settings.ts';

const settings = {
  provider: 'kannel',
  sender: null,
  textsPerMonth: null,
  quietHours: { from: '21:00', until: '08:00', mails: false },
  plainLetters: false,
  serviceInTexts: false,
};

it('refuses a credential that cannot stand in a header, and names it', () => {
  const parse = (password: string) =>
    messageSettingsBody.safeParse({ ...settings, credentials: { password } });
  expect(parse('p%C3%A4ss wörd').success).toBe(true);
  expect(parse('secret\r\nX-Other: 1').error?.issues[0]).toMatchObject({
    path: ['credentials', 'password'],
    message: 'must not contain control characters',
  });
});
