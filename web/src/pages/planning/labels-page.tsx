/** Labels of a project or group, with forms to create, change and delete them. */
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
  useTitle('Labels', project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Labels' }]}>
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
  useTitle('Labels', group.full_name);
  return (
    <Main crumbs={[...groupCrumbs(group), { text: 'Labels' }]}>
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
        <h1>Labels</h1>
        {canEdit && (
          <button type="button" className="button button-primary" onClick={() => setEdited('')}>
            New label
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
            <Empty title="No labels">
              <p>Labels sort issues and merge requests by topic.</p>
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
                          aria-label={`Edit ${label.name}`}
                          onClick={() => setEdited(label.name)}
                        >
                          Edit
                        </button>
                        <button
                          type="button"
                          className="button button-small button-danger"
                          aria-label={`Delete ${label.name}`}
                          onClick={() => {
                            if (window.confirm(`Delete the label “${label.name}” from everything that has it?`))
                              void run(() => remove(label.name));
                          }}
                        >
                          Delete
                        </button>
                      </>
                    )}
                    <Link className="small" to={`${listPath}?labels=${encodeURIComponent(label.name)}`}>
                      Issues
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
    <form className="toolbar grow label-form" onSubmit={submit} aria-label="Label">
      <TextField label="Name" required value={name} onChange={(event) => setName(event.target.value)} />
      <TextField label="Colour" type="color" value={color} onChange={(event) => setColor(event.target.value)} />
      <TextField label="Description" value={description} onChange={(event) => setDescription(event.target.value)} />
      <button type="submit" className="button button-primary">
        Save
      </button>
      <button type="button" className="button" onClick={cancel}>
        Cancel
      </button>
    </form>
  );
}
