/** Chooses the version of the changes, and the one that it is compared with, in the address. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { MergeRequest } from '#api/types';
import { listMergeRequestVersions, mergeRequestKeys } from '#data/merge-requests';
import { keepsScroll } from '#lib/use-scroll-positions';
import type { ChosenVersions } from './version-changes';

/** Returns what the address chooses. Links in notes have the same form. */
export function useChosenVersions(): ChosenVersions {
  const [params] = useSearchParams();
  return { head: params.get('head_sha') ?? undefined, start: params.get('start_sha') ?? undefined };
}

/** Shows the versions; nothing while there is only one. */
export function VersionMenu({ request }: { request: MergeRequest }) {
  const [params, setParams] = useSearchParams();
  const { head, start } = useChosenVersions();
  const { data: versions = [] } = useQuery({
    queryKey: mergeRequestKeys.versions(request.project_id, request.iid, request.sha),
    queryFn: () => listMergeRequestVersions(request.project_id, request.iid),
  });
  if (versions.length < 2) return null;
  const choose = (name: 'head_sha' | 'start_sha', value: string): void => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { state: keepsScroll });
  };
  const nameOf = (index: number): string => t`Version ${versions.length - index}`;
  return (
    <>
      <label className="row small">
        <span className="visually-hidden">
          <Trans>Version</Trans>
        </span>
        <select className="select" value={head ?? ''} onChange={(event) => choose('head_sha', event.target.value)}>
          {versions.map(({ id, head_commit_sha: sha }, index) => (
            <option key={id} value={index === 0 ? '' : sha}>
              {index === 0 ? t`Newest version (${versions.length})` : `${nameOf(index)}: ${sha.slice(0, 8)}`}
            </option>
          ))}
        </select>
      </label>
      <label className="row small">
        <Trans>compared with</Trans>
        <select className="select" value={start ?? ''} onChange={(event) => choose('start_sha', event.target.value)}>
          <option value="">{request.target_branch}</option>
          {versions.map(({ id, head_commit_sha: sha }, index) =>
            sha === (head ?? request.sha) ? null : (
              <option key={id} value={sha}>
                {nameOf(index)}: {sha.slice(0, 8)}
              </option>
            ),
          )}
        </select>
      </label>
    </>
  );
}
