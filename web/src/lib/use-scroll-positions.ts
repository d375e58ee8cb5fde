/**
 * The scroll position of each page of the history. The browser would set it before the page that
 * the visitor goes back to is rendered.
 */
import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { showAnchorWhenLoaded } from './anchors';

const STORAGE_KEY = 'forgemesh.scroll';

/** State of a navigation that leaves the page where it is, such as to another tab of it. */
export const keepsScroll = { keepsScroll: true };

const positions = new Map<string, number>(
  JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as (readonly [string, number])[],
);
let current = '';

/** Whether a page of the history has a position, which is restored when the page is shown again. */
export function hasScrollPosition(key: string): boolean {
  // All pages that were opened from outside have this key.
  return key !== 'default' && positions.has(key);
}

/** Starts new pages at the top or at the target of their address, and restores earlier ones. */
export function useScrollPositions(): void {
  const { key, hash, state } = useLocation() as { key: string; hash: string; state: unknown };
  const type = useNavigationType();
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const record = (): void => void positions.set(current, window.scrollY);
    const store = (): void => sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]));
    window.addEventListener('scroll', record, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('scroll', record);
      window.removeEventListener('pagehide', store);
    };
  }, []);
  useLayoutEffect(() => {
    current = key;
    const earlier = positions.get(key);
    if (type === 'POP' && earlier !== undefined) window.scrollTo(0, earlier);
    else if (isKept(state)) return undefined;
    else if (hash !== '') return showAnchorWhenLoaded(hash);
    else window.scrollTo(0, 0);
    return undefined;
  }, [key, hash, state, type]);
}

function isKept(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsScroll' in state;
}
