/** Creates a project. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Checkbox, fieldError, FormError, SelectField, TextArea, TextField } from '#components/form';
import { Main } from '#components/page/main';
import { namespaceKeys, listNamespaces } from '#data/namespaces';
import { createProject } from '#data/projects';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';

const visibilities = ['private', 'internal', 'public'] as const;
type Visibility = (typeof visibilities)[number];

/** Shows the form. The parameter `namespace_id` chooses the group. */
export function NewProjectPage() {
  useTitle('New project');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [name, setName] = useState('');
  const [namespaceId, setNamespaceId] = useState(params.get('namespace_id') ?? '');
  const [description, setDescription] = useState('');
  const [visibility, setVisibility] = useState<Visibility>('private');
  const [hasReadme, setHasReadme] = useState(true);
  const { data: namespaces = [] } = useQuery({
    queryKey: namespaceKeys.all,
    queryFn: () => listNamespaces({ per_page: 100 }),
  });
  const mutation = useMutation({
    mutationFn: () =>
      createProject({
        name: name.trim(),
        visibility,
        initialize_with_readme: hasReadme,
        ...(description !== '' && { description }),
        ...(namespaceId !== '' && { namespace_id: Number(namespaceId) }),
      }),
    onSuccess: (project) => navigate(projectPath(project.path_with_namespace)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <Main>
      <div className="page-header">
        <h1>New project</h1>
        <Link className="button" to="/projects/import">
          Import an archive
        </Link>
      </div>
      <form className="form" onSubmit={submit}>
        <FormError error={mutation.error} />
        <TextField
          label="Name"
          required
          error={fieldError(mutation.error, 'name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField label="Owner" value={namespaceId} onChange={(event) => setNamespaceId(event.target.value)}>
          <option value="">You</option>
          {namespaces
            .filter(({ kind }) => kind === 'group')
            .map(({ id, full_path: path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
        </SelectField>
        <TextArea
          label="Description"
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <SelectField
          label="Visible to"
          error={fieldError(mutation.error, 'visibility_level')}
          value={visibility}
          onChange={(event) => setVisibility(visibilities.find((one) => one === event.target.value) ?? 'private')}
        >
          <option value="private">Members (private)</option>
          <option value="internal">Signed-in users (internal)</option>
          <option value="public">Everybody (public)</option>
        </SelectField>
        <Checkbox
          label="Add a README, so that the project can be cloned at once"
          checked={hasReadme}
          onChange={(event) => setHasReadme(event.target.checked)}
        />
        <div>
          <button type="submit" className="button button-primary" disabled={mutation.isPending}>
            Create project
          </button>
        </div>
      </form>
    </Main>
  );
}
