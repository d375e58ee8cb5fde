/** Labels of a project or group, with forms to create, change and delete them. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import type { Label } from '#api/types';
import { TextField } from '#components/form';
import { LabelChip } from '#components/label-chip';
import { groupCrumbs, projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Empty, Loaded } from '#components/states';
import { useGroupLevel, useProjectLevel } from '#data/access';
import { useGroup } from '#data/group-context';
import {
  labelKeys,
  createGroupLabel,
  createProjectLabel,
  deleteGroupLabel,
  deleteProjectLabel,
  updateGroupLabel,
  updateProjectLabel,
  useGroupLabels,
  useProjectLabels,
} from '#data/labels';
import { useProject } from '#data/project-context';
import { Level } from '#lib/levels';
import { groupPath, projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';

interface LabelText {
  name: string;
  color: string;
  description: string;
}

interface LabelsViewProps {
  query: ReturnType<typeof useProjectLabels>;
  queryKey: readonly unknown[];
  canEdit: boolean;
  listPath: string;
  create: (label: LabelText) => Promise<unknown>;
  change: (name: string, label: LabelText) => Promise<unknown>;
  remove: (name: string) => Promise<unknown>;
}

/** Labels of a project. */
export function LabelsPage() {
  const project = useProject();
  useTitle(t`Labels`, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Labels` }]}>
      <LabelsView
        query={useProjectLabels(project.id)}
        queryKey={labelKeys.ofProject(project.id)}
        canEdit={useProjectLevel(project) >= Level.reporter}
        listPath={projectPath(project.path_with_namespace, 'issues')}
        create={(body) => createProjectLabel(project.id, body)}
        change={(name, { name: new_name, ...rest }) =>
          updateProjectLabel(project.id, name, { ...rest, ...(new_name !== name && { new_name }) })
        }
        remove={(name) => deleteProjectLabel(project.id, name)}
      />
    </Main>
  );
}

/** Labels of a group. */
export function GroupLabelsPage() {
  const group = useGroup();
  useTitle(t`Labels`, group.full_name);
  return (
    <Main crumbs={[...groupCrumbs(group), { text: t`Labels` }]}>
      <LabelsView
        query={useGroupLabels(group.id)}
        queryKey={labelKeys.ofGroup(group.id)}
        canEdit={useGroupLevel(group) >= Level.reporter}
        listPath={groupPath(group.full_path, 'issues')}
        create={(body) => createGroupLabel(group.id, body)}
        change={(name, { name: new_name, ...rest }) =>
          updateGroupLabel(group.id, name, { ...rest, ...(new_name !== name && { new_name }) })
        }
        remove={(name) => deleteGroupLabel(group.id, name)}
      />
    </Main>
  );
}

function LabelsView({ query, queryKey, canEdit, listPath, create, change, remove }: LabelsViewProps) {
  const [edited, setEdited] = useState<string>();
  const { run } = useAction(queryKey);
  return (
    <>
      <div className="page-header">
        <h1>
          <Trans>Labels</Trans>
        </h1>
        {canEdit && (
          <button type="button" className="button button-primary" onClick={() => setEdited('')}>
            <Trans>New label</Trans>
          </button>
        )}
      </div>
      {edited === '' && (
        <LabelForm
          save={async (label) => (await run(() => create(label))) && (setEdited(undefined), true)}
          cancel={() => setEdited(undefined)}
        />
      )}
      <Loaded query={query}>
        {(labels) =>
          labels.length === 0 ? (
            <Empty title={t`No labels`}>
              <p>
                <Trans>Labels sort issues and merge requests by topic.</Trans>
              </p>
            </Empty>
          ) : (
            <ul className="card list">
              {labels.map((label) =>
                edited === label.name ? (
                  <li key={label.id}>
                    <LabelForm
                      label={label}
                      save={async (text) => (await run(() => change(label.name, text))) && (setEdited(undefined), true)}
                      cancel={() => setEdited(undefined)}
                    />
                  </li>
                ) : (
                  <li key={label.id} className="row-wrap">
                    <LabelChip
                      name={label.name}
                      color={label.color}
                      to={`${listPath}?labels=${encodeURIComponent(label.name)}`}
                    />
                    <span className="grow muted">{label.description}</span>
                    {canEdit && (
                      <>
                        <button
                          type="button"
                          className="button button-small"
                          aria-label={t`Edit ${label.name}`}
                          onClick={() => setEdited(label.name)}
                        >
                          <Trans>Edit</Trans>
                        </button>
                        <button
                          type="button"
                          className="button button-small button-danger"
                          aria-label={t`Delete ${label.name}`}
                          onClick={() => {
                            if (window.confirm(t`Delete the label “${label.name}” from everything that has it?`))
                              void run(() => remove(label.name));
                          }}
                        >
                          <Trans>Delete</Trans>
                        </button>
                      </>
                    )}
                    <Link className="small" to={`${listPath}?labels=${encodeURIComponent(label.name)}`}>
                      <Trans>Issues</Trans>
                    </Link>
                  </li>
                ),
              )}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

interface LabelFormProps {
  label?: Label;
  save: (label: LabelText) => Promise<boolean>;
  cancel: () => void;
}

function LabelForm({ label, save, cancel }: LabelFormProps) {
  const [name, setName] = useState(label?.name ?? '');
  const [color, setColor] = useState(label?.color ?? '#3451b2');
  const [description, setDescription] = useState(label?.description ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save({ name, color, description });
  };
  return (
    <form className="toolbar grow" onSubmit={submit} aria-label={t`Label`}>
      <TextField label={t`Name`} required value={name} onChange={(event) => setName(event.target.value)} />
      <TextField label={t`Colour`} type="color" value={color} onChange={(event) => setColor(event.target.value)} />
      <TextField label={t`Description`} value={description} onChange={(event) => setDescription(event.target.value)} />
      <button type="submit" className="button button-primary">
        <Trans>Save</Trans>
      </button>
      <button type="button" className="button" onClick={cancel}>
        <Trans>Cancel</Trans>
      </button>
    </form>
  );
}
