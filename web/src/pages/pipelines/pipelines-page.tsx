/** The pipelines of a project. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { FilterSelect } from '#components/filter-select';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { Empty, Loaded } from '#components/states';
import { PipelineList } from '#components/pipeline-list';
import { listPipelines, pipelineKeys } from '#data/pipelines';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { useLive, usePolling } from '#live/use-live';

/** Lists by their value in the address. */
const scopes = {
  all: t`All pipelines`,
  running: t`Running`,
  pending: t`Pending`,
  finished: t`Finished`,
  branches: t`Newest of each branch`,
  tags: t`Newest of each tag`,
} as const;

type Scope = keyof typeof scopes;

/** Shows the list. */
export function PipelinesPage() {
  const project = useProject();
  const [params] = useSearchParams();
  const page = usePageNumber();
  const scope = (Object.keys(scopes) as Scope[]).find((name) => name === params.get('scope')) ?? 'all';
  const ref = params.get('ref') ?? '';
  const filters = { page, ...(scope !== 'all' && { scope }), ...(ref !== '' && { ref }) };
  const topic = `projects/${project.id}/pipelines`;
  useTitle(t`Pipelines`, project.name_with_namespace);
  useLive(topic, pipelineKeys.ofProject(project.id));
  const query = useQuery({
    queryKey: pipelineKeys.list(project.id, filters),
    queryFn: () => listPipelines(project.id, filters),
    refetchInterval: usePolling(topic, 15_000),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Pipelines` }]}>
      <div className="page-header">
        <h1>
          <Trans>Pipelines</Trans>
        </h1>
      </div>
      <div className="toolbar">
        <FilterSelect label={t`Pipelines to show`} name="scope" options={scopes} fallback="all" />
        {ref !== '' && (
          <Link className="button" to={projectPath(project.path_with_namespace, 'pipelines')}>
            <Trans>All branches and tags</Trans>
          </Link>
        )}
      </div>
      <Loaded query={query}>
        {(pipelines) =>
          pipelines.items.length === 0 ? (
            <Empty title={t`No pipelines`}>
              <p>
                <Trans>Pipelines appear when a CI system reports statuses for commits.</Trans>
              </p>
            </Empty>
          ) : (
            <>
              <PipelineList pipelines={pipelines.items} />
              <Pagination page={pipelines} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}
