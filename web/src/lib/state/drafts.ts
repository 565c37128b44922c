import { tabStore } from './storage.ts';

/** The fields of a form that differ from what it began with. */
type Fields = Record<string, unknown>;

/** The drafts of one pro, by form. */
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

/** Returns what was typed into a form before, unless it was sent or discarded. */
export const draftOf = (proId: string, form: string): Fields | undefined => formsOf(proId)[form];

/** Returns the name of the draft that was typed last among those whose name begins so. */
export const lastDraft = (proId: string, begins: string): string | undefined =>
  Object.keys(formsOf(proId)).findLast((name) => name.startsWith(begins));

/** Keeps what is typed into a form for as long as the tab and the login last; null forgets it. */
export const keepDraft = (proId: string, form: string, fields: Fields | null): void => {
  const { [form]: before, ...others } = formsOf(proId);
  if (fields === null && before === undefined) return;
  const forms = fields === null ? others : { ...others, [form]: fields };
  tabStore.setItem(draftsKey, JSON.stringify({ proId, forms } satisfies Drafts));
};

/** Forgets everything else that this tab stores. */
export const clearAllButDrafts = (): void => {
  const drafts = tabStore.getItem(draftsKey);
  tabStore.clear();
  if (drafts !== null) tabStore.setItem(draftsKey, drafts);
};

/** Forgets the drafts of every pro but one. */
export const dropDraftsOfOthers = (proId: string): void => {
  if (read()?.proId !== proId) tabStore.removeItem(draftsKey);
};
