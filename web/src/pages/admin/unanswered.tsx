import { Trans } from '@lingui/react/macro';
import type { Page } from '#api/page';

/** Says that entries are missing, because their services did not respond. */
export function Unanswered({ page: { unanswered } }: { page: Page<unknown> }) {
  if (unanswered === undefined) return null;
  return (
    <div className="notice notice-warning" role="status">
      <p>
        <Trans>No response from {unanswered}: entries are missing.</Trans>
      </p>
    </div>
  );
}
