/** Whether the browser has a network connection. */
import { useSyncExternalStore } from 'react';

/** Whether there is a connection, as far as the browser knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

/**
 * Loads a part of the pages. Without a connection it waits for one; as browsers may keep a failed
 * load, the document is then loaded again, at the address where the visitor is.
 */
export async function loadWhenOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (isOnline()) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return load().catch(() => reloadDocument<Part>());
  }
}

/** Never resolves: the document goes away. */
function reloadDocument<Part>(): Promise<Part> {
  window.location.reload();
  return new Promise<Part>(() => undefined);
}

function isOnline(): boolean {
  return navigator.onLine;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
