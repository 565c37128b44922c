import { tabStore } from './storage.ts';

/** Form fields that differ from their initial values. */
export type Fields = Record<string, unknown>;

type Drafts = { readonly proId: string; readonly forms: Readonly<Record<string, Fields>> };

const draftsKey = 'visita.drafts';

const read = (): Drafts | null => {
  const stored = tabStore.getItem(draftsKey);
  return stored === null ? null : (JSON.parse(stored) as Drafts);
};

const formsOf = (proId: string): Drafts['forms'] => {
  const drafts = read();
  return drafts?.proId === proId ? drafts.forms : {};
};

/** Returns the draft of a form, unless it was sent or discarded. */
export const draftOf = (proId: string, form: string): Fields | undefined => formsOf(proId)[form];

/** Returns the drafts whose names have a prefix, the latest first. */
export const draftsWith = (proId: string, prefix: string): (readonly [name: string, fields: Fields])[] =>
  Object.entries(formsOf(proId))
    .filter(([name]) => name.startsWith(prefix))
    .toReversed();

/** Keeps a form's draft while the tab and the login last; null removes it. */
export const keepDraft = (proId: string, form: string, fields: Fields | null): void => {
  const { [form]: before, ...others } = formsOf(proId);
  if (fields === null && before === undefined) return;
  const forms = fields === null ? others : { ...others, [form]: fields };
  tabStore.setItem(draftsKey, JSON.stringify({ proId, forms } satisfies Drafts));
};

export const clearAllButDrafts = (): void => {
  const drafts = tabStore.getItem(draftsKey);
  tabStore.clear();
  if (drafts !== null) tabStore.setItem(draftsKey, drafts);
};

export const dropDraftsOfOthers = (proId: string): void => {
  if (read()?.proId !== proId) tabStore.removeItem(draftsKey);
};
