/** The history of a ref, or of a file at it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RefMenu } from '#components/ref-menu';
import { Empty, Loaded, Loading } from '#components/states';
import { commitKeys, listCommits } from '#data/commits';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { FilePath } from '#pages/files/file-path';
import { useFileAddress } from '#pages/files/use-file-address';
import { CommitList } from './commit-list';
import { CommitTabs } from './commit-tabs';

const PER_PAGE = 40;

/** Shows the commits of the address. */
export function CommitsPage() {
  const project = useProject();
  const fullPath = project.path_with_namespace;
  const address = useFileAddress();
  const page = usePageNumber();
  useTitle(t`Commits`, address?.path, address?.ref, project.name_with_namespace);
  const query = useQuery({
    queryKey: commitKeys.list(project.id, address?.ref, address?.path, page),
    queryFn: () => {
      const filter = {
        ...(address && address.ref !== '' && { ref_name: address.ref }),
        ...(address && address.path !== '' && { path: address.path }),
      };
      return listCommits(project.id, { ...filter, page, per_page: PER_PAGE });
    },
    enabled: address !== undefined,
  });
  if (!address)
    return (
      <Main>
        <Loading />
      </Main>
    );
  const ref = address.ref === '' ? (project.default_branch ?? '') : address.ref;
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Commits` }]}>
      <div className="page-header">
        <h1>
          <Trans>Commits</Trans>
        </h1>
        <Link className="button button-small" to={projectPath(fullPath, 'compare')}>
          <Trans>Compare</Trans>
        </Link>
      </div>
      {address.path === '' && <CommitTabs project={project} branch={ref} current="commits" />}
      <div className="toolbar">
        <RefMenu
          projectId={project.id}
          current={ref}
          to={(name) => projectPath(fullPath, 'commits', name, address.path)}
        />
        <FilePath address={{ ref, path: address.path }} />
      </div>
      <Loaded query={query} lines={12}>
        {(commits) =>
          commits.items.length === 0 ? (
            <Empty title={t`No commits`} />
          ) : (
            <>
              <CommitList commits={commits.items} project={fullPath} />
              <Pagination page={commits} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}
