/** Fields of a bulk change whose values are picked from those of the project or group. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { completionKeys, listCompletedMilestones, listCompletedUsers } from '#data/completion';
import { useLabels } from '#data/labels';
import { listProjects, projectKeys } from '#data/projects';
import type { OwnerScope } from '../item-scope';
import { Labels } from '../labels';
import { PickList } from '../pick-list';
import { ProjectPick } from '../project-pick';

const STALE_MS = 60_000;
const NOBODY = 0;
const NO_MILESTONE = 0;

interface LabelsPickProps {
  owner: OwnerScope;
  label: string;
  chosen: string[];
  change: (names: string[]) => void;
}

/** Labels that are added or removed. */
export function LabelsPick({ owner, label, chosen, change }: LabelsPickProps) {
  const [isWanted, setIsWanted] = useState(false);
  const labels = useLabels(owner.kind, owner.id, isWanted);
  return (
    <PickList
      label={label}
      canEdit
      choices={labels.data?.map(({ name }) => ({ value: name, text: name }))}
      chosen={chosen}
      onOpen={() => setIsWanted(true)}
      change={(names) => change(names.map(String))}
    >
      {chosen.length === 0 ? <NoChange /> : <Labels names={chosen} labels={labels.data} />}
    </PickList>
  );
}

interface AssigneesPickProps {
  owner: OwnerScope;
  chosen: number[] | undefined;
  change: (ids: number[] | undefined) => void;
}

/** Assignees who replace the present ones. */
export function AssigneesPick({ owner, chosen, change }: AssigneesPickProps) {
  const [isWanted, setIsWanted] = useState(false);
  const people = useQuery({
    queryKey: completionKeys.users(owner),
    queryFn: () => listCompletedUsers(owner),
    staleTime: STALE_MS,
    enabled: isWanted,
  });
  const choices = people.data?.map(({ id, name, username }) => ({ value: id, text: name, hint: `@${username}` }));
  const values = chosen?.length === 0 ? [NOBODY] : (chosen ?? []);
  const pick = (picked: readonly number[]): void => {
    const isNobodyNew = picked.includes(NOBODY) && !values.includes(NOBODY);
    const ids = picked.filter((id) => id !== NOBODY);
    if (isNobodyNew) change([]);
    else change(ids.length === 0 ? undefined : ids);
  };
  return (
    <PickList
      label={t`Assignees`}
      canEdit
      choices={choices && [{ value: NOBODY, text: t`Nobody` }, ...choices]}
      chosen={values}
      onOpen={() => setIsWanted(true)}
      change={(ids) => pick(ids.map(Number))}
    >
      {chosen === undefined ? (
        <NoChange />
      ) : (
        values.map((id) => (
          <span key={id} className="badge">
            {id === NOBODY ? t`Nobody` : choices?.find(({ value }) => value === id)?.text}
          </span>
        ))
      )}
    </PickList>
  );
}

interface MilestonePickProps {
  owner: OwnerScope;
  chosen: number | undefined;
  change: (id: number | undefined) => void;
}

/** The milestone. */
export function MilestonePick({ owner, chosen, change }: MilestonePickProps) {
  const [isWanted, setIsWanted] = useState(false);
  const milestones = useQuery({
    queryKey: completionKeys.milestones(owner),
    queryFn: () => listCompletedMilestones(owner),
    staleTime: STALE_MS,
    enabled: isWanted,
  });
  const choices = milestones.data?.map(({ id, title }) => ({ value: id, text: title }));
  const all = [{ value: NO_MILESTONE, text: t`No milestone` }, ...(choices ?? [])];
  return (
    <PickList
      label={t`Milestone`}
      isSingle
      canEdit
      choices={choices && all}
      chosen={chosen === undefined ? [] : [chosen]}
      onOpen={() => setIsWanted(true)}
      change={([id]) => change(id === undefined ? undefined : Number(id))}
    >
      {chosen === undefined ? (
        <NoChange />
      ) : (
        <span className="badge">{all.find(({ value }) => value === chosen)?.text}</span>
      )}
    </PickList>
  );
}

interface TargetPickProps {
  chosen: number | undefined;
  change: (id: number | undefined) => void;
}

/** The project that issues move to. */
export function TargetPick({ chosen, change }: TargetPickProps) {
  return (
    <ProjectPick
      label={t`Move to project`}
      chosen={chosen}
      keyOf={(search) => projectKeys.ofVisitor('targets', search)}
      load={(query) => listProjects({ ...query, membership: true })}
      change={change}
    >
      <NoChange />
    </ProjectPick>
  );
}

function NoChange() {
  return (
    <span className="muted">
      <Trans>No change</Trans>
    </span>
  );
}
