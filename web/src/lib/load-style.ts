const loading = new Map<string, Promise<void>>();

/** Loads a style sheet that few pages need. Rejects if that fails; the next call tries again. */
export function loadStyle(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const started = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      loading.delete(address);
      link.remove();
      reject(new Error(`the style sheet ${address} was not loaded`));
    };
    document.head.append(link);
  });
  loading.set(address, started);
  return started;
}
