import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './breadcrumbs';

/** The content of a page: target of the skip link, and focused after a navigation. */
export function Main({ crumbs, children }: { crumbs?: Crumb[]; children: ReactNode }) {
  return (
    <main className="main" id="content" tabIndex={-1}>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      {children}
    </main>
  );
}
