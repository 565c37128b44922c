import { expect, test } from 'vitest';
import { thankYouPage } from './thank-you.ts';

test.each([
  ['https://studio.example/grazie/', 'https://studio.example/grazie'],
  ['studio.example', 'http://studio.example/'],
  ['studio.example:8080/ok', 'http://studio.example:8080/ok'],
  [' http://studio.example/?a=1 ', 'http://studio.example/?a=1'],
])('%j is the address %s', (typed, address) => {
  expect(thankYouPage(typed)?.href).toBe(address);
});

test.each([
  '',
  '/local',
  '//host.example',
  '\\\\host.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://host.example',
  'https://user@host.example',
  'https://user:pass@host.example',
  'http://localhost',
  'http://printer.local',
  'http://127.0.0.1',
  'http://0x7f.1',
  'http://2130706433',
  'http://10.1.2.3',
  'http://172.20.0.1',
  'http://192.168.1.1:8080/x',
  'http://169.254.169.254/latest',
  'http://[::1]/',
  'http://[fd00::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://intranet',
  'http://',
])('%j is refused', (typed) => {
  expect(thankYouPage(typed)).toBeNull();
});
