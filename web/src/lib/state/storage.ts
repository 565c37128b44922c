type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

const memory = (): Kept => {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
};

/** Keeps in the memory of this page what a full storage has no room for. */
const withOverflow = (storage: Storage): Kept => {
  const overflow = memory();
  return {
    getItem: (key) => overflow.getItem(key) ?? storage.getItem(key),
    setItem: (key, value) => {
      overflow.removeItem(key);
      try {
        storage.setItem(key, value);
      } catch {
        overflow.setItem(key, value);
      }
    },
    removeItem: (key) => {
      overflow.removeItem(key);
      storage.removeItem(key);
    },
    clear: () => {
      overflow.clear();
      storage.clear();
    },
  };
};

/** The browser's storage; null where it is blocked, when its name alone throws. */
const storageOf = (name: 'localStorage' | 'sessionStorage'): Storage | null => {
  const probe = 'visita.probe';
  try {
    const storage = window[name];
    storage.setItem(probe, '');
    storage.removeItem(probe);
    return storage;
  } catch {
    return null;
  }
};

const local = storageOf('localStorage');

/** Whether the browser keeps what is stored when the page is left. A login lasts only where it does. */
export const keepsStorage = local !== null;

/** The browser's local storage; where it is blocked, the memory of this page. */
export const localStore: Kept = local ?? memory();

const tab = storageOf('sessionStorage');

/** The tab's storage; the memory of this page if it is blocked, or for what it has no room for. */
export const tabStore: Kept = tab === null ? memory() : withOverflow(tab);
