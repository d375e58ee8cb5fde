/** Short messages about what was done or failed. */
import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { explain } from '#api/errors';

interface Toast {
  id: number;
  kind: 'done' | 'error';
  text: string;
}

const VISIBLE_MS = 6000;
let toasts: readonly Toast[] = [];
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

function add(toast: Omit<Toast, 'id'>): void {
  set([...toasts, { ...toast, id: ++lastId }]);
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The messages. Errors stay until they are closed. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  const [isHovered, setIsHovered] = useState(false);
  const close = () => set(toasts.filter(({ id }) => id !== toast.id));
  useEffect(() => {
    if (toast.kind === 'error' || isHovered) return;
    const timer = setTimeout(() => set(toasts.filter(({ id }) => id !== toast.id)), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [toast, isHovered]);
  return (
    <div
      className={`toast${toast.kind === 'error' ? ' toast-error' : ''}`}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      <span className="grow">{toast.text}</span>
      <button type="button" className="button button-plain button-icon button-small" aria-label="Close" onClick={close}>
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  );
}
