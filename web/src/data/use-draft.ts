/** Texts that were not sent yet. They survive a reload, the end of a tab and that of a session. */
import { useCallback, useEffect, useState } from 'react';

const PREFIX = 'forgemesh.draft.';
const MAX_AGE_MS = 30 * 86_400_000;

interface StoredDraft {
  text: string;
  /** Time of the last change, in milliseconds. */
  at: number;
}

/** A text that is kept until it is discarded. */
export function useDraft(key: string, initial = '') {
  const name = `${PREFIX}${key}`;
  const [text, setText] = useState(() => readDraft(name) ?? initial);
  useEffect(() => {
    if (text === initial) localStorage.removeItem(name);
    else storeDraft(name, text);
  }, [name, text, initial]);
  const discard = useCallback(() => {
    localStorage.removeItem(name);
    setText(initial);
  }, [name, initial]);
  return { text, setText, discard };
}

/** Removes the drafts of all texts, when a user leaves this browser. */
export function discardDrafts(): void {
  for (const name of draftNames()) localStorage.removeItem(name);
}

function draftNames(): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
}

function readDraft(name: string): string | undefined {
  const stored = localStorage.getItem(name);
  if (stored === null) return undefined;
  try {
    const { text, at } = JSON.parse(stored) as Partial<StoredDraft>;
    const isCurrent = typeof text === 'string' && typeof at === 'number' && at > Date.now() - MAX_AGE_MS;
    return isCurrent ? text : undefined;
  } catch {
    return undefined;
  }
}

function storeDraft(name: string, text: string): void {
  const draft: StoredDraft = { text, at: Date.now() };
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // The storage is full: older drafts make room, and the text stays in the editor.
    for (const other of draftNames()) if (other !== name) localStorage.removeItem(other);
  }
}
