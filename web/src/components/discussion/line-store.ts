/**
 * What is at the lines of a diff: threads, drafts and the forms of new comments. It is kept outside
 * of React, so that only the line that changes is rendered again.
 */
import { useSyncExternalStore } from 'react';
import type { Discussion } from '#api/types';
import type { DraftNote } from '#data/draft-notes';
import { placeKey, type DiffPlace } from '../diff/diff-place';

/** A form for a comment on the lines from `start` to `place`. */
export interface OpenForm {
  place: DiffPlace;
  start: DiffPlace;
}

/** What is at a line. */
export interface LineContent {
  threads: readonly Discussion[];
  drafts: readonly DraftNote[];
  form: OpenForm | undefined;
}

/** The place of a thread or draft; numbers of lines that a side does not have are null. */
export interface ThreadPlace {
  old_path: string | null;
  new_path: string | null;
  old_line: number | null;
  new_line: number | null;
}

/** The key of the line that a thread is at; undefined for a place without lines: a picture. */
export function threadKey({ old_path, new_path, old_line, new_line }: ThreadPlace): string | undefined {
  if (old_line === null && new_line === null) return undefined;
  return placeKey({
    oldPath: old_path ?? new_path ?? '',
    newPath: new_path ?? old_path ?? '',
    oldLine: old_line ?? undefined,
    newLine: new_line ?? undefined,
  });
}

type Notes = ReadonlyMap<string, Pick<LineContent, 'threads' | 'drafts'>>;

/** The contents of the lines of one diff. */
export class LineStore {
  private readonly contents = new Map<string, LineContent>();
  private readonly listeners = new Map<string, Set<() => void>>();

  /** Returns what is at a line; undefined if nothing is. */
  get(key: string): LineContent | undefined {
    return this.contents.get(key);
  }

  /** Calls the listener when the content of a line changes. Returns a function that ends it. */
  subscribe(key: string, listener: () => void): () => void {
    const own = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0) this.listeners.delete(key);
    };
  }

  /** Replaces the threads and drafts of all lines. */
  setNotes(notes: Notes): void {
    for (const key of new Set([...this.contents.keys(), ...notes.keys()])) {
      const { threads = [], drafts = [] } = notes.get(key) ?? {};
      const before = this.contents.get(key);
      if (isSame(before?.threads, threads) && isSame(before?.drafts, drafts)) continue;
      this.set(key, { threads, drafts, form: before?.form });
    }
  }

  /** Opens the form of a line, or changes its lines. */
  open(form: OpenForm): void {
    const key = placeKey(form.place);
    this.set(key, { threads: [], drafts: [], ...this.contents.get(key), form });
  }

  /** Closes the form of a line. */
  close(place: DiffPlace): void {
    const content = this.contents.get(placeKey(place));
    if (content) this.set(placeKey(place), { ...content, form: undefined });
  }

  private set(key: string, content: LineContent): void {
    if (content.threads.length + content.drafts.length === 0 && !content.form) this.contents.delete(key);
    else this.contents.set(key, content);
    for (const listener of this.listeners.get(key) ?? []) listener();
  }
}

function isSame(before: readonly unknown[] = [], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((entry, index) => entry === after[index]);
}

/** What is at a line, which renders only the component that asks for it. */
export function useLine(store: LineStore, place: DiffPlace): LineContent | undefined {
  const key = placeKey(place);
  return useSyncExternalStore(
    (listener) => store.subscribe(key, listener),
    () => store.get(key),
  );
}
