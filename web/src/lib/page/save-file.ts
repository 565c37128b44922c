const revokeDelayMs = 60_000;

export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
};

export const saveJson = (name: string, document_: unknown): void =>
  saveFile(name, new Blob([JSON.stringify(document_, null, 1)], { type: 'application/json' }));
