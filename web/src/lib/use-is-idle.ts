import { useEffect, useState } from 'react';

/** Whether the first page has been shown, so that what it does not need can be loaded. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const start = (): void => void setTimeout(() => setIsIdle(true));
    if (document.readyState === 'complete') start();
    else window.addEventListener('load', start, { once: true });
    return () => window.removeEventListener('load', start);
  }, []);
  return isIdle;
}
