/** Milestones of a project or group. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { stateNames } from '#components/item-states';
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
  useTitle(t`Milestones`, owner.title);
  return (
    <Main crumbs={[...owner.crumbs, { text: t`Milestones` }]}>
      <div className="page-header">
        <h1>
          <Trans>Milestones</Trans>
        </h1>
        {owner.level >= Level.developer && (
          <Link className="button button-primary" to={owner.pathTo('milestones', 'new')}>
            <Trans>New milestone</Trans>
          </Link>
        )}
      </div>
      <StateTabs
        filters={filters}
        initial="active"
        tabs={[
          { state: 'active', text: stateNames.milestone.active },
          { state: 'closed', text: stateNames.milestone.closed },
          { state: 'all', text: t`All` },
        ]}
      />
      <Loaded query={query}>
        {(milestones) =>
          milestones.items.length === 0 ? (
            <Empty title={t`No milestones`} />
          ) : (
            <>
              <ul className="card list">
                {milestones.items.map((milestone) => (
                  <li key={milestone.id}>
                    <StateBadge kind="milestone" state={milestone.state} />
                    <Link className="grow" to={pathOf(milestone.web_url)}>
                      <strong>{milestone.title}</strong>
                    </Link>
                    <span className="muted small">
                      {milestone.start_date && `${t`from ${dateText(milestone.start_date)}`} `}
                      {milestone.due_date ? t`until ${dateText(milestone.due_date)}` : t`no due date`}
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
  useTitle(t`New milestone`, owner.title);
  const list = { text: t`Milestones`, to: owner.pathTo('milestones') };
  return (
    <Main crumbs={[...owner.crumbs, list, { text: t`New milestone` }]}>
      <div className="page-header">
        <h1>
          <Trans>New milestone</Trans>
        </h1>
      </div>
      <FieldsForm
        fields={milestoneFields}
        button={t`Create milestone`}
        keys={[milestoneKeys.lists]}
        submit={async (body) => {
          const milestone = await createMilestone(owner, body);
          await navigate(pathOf(milestone.web_url));
        }}
      />
    </Main>
  );
}
