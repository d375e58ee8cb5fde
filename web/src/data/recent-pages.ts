/** Pages that a user opened last in this browser. */
import { useEffect } from 'react';
import { useIsSignedIn } from '#session/use-session';

const KEY = 'forgemesh.recent';
const MAX_PAGES = 8;

/** A page that was opened. */
export interface RecentPage {
  kind: 'Project' | 'Issue' | 'Merge request';
  text: string;
  /** What distinguishes it from others of the same name. */
  detail: string;
  to: string;
}

/** Returns the pages, the last one first. */
export function recentPages(): RecentPage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPage) : [];
  } catch {
    return [];
  }
}

/** Remembers the page of a signed-in user; undefined until it is loaded. */
export function useRecentPage(page: RecentPage | undefined): void {
  const isSignedIn = useIsSignedIn();
  const text = page && JSON.stringify(page);
  useEffect(() => {
    if (text !== undefined && isSignedIn) remember(JSON.parse(text) as RecentPage);
  }, [text, isSignedIn]);
}

/** Forgets the pages, when a user leaves this browser. */
export function forgetRecentPages(): void {
  localStorage.removeItem(KEY);
}

function remember(page: RecentPage): void {
  const others = recentPages().filter(({ to }) => to !== page.to);
  try {
    localStorage.setItem(KEY, JSON.stringify([page, ...others].slice(0, MAX_PAGES)));
  } catch {
    // The storage is full: unsaved texts are more important.
    forgetRecentPages();
  }
}

function isPage(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  const isLocal = typeof fields['to'] === 'string' && /^\/[^/]/.test(fields['to']);
  return isLocal && ['kind', 'text', 'detail'].every((name) => typeof fields[name] === 'string');
}
