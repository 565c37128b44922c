/** How long the browser may take to read what it is to save, in milliseconds. */
const patience = 60_000;

/** Gives the browser a file to save. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), patience);
};

/** Gives the browser a JSON document to save. */
export const saveJson = (name: string, document_: unknown): void =>
  saveFile(name, new Blob([JSON.stringify(document_, null, 1)], { type: 'application/json' }));
