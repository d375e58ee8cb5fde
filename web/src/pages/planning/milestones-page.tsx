/** Milestones of a project or group. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { StateTabs } from '#components/items/state-tabs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { FieldsForm } from '#components/settings/fields-form';
import { StateBadge } from '#components/state-badge';
import { Empty, Loaded } from '#components/states';
import { milestoneKeys, createMilestone, listMilestones } from '#data/milestones';
import { dateText } from '#lib/format';
import { Level } from '#lib/levels';
import { pathOf } from '#lib/paths';
import { oneOf, useFilters } from '#lib/use-filters';
import { useTitle } from '#lib/use-title';
import { milestoneFields } from './milestone-fields';
import { useGroupOwner, useProjectOwner, type PlanningOwner } from './planning-owner';

/** Shows the milestones of the project. */
export function MilestonesPage() {
  return <Milestones owner={useProjectOwner()} />;
}

/** Shows the milestones of the group. */
export function GroupMilestonesPage() {
  return <Milestones owner={useGroupOwner()} />;
}

/** A form for a new milestone of the project. */
export function NewMilestonePage() {
  return <NewMilestone owner={useProjectOwner()} />;
}

/** A form for a new milestone of the group. */
export function NewGroupMilestonePage() {
  return <NewMilestone owner={useGroupOwner()} />;
}

function Milestones({ owner }: { owner: PlanningOwner }) {
  const filters = useFilters();
  const page = usePageNumber();
  const state = oneOf(filters.get('state'), ['closed', 'all']) ?? ('active' as const);
  const query = useQuery({
    queryKey: milestoneKeys.list(owner, state, page),
    queryFn: () => listMilestones(owner, { state, page, include_parent_milestones: true }),
  });
  useTitle('Milestones', owner.title);
  return (
    <Main crumbs={[...owner.crumbs, { text: 'Milestones' }]}>
      <div className="page-header">
        <h1>Milestones</h1>
        {owner.level >= Level.developer && (
          <Link className="button button-primary" to={owner.pathTo('milestones', 'new')}>
            New milestone
          </Link>
        )}
      </div>
      <StateTabs
        filters={filters}
        initial="active"
        tabs={[
          { state: 'active', text: 'Active' },
          { state: 'closed', text: 'Closed' },
          { state: 'all', text: 'All' },
        ]}
      />
      <Loaded query={query}>
        {(milestones) =>
          milestones.items.length === 0 ? (
            <Empty title="No milestones" />
          ) : (
            <>
              <ul className="card list">
                {milestones.items.map((milestone) => (
                  <li key={milestone.id}>
                    <StateBadge state={milestone.state} />
                    <Link className="grow" to={pathOf(milestone.web_url)}>
                      <strong>{milestone.title}</strong>
                    </Link>
                    <span className="muted small">
                      {milestone.start_date && `from ${dateText(milestone.start_date)} `}
                      {milestone.due_date ? `until ${dateText(milestone.due_date)}` : 'no due date'}
                    </span>
                  </li>
                ))}
              </ul>
              <Pagination page={milestones} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function NewMilestone({ owner }: { owner: PlanningOwner }) {
  const navigate = useNavigate();
  useTitle('New milestone', owner.title);
  const list = { text: 'Milestones', to: owner.pathTo('milestones') };
  return (
    <Main crumbs={[...owner.crumbs, list, { text: 'New milestone' }]}>
      <div className="page-header">
        <h1>New milestone</h1>
      </div>
      <FieldsForm
        fields={milestoneFields}
        button="Create milestone"
        keys={[milestoneKeys.lists]}
        submit={async (body) => {
          const milestone = await createMilestone(owner, body);
          await navigate(pathOf(milestone.web_url));
        }}
      />
    </Main>
  );
}
