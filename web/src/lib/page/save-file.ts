/** Milliseconds the browser may take to read the file. */
const revokeDelayMs = 60_000;

/** Saves a file through the browser. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
};

/** Saves a JSON document through the browser. */
export const saveJson = (name: string, document_: unknown): void =>
  saveFile(name, new Blob([JSON.stringify(document_, null, 1)], { type: 'application/json' }));
