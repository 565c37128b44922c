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

/** Keeps values in memory that do not fit into a full storage. */
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

/** Returns the browser's storage; null if it is blocked, when the property itself throws. */
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

/** True if the browser persists values, which logins require. */
export const keepsStorage = local !== null;

/** Local storage, or memory if it is blocked. */
export const localStore: Kept = local ?? memory();

const tab = storageOf('sessionStorage');

/** Session storage, or memory if it is blocked or full. */
export const tabStore: Kept = tab === null ? memory() : withOverflow(tab);
