/** How long the browser may take to read what it is to save, in milliseconds. */
const patience = 60_000;

/** Gives the browser a JSON document to save. */
export const saveJson = (name: string, document_: unknown): void => {
  const text = JSON.stringify(document_, null, 1);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), patience);
};
