import type { ReactNode } from 'react';

interface TableProps {
  label: string;
  heads: string[];
  children: ReactNode;
}

/** A table that scrolls sideways where it is wider than the page. */
export function Table({ label, heads, children }: TableProps) {
  return (
    <div className="card table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
