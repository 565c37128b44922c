// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const names = ['localStorage', 'sessionStorage'] as const;

const blocked = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

it('stores values in the browser', async () => {
  const { keepsStorage, localStore, tabStore } = await import('./storage.ts');
  localStore.setItem('a', '1');
  tabStore.setItem('b', '2');
  expect([keepsStorage, localStorage.getItem('a'), sessionStorage.getItem('b')]).toEqual([true, '1', '2']);
});

it('stores values in memory if the browser blocks storage, and reports that', async () => {
  for (const name of names) vi.spyOn(window, name, 'get').mockImplementation(blocked);
  const { keepsStorage, localStore, tabStore } = await import('./storage.ts');
  expect(keepsStorage).toBe(false);
  for (const store of [localStore, tabStore]) {
    store.setItem('a', '1');
    expect(store.getItem('a')).toBe('1');
    store.removeItem('a');
    expect(store.getItem('a')).toBeNull();
    store.setItem('b', '2');
    store.clear();
    expect(store.getItem('b')).toBeNull();
  }
});

it('keeps in memory what does not fit into a full storage, without throwing', async () => {
  const kept = new Map<string, string>();
  const setItem = (key: string, value: string) => {
    if (value.length > 2) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    kept.set(key, value);
  };
  const getItem = (key: string) => kept.get(key) ?? null;
  const removeItem = (key: string) => kept.delete(key);
  const limited = { setItem, getItem, removeItem, clear: () => kept.clear() } as unknown as Storage;
  vi.spyOn(window, 'sessionStorage', 'get').mockReturnValue(limited);
  const { tabStore } = await import('./storage.ts');
  tabStore.setItem('draft', 'as');
  tabStore.setItem('draft', 'asthma');
  expect(tabStore.getItem('draft')).toBe('asthma');
  tabStore.setItem('draft', 'no');
  expect([tabStore.getItem('draft'), getItem('draft')]).toEqual(['no', 'no']);
  tabStore.setItem('draft', 'asthma');
  tabStore.clear();
  expect(tabStore.getItem('draft')).toBeNull();
});

it('has no token or country if the browser blocks storage', async () => {
  for (const name of names) vi.spyOn(window, name, 'get').mockImplementation(blocked);
  const { lookUpCountry } = await import('../api/country.ts');
  const { readToken } = await import('../session/session.ts');
  expect(readToken()).toBeNull();
  await expect(lookUpCountry(() => Promise.reject(new Error('never asked')))).resolves.toBeUndefined();
});

it('is used by every module instead of the browser’s storage', () => {
  const files = import.meta.glob<string>('../../**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const naming = Object.entries(files).filter(([, text]) => /\b(local|session)Storage\b(?!')/.test(text));
  const paths = naming.map(([path]) => path).filter((path) => !/\.test\.tsx?$/.test(path));
  expect(Object.keys(files).length).toBeGreaterThan(100);
  expect(paths).toEqual([]);
});
