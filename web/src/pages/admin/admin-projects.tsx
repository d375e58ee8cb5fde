/** The projects of the instance with their owners, sizes and storages. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Project } from '#api/types';
import { FilterSelect } from '#components/filter-select';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { SearchField } from '#components/search-field';
import { Empty, Loaded } from '#components/states';
import { VisibilityBadge } from '#components/visibility-badge';
import { adminStorageKeys, listAdminStorages } from '#data/admin-storages';
import { listProjects, projectKeys, updateProject } from '#data/projects';
import { sizeText } from '#lib/format';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { oneOf, useFilters } from '#lib/use-filters';
import { Table } from './admin-table';

const visibilities = { all: t`Any visibility`, private: t`Private`, internal: t`Internal`, public: t`Public` };
const orders = {
  last_activity_at: t`Active last`,
  repository_size: t`Largest first`,
  created_at: t`Newest first`,
  name: t`By name`,
};
const orderNames = ['last_activity_at', 'repository_size', 'created_at', 'name'] as const;
const states = { all: t`All states`, active: t`Not archived`, archived: t`Archived` };

/** Shows the projects. */
export function AdminProjects() {
  const page = usePageNumber();
  const filters = useFilters();
  const search = filters.get('search');
  const visibility = oneOf(filters.get('visibility'), ['private', 'internal', 'public']);
  const state = oneOf(filters.get('state'), ['active', 'archived']);
  const storage = filters.get('storage');
  const order = oneOf(filters.get('order'), orderNames) ?? 'last_activity_at';
  const query = {
    page,
    statistics: true,
    order_by: order,
    sort: order === 'name' ? ('asc' as const) : ('desc' as const),
    ...(search !== undefined && { search }),
    ...(visibility !== undefined && { visibility }),
    ...(state !== undefined && { archived: state === 'archived' }),
    ...(storage !== undefined && { repository_storage: storage }),
  };
  const projects = useQuery({
    queryKey: projectKeys.administered(query),
    queryFn: () => listProjects(query),
  });
  const { data: storages = [] } = useQuery({ queryKey: adminStorageKeys.all, queryFn: listAdminStorages });
  const names = storages.map(({ name }) => name);
  return (
    <div className="stack">
      <div className="toolbar">
        <SearchField label={t`Search projects`} />
        <FilterSelect name="visibility" label={t`Visibility`} options={visibilities} fallback="all" />
        <FilterSelect name="state" label={t`State`} options={states} fallback="all" />
        {names.length > 1 && (
          <FilterSelect
            name="storage"
            label={t`Storage`}
            options={{ all: t`All storages`, ...Object.fromEntries(names.map((name) => [name, name])) }}
            fallback="all"
          />
        )}
        <FilterSelect name="order" label={t`Order`} options={orders} fallback="last_activity_at" />
      </div>
      <Loaded query={projects}>
        {(found) =>
          found.items.length === 0 ? (
            <Empty title={t`No projects`}>
              <p>
                <Trans>No project matches the search and the filters.</Trans>
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label={t`Projects`}
                heads={[t`Project`, t`Owner`, t`Visibility`, t`Size`, t`Storage`, t`Last activity`, t`Actions`]}
              >
                {found.items.map((project) => (
                  <ProjectRow key={project.id} project={project} storages={names} />
                ))}
              </Table>
              <Pagination page={found} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function ProjectRow({ project, storages }: { project: Project; storages: string[] }) {
  const path = project.path_with_namespace;
  const owner = project.namespace;
  return (
    <tr>
      <td>
        <Link to={projectPath(path)}>{project.name}</Link>{' '}
        {project.archived && (
          <span className="badge">
            <Trans>Archived</Trans>
          </span>
        )}
        <div className="muted small">{path}</div>
      </td>
      <td>
        <Link to={owner?.kind === 'group' ? `/groups/${owner.full_path}` : `/${owner?.full_path ?? ''}`}>
          {owner?.full_path}
        </Link>
      </td>
      <td>
        <VisibilityBadge visibility={project.visibility} />
      </td>
      <td className="nowrap">{project.statistics ? sizeText(project.statistics.storage_size) : '–'}</td>
      <td>
        <StorageCell project={project} storages={storages} />
      </td>
      <td>
        <RelativeTime time={project.last_activity_at} />
      </td>
      <td>
        <Link className="button button-small" to={projectPath(path, 'edit')} aria-label={t`Settings of ${path}`}>
          <Trans>Settings</Trans>
        </Link>
      </td>
    </tr>
  );
}

/** The storage of a project; another choice moves it there. */
function StorageCell({ project, storages }: { project: Project; storages: string[] }) {
  const { run, isBusy } = useAction(projectKeys.administeredLists, adminStorageKeys.all);
  const current = project.repository_storage ?? '';
  if (storages.length < 2) return <span className="muted">{current}</span>;
  const move = (name: string): void => {
    if (!window.confirm(t`Move ${project.path_with_namespace} to the storage ${name}? It is read-only meanwhile.`))
      return;
    void run(
      () => updateProject(project.id, { repository_storage: name }),
      t`The project is moved in the background: see Jobs.`,
    );
  };
  return (
    <select
      className="select"
      aria-label={t`Storage of ${project.path_with_namespace}`}
      value={current}
      disabled={isBusy}
      onChange={(event) => move(event.target.value)}
    >
      {[...new Set([current, ...storages])].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
