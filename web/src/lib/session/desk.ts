import type { Pro } from '@visita/contracts/pro/views';
import { useSyncExternalStore } from 'react';
import { localStore } from '../state/storage.ts';

/** A person who agreed that the login of this browser lists them. */
export type Listed = { readonly id: string; readonly name: string; readonly email: string };

const listKey = 'visita.desk';
const lockedKey = 'visita.desk.locked';
/** Milliseconds without use after which the browser locks. */
const idleLimit = 600_000;
const usedKey = 'visita.desk.used';
const idleKey = (proId: string): string => `visita.desk.idle.${proId}`;

/** Maximum number of persons on the list. */
const listMaximum = 12;

const isListed = (value: unknown): value is Listed =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'name', 'email'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Returns the persons that the login of this browser lists, by name. */
export const readDesk = (): Listed[] => {
  const stored = parsed(localStore.getItem(listKey) ?? '[]');
  return Array.isArray(stored) ? stored.filter(isListed) : [];
};

const listeners = new Set<() => void>();

const write = (entries: readonly Listed[]): void => {
  const sorted = entries.toSorted((one, other) => one.name.localeCompare(other.name));
  if (sorted.length === 0) localStore.removeItem(listKey);
  else localStore.setItem(listKey, JSON.stringify(sorted));
  for (const listen of listeners) listen();
};

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** Returns whether the login of this browser lists persons. */
export const useHasDesk = (): boolean => useSyncExternalStore(subscribe, () => readDesk().length > 0);

/** Removes an account from the list of this browser. */
export const unlist = (proId: string): void => {
  write(readDesk().filter(({ id }) => id !== proId));
  localStore.removeItem(idleKey(proId));
};

/** Adds an account to the list, or updates its name and email there. Removes the first entry of a full list. */
export const list = ({ id, name, lastname, email }: Pro): void => {
  const others = readDesk().filter((one) => one.id !== id);
  const shown = [name, lastname].filter(Boolean).join(' ') || email;
  write([...others.slice(1 - listMaximum), { id, name: shown, email }]);
};

export const isOnDesk = (proId: string): boolean => readDesk().some(({ id }) => id === proId);

/** Returns whether the account chose a lock after idle minutes in this browser. */
export const locksWhenIdle = (proId: string): boolean => localStore.getItem(idleKey(proId)) !== null;

export const setLocksWhenIdle = (proId: string, locks: boolean): void => {
  if (locks) localStore.setItem(idleKey(proId), '1');
  else localStore.removeItem(idleKey(proId));
};

/** Records that a tab of this browser is in use. */
export const markUsed = (): void => localStore.setItem(usedKey, String(Date.now()));

/** Returns whether no tab of this browser was in use for ten minutes. */
export const isIdle = (): boolean => {
  const used = localStore.getItem(usedKey);
  return used !== null && Date.now() - Number(used) >= idleLimit;
};

/** Tells other tabs that the session ends because of a lock, so that they hide their content at once. */
export const setLocked = (locked: boolean): void => {
  if (locked) localStore.setItem(lockedKey, '1');
  else localStore.removeItem(lockedKey);
};

export const isLocked = (): boolean => localStore.getItem(lockedKey) !== null;
