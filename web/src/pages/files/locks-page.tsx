/** The locks of files of a project. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { UserLink } from '#components/user-link';
import { listLfsLocks, type LfsLock, lfsLockKeys } from '#data/lfs-locks';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { ReleaseLock } from './release-lock';

/** Shows the locks. */
export function LocksPage() {
  const project = useProject();
  useTitle(t`Locked files`, project.name_with_namespace);
  const page = usePageNumber();
  const query = useQuery({
    queryKey: lfsLockKeys.list(project.id, page),
    queryFn: () => listLfsLocks(project.id, { page }),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Locked files` }]}>
      <div className="page-header">
        <h1>
          <Trans>Locked files</Trans>
        </h1>
      </div>
      <p className="muted">
        <Trans>Only the owner of a lock may push changes of the file.</Trans>
      </p>
      <Loaded query={query}>
        {(locks) =>
          locks.items.length === 0 ? (
            <Empty title={t`No locked files`} />
          ) : (
            <>
              <ul className="card list" aria-label={t`Locked files`}>
                {locks.items.map((lock) => (
                  <LockItem key={lock.id} lock={lock} />
                ))}
              </ul>
              <Pagination page={locks} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function LockItem({ lock }: { lock: LfsLock }) {
  const { path_with_namespace: project, default_branch: branch } = useProject();
  return (
    <li>
      <Lock size={16} aria-hidden="true" />
      <div className="grow">
        {branch ? (
          <Link className="plain-link" to={projectPath(project, 'blob', branch, lock.path)}>
            <strong>{lock.path}</strong>
          </Link>
        ) : (
          <strong>{lock.path}</strong>
        )}
        <div className="row row-wrap muted small">
          <UserLink user={lock.owner} />
          <RelativeTime time={lock.locked_at} />
        </div>
      </div>
      <ReleaseLock lock={lock} />
    </li>
  );
}
