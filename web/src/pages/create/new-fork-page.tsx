/** Forks a project: to the namespace of the visitor or to a group, under another name if needed. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { fieldError, FormError, SelectField, TextField } from '#components/form';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Loaded } from '#components/states';
import { listNamespaces, namespaceKeys } from '#data/namespaces';
import { useProject } from '#data/project-context';
import { forkProject } from '#data/projects';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';

const visibilities = [
  { value: 'private', text: t`Members (private)` },
  { value: 'internal', text: t`Signed-in users (internal)` },
  { value: 'public', text: t`Everybody (public)` },
] as const;
type Visibility = (typeof visibilities)[number]['value'];

/** Shows the form. */
export function NewForkPage() {
  const project = useProject();
  useTitle(t`Fork`, project.name_with_namespace);
  const namespaces = useQuery({
    queryKey: namespaceKeys.all,
    queryFn: () => listNamespaces({ per_page: 100 }),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Fork` }]}>
      <div className="page-header">
        <h1>
          <Trans>Fork {project.name}</Trans>
        </h1>
      </div>
      <p className="muted">
        <Trans>
          A fork is a copy with a repository of its own. Changes return to {project.path_with_namespace} by merge
          requests.
        </Trans>
      </p>
      <Loaded query={namespaces}>
        {(all) => <ForkForm namespaces={all.filter(({ id }) => id !== project.namespace?.id)} />}
      </Loaded>
    </Main>
  );
}

function ForkForm({ namespaces }: { namespaces: { id: number; kind: string; full_path: string }[] }) {
  const project = useProject();
  const navigate = useNavigate();
  const own = namespaces.find(({ kind }) => kind === 'user') ?? namespaces[0];
  const [namespaceId, setNamespaceId] = useState(String(own?.id ?? ''));
  const [name, setName] = useState(project.name);
  const [path, setPath] = useState(project.path);
  const widest = visibilities.findIndex(({ value }) => value === project.visibility);
  const offered = visibilities.slice(0, widest + 1);
  const [visibility, setVisibility] = useState<Visibility>(visibilities[widest]?.value ?? 'private');
  const owner = namespaces.find(({ id }) => String(id) === namespaceId)?.full_path ?? '';
  const mutation = useMutation({
    mutationFn: () => forkProject(project.id, { namespace: namespaceId, name: name.trim(), path, visibility }),
    onSuccess: ({ path_with_namespace: created }) => navigate(projectPath(created)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <SelectField label={t`Owner`} value={namespaceId} onChange={(event) => setNamespaceId(event.target.value)}>
        {namespaces.map(({ id, kind, full_path: fullPath }) => (
          <option key={id} value={id}>
            {kind === 'user' ? t`You (${fullPath})` : fullPath}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Name`}
        required
        error={fieldError(mutation.error, 'name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t`Path`}
        required
        hint={`${window.location.origin}/${owner}/${path}`}
        error={fieldError(mutation.error, 'path')}
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <SelectField
        label={t`Visible to`}
        hint={t`At most those who see the project itself.`}
        error={fieldError(mutation.error, 'visibility_level')}
        value={visibility}
        onChange={(event) =>
          setVisibility(offered.find(({ value }) => value === event.target.value)?.value ?? 'private')
        }
      >
        {offered.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <FormError error={mutation.error} />
      <div>
        <button type="submit" className="button button-primary" disabled={mutation.isPending || namespaceId === ''}>
          {mutation.isPending ? t`The fork is created …` : t`Fork project`}
        </button>
      </div>
    </form>
  );
}
