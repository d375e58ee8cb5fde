import { Link } from 'react-router';

/** A part of the way to a page. The last one is the page itself. */
export interface Crumb {
  text: string;
  to?: string;
}

/** The way to the page. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="breadcrumbs">
        {crumbs.map(({ text, to }, index) => (
          <li key={index} className="row">
            {to === undefined ? <span aria-current="page">{text}</span> : <Link to={to}>{text}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
