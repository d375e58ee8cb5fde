import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import styles from './breadcrumbs.module.css';

/** A part of the way to a page. The last one is the page itself. */
export interface Crumb {
  text: string;
  to?: string;
}

/** The way to the page. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label={t`Breadcrumbs`}>
      <ol className={styles.breadcrumbs}>
        {crumbs.map(({ text, to }, index) => (
          <li key={index} className="row">
            {to === undefined ? <span aria-current="page">{text}</span> : <Link to={to}>{text}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
