const TYPES = { csv: 'text/csv;charset=utf-8', jsonl: 'application/jsonl' } as const;
type FileFormat = keyof typeof TYPES;

/** Saves a file in the browser. `name`: without its extension. */
export function storeFile(name: string, format: FileFormat, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: TYPES[format] }));
  link.download = `${name}.${format}`;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
