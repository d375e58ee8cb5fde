/** The overview of a group: its subgroups and projects. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Avatar } from '#components/avatar';
import { NotificationMenu } from '#components/notification-menu';
import { groupCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { ProjectList } from '#components/project-list';
import { SearchField } from '#components/search-field';
import { Loaded } from '#components/states';
import { VisibilityBadge } from '#components/visibility-badge';
import { useGroupLevel } from '#data/access';
import { useGroup } from '#data/group-context';
import { groupKeys, listGroupProjects, listSubgroups } from '#data/groups';
import { ownerOfGroup } from '#data/owner';
import { projectKeys } from '#data/projects';
import { Level } from '#lib/levels';
import { useTitle } from '#lib/use-title';
import { GroupList } from '#components/group-list';

/** Shows the overview. */
export function GroupPage() {
  const group = useGroup();
  useTitle(group.full_name);
  const level = useGroupLevel(group);
  const [params] = useSearchParams();
  const page = usePageNumber();
  const search = params.get('search') ?? '';
  const filter = search === '' ? {} : { search };
  const subgroups = useQuery({
    queryKey: groupKeys.subgroups(group.id, search),
    queryFn: () => listSubgroups(group.id, { per_page: 100, ...filter }),
  });
  const projects = useQuery({
    queryKey: projectKeys.ofGroup(group.id, search, page),
    queryFn: () => listGroupProjects(group.id, { page, order_by: 'last_activity_at', ...filter }),
  });
  const crumbs = groupCrumbs(group);
  return (
    <Main crumbs={crumbs.map((crumb, index) => (index === crumbs.length - 1 ? { text: crumb.text } : crumb))}>
      <div className="page-header">
        <div className="row">
          <Avatar name={group.name} url={group.avatar_url} size={48} isSquare />
          <div>
            <div className="row row-wrap">
              <h1>{group.name}</h1>
              <VisibilityBadge visibility={group.visibility} />
            </div>
            {group.description && <span className="muted">{group.description}</span>}
          </div>
        </div>
        <div className="row row-wrap">
          <NotificationMenu owner={ownerOfGroup(group)} />
          {level >= Level.maintainer && (
            <Link className="button" to={`/groups/new?parent_id=${group.id}`}>
              <Trans>New subgroup</Trans>
            </Link>
          )}
          {level >= Level.developer && (
            <Link className="button button-primary" to={`/projects/new?namespace_id=${group.id}`}>
              <Trans>New project</Trans>
            </Link>
          )}
        </div>
      </div>
      <div className="toolbar">
        <SearchField label={t`Find a project or subgroup`} />
      </div>
      <div className="stack">
        {subgroups.data && subgroups.data.items.length > 0 && (
          <section className="stack-small">
            <h2>
              <Trans>Subgroups</Trans>
            </h2>
            <GroupList groups={subgroups.data.items} />
          </section>
        )}
        <section className="stack-small">
          <h2>
            <Trans>Projects</Trans>
          </h2>
          <Loaded query={projects} lines={8}>
            {(found) => (
              <>
                <ProjectList projects={found.items} />
                <Pagination page={found} />
              </>
            )}
          </Loaded>
        </section>
      </div>
    </Main>
  );
}
