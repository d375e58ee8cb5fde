import type { ReactNode } from 'react';

/** A form for a new branch or tag, which opens on demand. */
export function NewRef({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="card card-body new-ref">
      <summary>{title}</summary>
      {children}
    </details>
  );
}
