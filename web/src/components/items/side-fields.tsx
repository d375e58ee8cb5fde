/** Assignees, labels and milestone, which issues and merge requests have alike. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Milestone, Project, UserBrief } from '#api/types';
import { useProjectLabels } from '#data/labels';
import { useProjectPeople } from '#data/members';
import { useProjectMilestones } from '#data/milestones';
import { pathOf, projectPath } from '#lib/paths';
import { UserLink } from '../user-link';
import { Labels } from './labels';
import { PickList } from './pick-list';

interface SideProps {
  project: Project;
  canEdit: boolean;
  isBusy: boolean;
}

interface AssigneesProps extends SideProps {
  /** Name of the field, for other people than assignees. */
  label?: string;
  assignees: UserBrief[];
  change: (ids: number[]) => void;
}

/** The assignees. */
export function AssigneesField({ project, label = t`Assignees`, assignees, change, ...rest }: AssigneesProps) {
  const [isWanted, setIsWanted] = useState(false);
  const people = useProjectPeople(project.id, isWanted);
  return (
    <PickList
      label={label}
      choices={people.data?.map(({ id, name, username }) => ({ value: id, text: name, hint: `@${username}` }))}
      chosen={assignees.map(({ id }) => id)}
      onOpen={() => setIsWanted(true)}
      change={(ids) => change(ids.map(Number))}
      {...rest}
    >
      {assignees.length === 0 ? (
        <span className="muted">
          <Trans context="people">None</Trans>
        </span>
      ) : (
        assignees.map((user) => <UserLink key={user.id} user={user} />)
      )}
    </PickList>
  );
}

interface LabelsFieldProps extends SideProps {
  names: string[];
  /** Page of the list that the labels link to. */
  list: 'issues' | 'merge_requests';
  change: (names: string[]) => void;
}

/** The labels. */
export function LabelsField({ project, names, list, change, ...rest }: LabelsFieldProps) {
  const [isWanted, setIsWanted] = useState(false);
  // For the list, and for the colours of the present labels.
  const labels = useProjectLabels(project.id, isWanted || names.length > 0);
  return (
    <PickList
      label={t`Labels`}
      onOpen={() => setIsWanted(true)}
      choices={labels.data?.map(({ name, description }) => ({
        value: name,
        text: name,
        ...(description && { hint: description }),
      }))}
      chosen={names}
      change={(chosen) => change(chosen.map(String))}
      {...rest}
    >
      {names.length === 0 ? (
        <span className="muted">
          <Trans context="labels">None</Trans>
        </span>
      ) : (
        <Labels
          names={names}
          labels={labels.data}
          to={(name) => `${projectPath(project.path_with_namespace, list)}?labels=${encodeURIComponent(name)}`}
        />
      )}
    </PickList>
  );
}

interface MilestoneFieldProps extends SideProps {
  milestone: Milestone | null;
  change: (id: number | null) => void;
}

/** The milestone. */
export function MilestoneField({ project, milestone, change, ...rest }: MilestoneFieldProps) {
  const [isWanted, setIsWanted] = useState(false);
  const milestones = useProjectMilestones(project.id, isWanted);
  return (
    <PickList
      label={t`Milestone`}
      isSingle
      choices={milestones.data?.map(({ id, title, due_date: due }) => ({
        value: id,
        text: title,
        ...(due && { hint: t`due ${due}` }),
      }))}
      chosen={milestone ? [milestone.id] : []}
      onOpen={() => setIsWanted(true)}
      change={([id]) => change(id === undefined ? null : Number(id))}
      {...rest}
    >
      {milestone ? (
        <Link to={pathOf(milestone.web_url)}>{milestone.title}</Link>
      ) : (
        <span className="muted">
          <Trans context="milestone">None</Trans>
        </span>
      )}
    </PickList>
  );
}
