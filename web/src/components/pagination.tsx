import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { Page } from '#api/page';
import { numberText } from '#lib/format';

/** The page in the address. */
export function usePageNumber(): number {
  const [params] = useSearchParams();
  return Math.max(1, Number(params.get('page')) || 1);
}

/** Links to the next and previous page that keep the filters of the address. */
export function Pagination({ page }: { page: Page<unknown> }) {
  const { pathname, search } = useLocation();
  const to = (number: number): string => {
    const params = new URLSearchParams(search);
    params.set('page', String(number));
    return `${pathname}?${params.toString()}`;
  };
  if (page.page === 1 && page.nextPage === undefined) return null;
  const [current, last] = [numberText(page.page), page.totalPages && numberText(page.totalPages)];
  return (
    <nav className="pagination" aria-label={t`Pages of the list`}>
      {page.page > 1 ? (
        <Link className="button button-small" rel="prev" to={to(page.page - 1)}>
          <Trans>Previous</Trans>
        </Link>
      ) : (
        <span />
      )}
      <span className="muted small">{last === undefined ? t`Page ${current}` : t`Page ${current} of ${last}`}</span>
      {page.nextPage === undefined ? (
        <span />
      ) : (
        <Link className="button button-small" rel="next" to={to(page.nextPage)}>
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}
