import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { exportIssues } from '#data/issues';
import { exportMergeRequests } from '#data/merge-requests';
import { saveBlob } from '#lib/save-blob';
import { useAction } from '#lib/use-action';
import { oneOf, type Filters } from '#lib/use-filters';
import type { OwnerScope } from '../item-scope';
import type { ListKind } from './filter-kinds';
import { issueQuery, requestQuery } from './item-query';

interface CsvButtonProps {
  filters: Filters;
  owner: OwnerScope;
  list: ListKind;
}

/** Downloads the whole list with its filters. */
export function CsvButton({ filters, owner, list }: CsvButtonProps) {
  const { run, isBusy } = useAction();
  const id = { kind: owner.kind, id: String(owner.id) };
  const state = filters.get('state');
  const download = (): Promise<Blob> =>
    list === 'issues'
      ? exportIssues(id, { ...issueQuery(filters), state: oneOf(state, ['closed', 'all']) ?? 'opened' })
      : exportMergeRequests(id, {
          ...requestQuery(filters),
          state: oneOf(state, ['merged', 'closed', 'all']) ?? 'opened',
        });
  return (
    <button
      type="button"
      className="button button-icon"
      aria-label={t`Download as CSV`}
      title={t`Download as CSV`}
      disabled={isBusy}
      onClick={() => void run(async () => saveBlob(await download(), `${list}.csv`))}
    >
      <Download size={15} aria-hidden="true" />
    </button>
  );
}
