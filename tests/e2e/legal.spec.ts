import { expect, expectAccessible, test } from './fixtures.ts';
import { textsOf } from './texts.ts';

const locales = { it: 'it-IT', en: 'en-GB', es: 'es-ES' } as const;
const pages = {
  '/privacy-policy': 'privacyPolicy.title',
  '/terms-and-conditions': 'termsAndConditions.title',
  '/cookie-policy': 'cookiePolicy.title',
  '/not-found': 'notFound.title',
} as const;

for (const [language, locale] of Object.entries(locales) as ['it' | 'en' | 'es', string][]) {
  const tag = language === 'it' ? [] : ['@release'];
  test(
    `the legal pages exist in ${language}, and an unknown page is reported`,
    { tag },
    async ({ openWindow }) => {
      const dark = language === 'es';
      const window = await openWindow({
        locale,
        timezoneId: 'Europe/Rome',
        colorScheme: dark ? 'dark' : 'light',
        phone: dark,
      });
      const page = await window.newPage();
      for (const [path, title] of Object.entries(pages)) {
        await page.goto(path);
        const name = textsOf(language, 'legal')(title);
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await expectAccessible(page);
      }
      await page.goto('/no/such/page');
      await expect(
        page.getByRole('heading', { name: textsOf(language, 'auth')('login.title') }),
      ).toBeVisible();
      await page.getByRole('link', { name: textsOf(language, 'common')('legal.cookiePolicy') }).click();
      await page.waitForURL('**/cookie-policy');
    },
  );
}

test('in English the unknown page has the specified text', () => {
  expect(textsOf('en', 'legal')('notFound.title')).toBe('File not found!');
});
