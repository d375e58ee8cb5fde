/** Short messages about what was done or failed. */
import { useSyncExternalStore } from 'react';
import { explain } from './explain';

/** A message that is shown. */
export interface Message {
  id: number;
  kind: 'done' | 'error';
  text: string;
}

let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows what was done. */
export function showDone(text: string): void {
  add({ kind: 'done', text });
}

/** Shows why something failed. */
export function showError(error: unknown): void {
  add({ kind: 'error', text: typeof error === 'string' ? error : explain(error) });
}

/** Removes a message. */
export function closeMessage(id: number): void {
  set(messages.filter((message) => message.id !== id));
}

/** The messages that are shown. */
export function useMessages(): readonly Message[] {
  return useSyncExternalStore(subscribe, () => messages);
}

function add(message: Omit<Message, 'id'>): void {
  set([...messages, { ...message, id: ++lastId }]);
}

function set(next: readonly Message[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
