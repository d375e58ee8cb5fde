/** The files in conflict of a merge request, with the ways to resolve them. */
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { MergeRequest } from '#api/types';
import { Loading } from '#components/states';
import { listMergeRequestConflicts, mergeRequestKeys } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { explain } from '#lib/explain';
import { projectPath } from '#lib/paths';
import { useIsSignedIn } from '#session/use-session';
import { LocalMerge } from './local-merge';
import styles from './merge-requests.module.css';

const MAX_NAMED_FILES = 10;

/** Shows the notice. */
export function ConflictNotice({ request }: { request: MergeRequest }) {
  const project = useProject();
  const isSignedIn = useIsSignedIn();
  const { data, error } = useQuery({
    queryKey: [...mergeRequestKeys.conflicts(request.project_id, request.iid)],
    queryFn: () => listMergeRequestConflicts(request.project_id, request.iid),
    enabled: isSignedIn,
  });
  const address = projectPath(project.path_with_namespace, 'merge_requests', String(request.iid), 'conflicts');
  return (
    <div className="stack-small">
      {isSignedIn && !data && (error ? <p className="muted">{explain(error)}</p> : <Loading lines={2} />)}
      {data && (
        <>
          <p>
            <Trans>
              <Plural value={data.files_count} one="# file" other="# files" /> in conflict:
            </Trans>
          </p>
          <ul className={styles.mergeReasons}>
            {data.files.slice(0, MAX_NAMED_FILES).map(({ path }) => (
              <li key={path}>
                <Link className="mono" to={`${address}#conflict-${encodeURIComponent(path)}`}>
                  {path}
                </Link>
              </li>
            ))}
            {data.files_count > MAX_NAMED_FILES && (
              <li>
                <Trans>
                  and <Plural value={data.files_count - MAX_NAMED_FILES} one="# other" other="# others" />
                </Trans>
              </li>
            )}
          </ul>
          {data.can_push && data.can_resolve && (
            <div>
              <Link className="button button-primary" to={address}>
                <Trans>Resolve conflicts</Trans>
              </Link>
            </div>
          )}
        </>
      )}
      <details>
        <summary>
          <Trans>Resolve them on your machine</Trans>
        </summary>
        <LocalMerge request={request} />
      </details>
    </div>
  );
}
